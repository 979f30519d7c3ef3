/**
 * The dialog in which an offer of the opponent is answered: a double, a resignation, a proposal. It lies in the panel,
 * never on the board, takes the focus, and ignores the first moments, so that a click meant for something else answers nothing.
 */
import { html, nothing, render } from "lit-html";
import type { View } from "../protocol.ts";
import type { State } from "../store.ts";
import type { Wish } from "../wishes.ts";
import { type Answer, type Offer, offerOf } from "./offers.ts";
import { bringIntoSight } from "./sight.ts";

/** Milliseconds after opening in which no input counts. */
export const GUARD = 400;

export class OfferDialog {
  private readonly element = document.createElement("dialog");
  private key: string | null = null;
  private openedAt = 0;
  /** The answer that is being asked for once more. */
  private asking: Answer | null = null;

  constructor(
    host: HTMLElement,
    private readonly answer: (wish: Wish) => void,
    private readonly clock: (view: View) => unknown,
  ) {
    this.element.className = "dialog offer-dialog";
    this.element.setAttribute("aria-labelledby", "offer-title");
    this.element.addEventListener("keydown", (event) => this.keyDown(event));
    this.element.addEventListener("cancel", (event) => event.preventDefault());
    host.append(this.element);
  }

  get open(): boolean {
    return this.element.open;
  }

  update(state: Readonly<State>): void {
    const offer = state.line === "closed" ? null : offerOf(state);
    if (!offer || !state.view) return this.close();
    if (this.key !== offer.key) this.asking = null;
    this.draw(offer, state, state.view);
    if (this.key !== offer.key) this.show(offer.key);
  }

  private show(key: string): void {
    this.key = key;
    this.openedAt = performance.now();
    if (!this.element.open) this.element.show();
    const title = this.element.querySelector<HTMLElement>("#offer-title");
    title?.focus({ preventScroll: true });
    // Only then has the rest of the page the shape that it has with an offer.
    requestAnimationFrame(() => {
      if (title && this.open) bringIntoSight(this.element, title);
    });
  }

  private close(): void {
    this.key = this.asking = null;
    if (this.element.open) this.element.close();
  }

  private draw(offer: Offer, state: Readonly<State>, view: View): void {
    this.element.dataset["offer"] = offer.name;
    const content = html`<h2 class="dialog-title" id="offer-title" tabindex="-1">${offer.title}</h2>
      <dl class="facts offer-facts">
        ${offer.facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)} ${this.clock(view)}
      </dl>
      ${this.asking ? this.question(this.asking, state) : this.answers(offer, state)}`;
    render(content, this.element);
  }

  private answers(offer: Offer, state: Readonly<State>) {
    const off = state.pending !== null;
    return html`<div class="button-row">
      ${offer.answers.map((answer) => this.button(answer.wish.t, answer.label, off, answer.look, () => this.press(answer, state)))}
    </div>`;
  }

  private question(answer: Answer, state: Readonly<State>) {
    const off = state.pending !== null;
    const back = gettext("Back");
    return html`<p>${answer.question}</p>
      <div class="button-row">
        ${this.button(`${answer.wish.t}_sure`, answer.label, off, answer.look, () => this.answer(answer.wish))}
        ${this.button("back", back, off, "", () => this.ask(null, state))}
      </div>`;
  }

  private button(action: string, label: string, off: boolean, look: string, run: () => void) {
    return html`<button
      type="button"
      class="button ${look}"
      data-action=${action}
      aria-disabled=${off ? "true" : nothing}
      @click=${() => {
        if (!off && performance.now() - this.openedAt >= GUARD) run();
      }}
    >
      ${label}
    </button>`;
  }

  private press(answer: Answer, state: Readonly<State>): void {
    if (answer.question && state.preferences.confirmAnswers) this.ask(answer, state);
    else this.answer(answer.wish);
  }

  private ask(answer: Answer | null, state: Readonly<State>): void {
    this.asking = answer;
    this.update(state);
    this.element.querySelector<HTMLElement>("button")?.focus();
  }

  private keyDown(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !this.asking) return;
    event.stopPropagation();
    this.element.querySelector<HTMLElement>('[data-action="back"]')?.click();
  }
}
