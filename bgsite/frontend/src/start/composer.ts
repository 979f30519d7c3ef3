/**
 * The rule composer: a preset sets the options, and the server says live what goes together.
 * Without this script everything is shown and means the same; no rule of the game is in here.
 */
import { optionsFor, type Answer, type Options } from "./answer.ts";
import { blockOf, sayErrors, setValue, valueOf } from "./fields.ts";

const WAIT = 200;
const AS_USUAL = "";

export class Composer {
  private readonly root: HTMLElement;
  private readonly usual: Readonly<Record<string, Options>>;
  private timer = 0;
  private asked: AbortController | null = null;

  constructor(root: HTMLElement) {
    this.root = root;
    this.usual = JSON.parse(document.getElementById("usual-options")?.textContent ?? "{}");
    this.nameUsual();
    this.showWhatMatters();
    root.addEventListener("input", (event) => this.changed(event.target as HTMLElement));
    void this.ask(false);
  }

  /** Put the card's own value in the place of "as usual". */
  private nameUsual(): void {
    const options = this.options();
    for (const select of this.root.querySelectorAll("select")) {
      const usual = [...select.options].find((option) => option.value === AS_USUAL);
      if (!usual) continue;
      const untouched = select.value === AS_USUAL;
      usual.remove();
      const value = options?.[select.name];
      if (untouched && value !== undefined) select.value = String(value);
    }
  }

  private options(): Options | undefined {
    return optionsFor(this.usual, valueOf(this.root, "card"), valueOf(this.root, "kind"));
  }

  private changed(field: HTMLElement): void {
    const name = field.getAttribute("name");
    if (name === "kind" || (name === "card" && valueOf(this.root, "card") !== "custom")) this.setOptions();
    // A quick choice and another length are two ways to say one thing: the last one said holds.
    if (name === "length") setValue(this.root, "other_length", "");
    this.showWhatMatters();
    this.asked?.abort(); // an answer to what was chosen before must not undo this choice
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.ask(true), WAIT);
  }

  private setOptions(): void {
    for (const [option, value] of Object.entries(this.options() ?? {})) setValue(this.root, option, value);
  }

  private showWhatMatters(): void {
    const length = document.getElementById("length-panel");
    if (length) length.hidden = valueOf(this.root, "kind") !== "match";
    this.show("days", valueOf(this.root, "clock") === "correspondence");
    this.show("overtime", !["untimed", "correspondence"].includes(valueOf(this.root, "clock")));
    this.show("kind", valueOf(this.root, "card") === "custom");
  }

  private show(name: string, is: boolean): void {
    const block = blockOf(this.root, name);
    if (block) block.hidden = !is;
  }

  private async ask(aloud: boolean): Promise<void> {
    this.asked?.abort();
    const { signal } = (this.asked = new AbortController());
    try {
      const answer = await fetch(`${this.root.dataset["checkPath"]}?${this.query()}`, { signal });
      const said = answer.ok ? ((await answer.json()) as Answer) : null;
      if (said && !signal.aborted) this.tell(said, aloud);
    } catch {
      // Asked again meanwhile, or offline: the server says the same when the form is sent.
    }
  }

  private query(): string {
    const query = new URLSearchParams();
    for (const field of this.root.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select")) {
      const off = field instanceof HTMLInputElement && ["radio", "checkbox"].includes(field.type) && !field.checked;
      if (field.name && !off) query.set(field.name, field.value);
    }
    return query.toString();
  }

  private tell(answer: Answer, aloud: boolean): void {
    const isGood = Object.keys(answer.errors).length === 0;
    if (answer.card) setValue(this.root, "card", answer.card);
    if (answer.kind) setValue(this.root, "kind", answer.kind);
    this.showWhatMatters();
    const line = document.getElementById("rules-line");
    if (line && answer.line) line.textContent = answer.line;
    for (const [clock, meaning] of Object.entries(answer.clocks)) this.tellClock(clock, meaning);
    const names = new Set([...this.root.querySelectorAll<HTMLInputElement>("input, select")].map((one) => one.name));
    for (const name of names) if (name) sayErrors(this.root, name, answer.errors[name] ?? []);
    this.tellFacts(answer, isGood, aloud);
  }

  private tellClock(clock: string, meaning: string): void {
    const radio = this.root.querySelector(`input[name="clock"][value="${clock}"]`);
    const hint = radio && document.getElementById(`${radio.id}_hint`);
    if (hint) hint.textContent = meaning;
  }

  private tellFacts(answer: Answer, isGood: boolean, aloud: boolean): void {
    const box = document.getElementById("rules-made");
    const list = document.getElementById("rules-facts");
    const status = document.getElementById("rules-status");
    if (!box || !list || !status) return;
    box.hidden = false;
    box.dataset["state"] = isGood ? "good" : "bad";
    list.replaceChildren(...answer.facts.flatMap(([name, value]) => [cell("dt", name), cell("dd", value)]));
    const words = isGood ? this.root.dataset["good"] : this.root.dataset["bad"];
    if (aloud || !isGood) status.textContent = words ?? "";
  }
}

function cell(tag: "dt" | "dd", text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
