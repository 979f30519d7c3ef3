/** The chat of a table: brings what is said, the panel and the page together. */
import { render } from "lit-html";
import { timers } from "../../line/browser.ts";
import type { Aside } from "../aside.ts";
import type { Page, Sentences } from "../page.ts";
import type { ChatLineView } from "../protocol.ts";
import { type Refused, sentenceFor } from "../sentences.ts";
import { type LineMenu, type Shown, panel } from "./panel.ts";
import { post } from "./post.ts";
import { Talk } from "./talk.ts";

/** As wide as the table's two columns. */
const WIDE = "(min-width: 900px)";
/** Nearer to the end than this the log follows what comes. Pixels. */
const AT_THE_END = 40;
/** The mute is looked at again at least this often; timers cannot be much longer. Milliseconds. */
const A_DAY = 86_400_000;

/** What the chat needs of the table. */
export interface ChatAround {
  page: Page;
  sentences: Sentences;
  /** By the server's clock. */
  now(): number;
  speak(sentences: string[]): void;
  toBoard(): void;
  aside: Aside;
  folding: Folding;
}

/** Whether the chat is folded: on a wide screen it is remembered, a narrow one always begins with the board. */
interface Folding {
  isFolded: boolean;
  keep(isFolded: boolean): void;
}

export class Chat {
  private readonly talk: Talk;
  private readonly isWide = matchMedia(WIDE).matches;
  private folded: boolean;
  private unread = 0;
  private menu: LineMenu | null = null;
  private busy = false;
  private fault = "";
  private note = "";
  private scheduled = false;
  private muteTimer: unknown = null;

  constructor(
    private readonly root: HTMLElement,
    private readonly around: ChatAround,
  ) {
    const { aside, folding } = around;
    this.folded = folding.isFolded || !this.isWide;
    const line = { asks: aside.asks, send: aside.send.bind(aside) };
    this.talk = new Talk(line, timers, {
      changed: () => this.schedule(),
      news: (lines) => this.hear(lines),
      refused: (refused, text) => this.refuse(refused, text),
    });
    aside.onChat((frame) => this.talk.heard(frame));
    // The table's keys are not the chat's: a letter pressed on a button here doubles nothing.
    root.addEventListener("keydown", (event) => this.keep(event));
  }

  // ---------------------------------------------------------------- what comes

  private hear(lines: readonly ChatLineView[]): void {
    if (this.folded) this.unread += lines.length;
    this.around.speak(lines.map((line) => `${line.name}: ${this.words(line)}`));
  }

  private refuse(refused: Refused, text: string): void {
    this.fault = sentenceFor(this.around.sentences, refused);
    const field = this.field();
    if (field && field.value === "") field.value = text;
    this.schedule();
  }

  private words(line: ChatLineView): string {
    return line.preset ? (this.around.page.chat.presets[line.preset] ?? line.preset) : line.text;
  }

  // ---------------------------------------------------------------- what a person does

  private preset(id: string, event: MouseEvent): void {
    this.say(id, "");
    // Who clicks goes on with the table's keys; Space must not say it again.
    if (event.detail > 0 && event.currentTarget instanceof HTMLElement) event.currentTarget.blur();
  }

  private send(): void {
    const field = this.field();
    if (field && field.value.trim() !== "" && this.say("", field.value)) field.value = "";
  }

  private say(preset: string, text: string): boolean {
    this.fault = this.note = "";
    const isTaken = this.talk.say(preset, text);
    this.schedule();
    this.followEnd();
    return isTaken;
  }

  private async act(address: string, n: number, fields: Record<string, string>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.fault = this.note = "";
    this.schedule();
    const { done, sentence } = await post(address, n, this.around.page.csrf, fields);
    this.busy = false;
    if (done) {
      this.note = sentence;
      this.menu = null;
      this.around.speak([sentence]);
    } else this.fault = sentence;
    this.draw();
    if (done) this.log()?.focus({ preventScroll: true });
    return done;
  }

  private async block(n: number): Promise<void> {
    if (await this.act(this.around.page.chat.block, n, {})) this.talk.readAgain();
  }

  private open(menu: LineMenu | null): void {
    this.menu = menu;
    this.draw();
    const opened = this.root.querySelector<HTMLElement>(".chat-menu");
    opened?.querySelector("button")?.focus({ preventScroll: true });
    opened?.scrollIntoView({ block: "nearest" });
  }

  private fold(folded: boolean): void {
    if (this.folded === folded) return;
    this.folded = folded;
    if (this.isWide) this.around.folding.keep(folded);
    if (!folded) this.unread = 0;
    this.draw();
    if (!folded) this.followEnd();
  }

  private keep(event: KeyboardEvent): void {
    event.stopPropagation();
    if (event.key !== "Escape" || event.isComposing) return;
    const { menu } = this;
    if (menu === null) return this.around.toBoard();
    this.open(null);
    this.root.querySelector<HTMLElement>(`[data-line="${menu.n}"] [data-chat-more]`)?.focus();
  }

  // ---------------------------------------------------------------- what is shown

  private field(): HTMLInputElement | null {
    return this.root.querySelector<HTMLInputElement>("#chat-text");
  }

  private log(): HTMLElement | null {
    return this.root.querySelector<HTMLElement>("[data-chat-log]");
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    queueMicrotask(() => this.draw());
  }

  private draw(): void {
    this.scheduled = false;
    const shown = this.shown();
    this.root.hidden = shown.mayChat === "nothing" && shown.lines.length === 0;
    const log = this.log();
    const isAtEnd = !log || log.scrollHeight - log.scrollTop - log.clientHeight < AT_THE_END;
    render(
      panel(shown, this.around.page.chat, {
        fold: (folded) => this.fold(folded),
        preset: (id, event) => this.preset(id, event),
        send: () => this.send(),
        menu: (menu) => this.open(menu),
        block: (n) => void this.block(n),
        report: (n, reason) => void this.act(this.around.page.chat.report, n, { reason }),
      }),
      this.root,
    );
    if (isAtEnd) this.followEnd();
  }

  private followEnd(): void {
    const log = this.log();
    if (log) log.scrollTop = log.scrollHeight;
  }

  private shown(): Shown {
    const { lines, waiting, beside } = this.talk;
    const { folded, unread, menu, busy, fault, note } = this;
    const mayChat = beside?.may_chat ?? "nothing";
    return { lines, waiting, mayChat, muted: this.muted(beside?.muted_until ?? null), folded, unread, menu, busy, fault, note };
  }

  private muted(until: number | null): string {
    timers.cancel(this.muteTimer);
    this.muteTimer = null;
    const left = until === null ? 0 : until - this.around.now();
    if (until === null || left <= 0) return "";
    this.muteTimer = timers.after(Math.min(left + 500, A_DAY), () => this.schedule());
    const time = new Date(until).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
    const text = gettext("An administrator took the word from you until %(time)s. You can play on.");
    return interpolate(text, { time }, true);
  }
}
