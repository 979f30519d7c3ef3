/**
 * What goes on at the table beside the game: hints, the computer's pace, absent players, the own seat, chat.
 * The chat's panel hears its frames by `onChat` and asks by `asks`.
 */
import { Asks, isLost } from "./asks.ts";
import { folded, goneOf } from "./gone.ts";
import { isCubeDecision, isHintable } from "./hints.ts";
import type { Sentences } from "./page.ts";
import type { AbsentChoice, AdviceFrame, BesideFrame, BrowserFrame, ChatFrame } from "./protocol.ts";
import { type Refused, sentenceFor } from "./sentences.ts";
import { handsOf } from "./sides.ts";
import type { AsideFrame } from "./socket.ts";
import type { Asking, Store } from "./store.ts";

type ChatListener = (frame: ChatFrame | BesideFrame) => void;

export class Aside {
  readonly asks: Asks;
  private readonly listeners = new Set<ChatListener>();
  /** What came before anybody listened: the chat's script is loaded after the table's. */
  private readonly unheard: (ChatFrame | BesideFrame)[] = [];
  private sendNow: (frame: BrowserFrame) => boolean = () => false;

  constructor(
    private readonly store: Store,
    private readonly sentences: Sentences,
    private readonly now: () => number,
    private readonly goneSeconds: number,
  ) {
    this.asks = new Asks((frame) => this.sendNow(frame));
  }

  use(send: (frame: BrowserFrame) => boolean): void {
    this.sendNow = send;
  }

  /** Send a frame that gets no `answered`, such as `chat_after`; returns whether it went out. */
  send(frame: BrowserFrame): boolean {
    return this.sendNow(frame);
  }

  /** Hear every `chat` and `beside`, those that have come already first. */
  onChat(listener: ChatListener): void {
    this.listeners.add(listener);
    for (const frame of this.unheard.splice(0)) listener(frame);
  }

  // ---------------------------------------------------------------- what the server says

  heard(frame: AsideFrame): void {
    switch (frame.t) {
      case "answered":
        this.asks.answered(frame);
        return;
      case "advice":
        return this.advice(frame);
      case "beside":
        this.store.set({ beside: frame });
        return this.tellChat(frame);
      case "chat":
        return this.tellChat(frame);
    }
  }

  lineLost(): void {
    this.asks.lost();
  }

  private tellChat(frame: ChatFrame | BesideFrame): void {
    if (this.listeners.size === 0) this.unheard.push(frame);
    for (const listener of this.listeners) listener(frame);
  }

  private advice(frame: AdviceFrame): void {
    const { hint, view } = this.store.state;
    this.asks.answered({ ask: frame.ask, code: null, params: {} });
    if (hint?.kind !== "waiting" || view?.decision !== frame.about || hint.about !== frame.about) return;
    this.store.set({ hint: { kind: "advice", about: frame.about, advice: frame, shown: null } });
  }

  // ---------------------------------------------------------------- what a person wants

  /** Ask the engine; asked again, put its answer away. */
  hint(): void {
    const { hint, view, you, beside } = this.store.state;
    if (hint?.kind === "advice") return this.store.set({ hint: null });
    if (!view || hint || !isHintable(view, you, beside)) return;
    const side = handsOf(view, you).find((each) => view.awaits.includes(each));
    if (!side) return;
    const about = view.decision;
    const sent = this.asks.ask({ t: "hint", side, about }, (refused) => {
      if (refused) this.failHint(about, refused);
    });
    if (sent !== null) this.store.set({ hint: { kind: "waiting", about, cube: isCubeDecision(view) }, notice: null });
  }

  /** Show the play of this place in the list on the board; null: none. */
  showHint(shown: number | null): void {
    const { hint } = this.store.state;
    if (hint?.kind === "advice" && hint.shown !== shown) this.store.set({ hint: { ...hint, shown } });
  }

  private failHint(about: number, refused: Refused): void {
    const { hint } = this.store.state;
    if (hint?.kind === "waiting" && hint.about === about) this.store.set({ hint: null });
    this.fail(refused);
  }

  /** What to do about the opponent who is gone. */
  absent(choice: AbsentChoice): void {
    const { view } = this.store.state;
    const gone = goneOf(this.store.state, this.now(), this.goneSeconds);
    if (!view || !gone) return;
    this.ask("absent", { t: "absent", accused: gone.side, about: view.decision, choice });
  }

  /** Fold the offer about the absent opponent into one line, or open it again. */
  fold(isFolded: boolean): void {
    this.store.set({ goneFolded: isFolded ? folded(this.store.state) : null });
  }

  seatBack(): void {
    const { view, you } = this.store.state;
    const side = view && you.find((each) => view.computers[each] !== null);
    if (side) this.ask("seat_back", { t: "seat_back", side });
  }

  pace(millis: number): void {
    this.ask("pace", { t: "pace", millis });
  }

  private ask(asking: Exclude<Asking, null>, frame: Parameters<Asks["ask"]>[0]): void {
    if (this.store.state.asking !== null) return;
    const sent = this.asks.ask(frame, (refused) => {
      this.store.set({ asking: null });
      if (refused) this.fail(refused);
    });
    if (sent !== null) this.store.set({ asking, notice: null });
  }

  private fail(refused: Refused): void {
    const sentence =
      isLost(refused) ? gettext("The connection was lost before the answer came.") : sentenceFor(this.sentences, refused);
    this.store.set({ notice: sentence });
  }
}
