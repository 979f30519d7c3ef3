/** The table: joins the connection, the board and the store. Frames come in, are animated in order, and become the state. */
import type { Board, BoardEvent } from "../board/index.ts";
import { spoken } from "./announce.ts";
import type { ServerTime } from "./clock.ts";
import { extendLog, lastDance } from "./movelog.ts";
import { backSentence, lostSentence } from "./panel/banner.ts";
import type { ErrorFrame, HelloFrame, PresenceFrame, RefusedFrame, Side, View, WireEvent } from "./protocol.ts";
import type { Sentences } from "./page.ts";
import { sentenceFor } from "./sentences.ts";
import { nearSide } from "./sides.ts";
import type { Connection, LineState, Listener } from "./socket.ts";
import { statusLine } from "./status.ts";
import type { State, Store } from "./store.ts";
import type { Change } from "./sync.ts";
import { type Wish, frameFor, sideFor } from "./wishes.ts";

const BACK_SHOWN = 4000;
/** A picture that is not shown does not move: no play is waited for longer than this. Milliseconds. */
const LONGEST_PLAY = 5000;

const inTime = (animation: Promise<void>): Promise<void> =>
  Promise.race([animation, new Promise<void>((resolve) => setTimeout(resolve, LONGEST_PLAY))]);

interface Job {
  frame: Change;
  events: WireEvent[];
  /** The play is already on the board: it was made here. */
  shown: boolean;
}

/** Both the status line and what is spoken use these. */
export const statusOf = (state: Readonly<State>): string =>
  state.view ? statusLine(state.view, state, progress(state), lastDance(state.log)) : gettext("The match has not started.");

function progress(state: Readonly<State>) {
  const turn = state.turn;
  return turn && { left: turn.left, complete: turn.complete, started: turn.steps.length > 0 };
}

/** The side that the board speaks of as "yours"; null: of both by colour. */
export const yoursOf = ({ you }: Readonly<State>): Side | null => (you.length === 1 ? you[0]! : null);

/** The side whose turn is played on this board; also while the finished play is on its way to the server. */
function playableSide(state: Readonly<State>): Side | null {
  return state.view && state.line !== "closed" ? sideFor(state.view, state.you, "play") : null;
}

export class Table implements Listener {
  private readonly queue: Job[] = [];
  /** Raised by every snapshot: an animation of before must not be finished by a frame of before. */
  private generation = 0;
  private animating = false;
  private backTimer: ReturnType<typeof setTimeout> | undefined;
  private connection: Connection | undefined;
  /** The board's settings as last given. */
  private settings = "";

  constructor(
    private readonly store: Store,
    private readonly board: Board,
    private readonly sentences: Sentences,
    private readonly serverTime: ServerTime,
    private readonly speak: (sentences: string[]) => void,
  ) {
    board.on((event) => this.fromBoard(event));
    this.showBoard();
  }

  use(connection: Connection): void {
    this.connection = connection;
  }

  // ---------------------------------------------------------------- what a person wants

  /** Ask the server for something. While an answer is awaited, or when it would be refused anyway, nothing happens. */
  wish(wish: Wish): boolean {
    const { view, you, pending, line } = this.store.state;
    if (!view || pending || line === "closed" || !this.connection) return false;
    const frame = frameFor(view, you, wish, crypto.randomUUID());
    if (!frame) return false;
    this.store.set({ pending: { id: frame.id, name: wish.t, storedAs: null }, notice: null, dialog: null });
    this.showBoard();
    this.connection.act(frame);
    return true;
  }

  confirm(): boolean {
    const turn = this.board.turn();
    return turn.complete && this.wish({ t: "play", steps: turn.steps });
  }

  /** Double, or say why not. */
  double(): void {
    const { view, you } = this.store.state;
    if (this.wish({ t: "double" }) || !view) return;
    const side = view.to_act;
    const refusal = side && you.includes(side) ? view.can[side].double_refusal : null;
    if (refusal) this.store.set({ notice: sentenceFor(this.sentences, refusal) });
  }

  step(from: number, to: number): void {
    if (!this.store.state.pending) this.board.step(from, to);
  }

  undo(): void {
    if (!this.store.state.pending) this.board.undo();
  }

  reset(): void {
    if (!this.store.state.pending) this.board.reset();
  }

  private fromBoard(event: BoardEvent): void {
    switch (event.kind) {
      case "turn":
        return this.store.set({ turn: this.localTurn(), notice: null });
      case "dice":
        if (!this.wish({ t: "roll" })) this.confirm();
        return;
      case "cube":
        return this.double();
    }
  }

  // ---------------------------------------------------------------- what the server says

  state(line: LineState, code: number | null): void {
    const before = this.store.state;
    clearTimeout(this.backTimer);
    const back = line === "live" && before.line === "lost";
    const pending = line === "closed" ? null : before.pending;
    const stale = line === "resting" || (before.stale && line !== "closed");
    this.store.set({ line, closeCode: code, back, pending, stale });
    if (line === "lost" && before.line === "live") this.speak([lostSentence()]);
    if (back) {
      this.speak([backSentence(), statusOf(this.store.state)]);
      this.backTimer = setTimeout(() => this.store.set({ back: false }), BACK_SHOWN);
    }
    this.showBoard();
  }

  hello(frame: HelloFrame): void {
    this.generation += 1;
    this.queue.length = 0;
    this.store.set({ you: frame.you, presence: frame.presence, stale: false });
    if (frame.view) this.become(frame.view, frame.v, frame.log);
  }

  moved(frame: Change, events: WireEvent[]): void {
    const { pending } = this.store.state;
    const shown = pending?.name === "play" && pending.id === frame.cid;
    this.queue.push({ frame, events, shown });
    void this.drain();
  }

  presence(frame: PresenceFrame): void {
    this.store.set({ presence: { white: frame.white, black: frame.black, spectators: frame.spectators } });
  }

  done(id: string, v: number): void {
    const { pending } = this.store.state;
    if (pending?.id !== id) return;
    this.store.set({ pending: v <= this.store.state.v ? null : { ...pending, storedAs: v } });
    this.showBoard();
  }

  refused(frame: RefusedFrame): void {
    this.fail(sentenceFor(this.sentences, frame), frame.id);
  }

  error(frame: ErrorFrame): void {
    this.fail(sentenceFor(this.sentences, frame), null);
  }

  time(now: number): void {
    this.serverTime.heard(now);
  }

  /** Nothing happened: say so, and show the truth again. */
  private fail(sentence: string, id: string | null): void {
    const { pending } = this.store.state;
    const mine = id === null || pending?.id === id;
    // First the board: taking its steps back is a change of the turn, and that clears what was said before.
    if (mine && pending?.name === "play") this.board.reset();
    this.store.set({ notice: sentence, pending: mine ? null : pending });
    this.showBoard();
  }

  // ---------------------------------------------------------------- frames become the state

  private async drain(): Promise<void> {
    if (this.animating) return;
    for (let job = this.queue.shift(); job; job = this.queue.shift()) {
      if (this.mayAnimate(job)) {
        const generation = this.generation;
        this.animating = true;
        await this.animate(job.events);
        this.animating = false;
        if (generation !== this.generation) continue; // a snapshot came meanwhile and holds all of this
      }
      this.advance(job);
    }
  }

  private mayAnimate(job: Job): boolean {
    const behind = this.queue.length > 0 || document.hidden;
    const plays = job.events.some((event) => event.e === "checkers_played");
    return plays && job.frame.t === "moved" && !job.shown && !behind;
  }

  private async animate(events: readonly WireEvent[]): Promise<void> {
    // The same play may have been begun here, too, when it was made in another tab.
    if (this.board.turn().steps.length > 0) this.board.reset();
    for (const event of events) {
      if (event.e === "checkers_played") await inTime(this.board.play(event.side, event.moves));
    }
  }

  private advance({ frame, events }: Job): void {
    this.become(frame.view, frame.v, extendLog(this.store.state.log, events));
    const { state } = this.store;
    this.speak(spoken(events, frame.view, state, statusOf(state)));
  }

  private become(view: View, v: number, log: readonly WireEvent[]): void {
    const { pending, view: before, notice } = this.store.state;
    const settled = pending?.storedAs != null && pending.storedAs <= v;
    const moved = before?.decision !== view.decision;
    this.store.set({ view, v, log, pending: settled ? null : pending, notice: moved ? null : notice });
    this.showBoard();
  }

  /** Give the board the truth, and who may move on it. */
  showBoard(): void {
    const { view, you, pending, line } = this.store.state;
    if (!view) return;
    const free = pending === null && line !== "closed";
    this.settleBoard(view);
    const roller = free ? sideFor(view, you, "roll") : null;
    // Whoever is to roll sees dice to throw at the own end of the board.
    this.board.show(view, playableSide(this.store.state) ?? roller, {
      roll: roller !== null,
      double: free && sideFor(view, you, "double") !== null,
    });
    this.store.set({ turn: this.localTurn() });
  }

  /** Tell the board how it is to look, when that has changed: it draws itself anew then. */
  private settleBoard(view: View): void {
    const { you, preferences } = this.store.state;
    const { direction, speed, moveStyle, pips } = preferences;
    const wanted = { near: nearSide(view, you), direction, speed, moveStyle, pips, yours: yoursOf(this.store.state) };
    const key = JSON.stringify(wanted);
    if (key === this.settings) return;
    this.settings = key;
    this.board.settings(wanted);
  }

  private localTurn() {
    return playableSide(this.store.state) ? this.board.turn() : null;
  }
}
