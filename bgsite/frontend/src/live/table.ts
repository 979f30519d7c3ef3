/** The table: joins the connection, the board and the store. Frames come in, are animated in order, and become the state. */
import type { Board, BoardEvent, BoardSettings } from "../board/index.ts";
import { BlockedWatch, blockedSentence } from "../line/blocked.ts";
import type { LineState } from "../line/line.ts";
import { spoken } from "./announce.ts";
import type { Aside } from "./aside.ts";
import type { ServerTime } from "./clock.ts";
import { extendLog, lastDance } from "./movelog.ts";
import { boardLook, newsOf } from "./look.ts";
import { backSentence, lostSentence } from "./panel/banner.ts";
import { pictureSentence } from "./panel/picture.ts";
import { namesOf } from "./names.ts";
import { preAnswerAfter } from "./preanswer.ts";
import type { Preferences } from "./preferences.ts";
import type { Page, Sentences } from "./page.ts";
import type { ErrorFrame, HelloFrame, PresenceFrame, RefusedFrame, Side, View, WireEvent } from "./protocol.ts";
import { voidedSentence } from "./panel/actions.ts";
import { rulingsAfter } from "./rulings.ts";
import { sentenceFor } from "./sentences.ts";
import { bottomSide, nearSide } from "./sides.ts";
import type { AsideFrame, Connection, Listener } from "./socket.ts";
import { statusLine } from "./status.ts";
import type { State, Store } from "./store.ts";
import type { Change } from "./sync.ts";
import { type Wish, frameFor, sideFor } from "./wishes.ts";
import type { Computers } from "./words.ts";

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

const isSameComputers = (before: Computers | undefined, now: Computers): boolean =>
  before?.white === now.white && before.black === now.black;

/** Both the status line and what is spoken use these. */
export const statusOf = (state: Readonly<State>): string =>
  state.view ? statusLine(state.view, state, progress(state), lastDance(state.log)) : gettext("The match has not started.");

function progress(state: Readonly<State>) {
  const turn = state.turn;
  return turn && { left: turn.left, complete: turn.complete, started: turn.steps.length > 0 };
}

/** How the board is to look to this reader. */
export function boardSettings(view: View | null, you: readonly Side[], preferences: Preferences): BoardSettings {
  const { direction, speed, moveStyle, pips, turnBoard } = preferences;
  return {
    near: view ? bottomSide(view, you, turnBoard) : "white",
    numbering: view ? nearSide(view, you) : "white",
    direction,
    speed,
    moveStyle,
    pips,
    // The side that the board speaks of as "yours"; null: of both by colour.
    yours: you.length === 1 ? you[0]! : null,
    ...boardLook(preferences),
    controls: true,
  };
}

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
  private hint: State["hint"] = null;
  private readonly blockedWatch = new BlockedWatch((blocked) => this.lineBlocked(blocked));

  constructor(
    private readonly store: Store,
    private readonly board: Board,
    private readonly page: Page,
    private readonly sentences: Sentences,
    private readonly beside: Aside,
    private readonly serverTime: ServerTime,
    private readonly speak: (sentences: string[]) => void,
  ) {
    board.on((event) => this.fromBoard(event));
    store.subscribe(() => this.lookAtHint());
    this.showBoard();
  }

  use(connection: Connection): void {
    this.connection = connection;
    this.beside.use((frame) => connection.say(frame));
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

  /** These steps, each when the one before has landed; until somebody does something else. */
  async steps(path: readonly [number, number, number][]): Promise<void> {
    const decision = this.store.state.view?.decision;
    for (const step of path) {
      const { pending, view, handsOff } = this.store.state;
      if (pending || view?.decision !== decision || handsOff === decision) return;
      this.board.stepBy(step);
      await inTime(this.board.landed());
    }
  }

  undo(): void {
    this.byHand();
    if (!this.store.state.pending) this.board.undo();
  }

  reset(): void {
    this.byHand();
    if (!this.store.state.pending) this.board.reset();
  }

  /** The last confirmed play back, if there is one. */
  takeBack(): void {
    this.wish({ t: "take_back" });
  }

  /** Nothing is played by itself in a turn in which something was taken back. */
  private byHand(): void {
    const { view } = this.store.state;
    if (view) this.store.set({ handsOff: view.decision });
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
      case "look":
        return this.noteLook(event);
      case "landed":
      case "rolled":
        return; // they are to be heard only
    }
  }

  /** The board is drawn another way than it was: say why, unless the reader wanted it so. */
  private noteLook(event: Extract<BoardEvent, { kind: "look" }>): void {
    const picture = newsOf(event, boardLook(this.store.state.preferences).look);
    this.store.set({ picture });
    if (picture) this.speak([pictureSentence(picture)]);
  }

  // ---------------------------------------------------------------- what the server says

  state(line: LineState, code: number | null): void {
    const before = this.store.state;
    clearTimeout(this.backTimer);
    const back = line === "live" && before.line === "lost";
    const pending = line === "closed" ? null : before.pending;
    const stale = line === "resting" || (before.stale && line !== "closed");
    this.store.set({ line, closeCode: code, back, pending, stale });
    if (line !== "live") this.beside.lineLost();
    if (line === "lost" && before.line === "live") this.speak([lostSentence()]);
    if (back) {
      this.speak([backSentence(), statusOf(this.store.state)]);
      this.backTimer = setTimeout(() => this.store.set({ back: false }), BACK_SHOWN);
    }
    this.showBoard();
  }

  unheard(openings: number): void {
    void this.blockedWatch.unheard(openings);
  }

  private lineBlocked(blocked: boolean): void {
    this.store.set({ blocked });
    if (blocked) this.speak([blockedSentence()]);
  }

  hello(frame: HelloFrame): void {
    this.blockedWatch.heard();
    this.generation += 1;
    this.queue.length = 0;
    this.store.set({ you: frame.you, presence: frame.presence, stale: false });
    this.noteRulings(frame.log);
    if (frame.view) this.become(frame.view, frame.v, frame.log);
  }

  moved(frame: Change, events: WireEvent[]): void {
    const { pending } = this.store.state;
    const shown = pending?.name === "play" && pending.id === frame.cid;
    this.queue.push({ frame, events, shown });
    void this.drain();
  }

  presence(frame: PresenceFrame): void {
    const { white, black, spectators, white_gone, black_gone } = frame;
    this.store.set({ presence: { white, black, spectators, white_gone, black_gone } });
  }

  aside(frame: AsideFrame): void {
    this.beside.heard(frame);
    if (frame.t === "beside") this.rename();
  }

  /** What the players are called depends on who plays. */
  private rename(): void {
    const { view, you, beside } = this.store.state;
    const hotSeat = beside?.hot_seat ?? (this.page.hot_seat || you.length === 2);
    this.store.set({ names: namesOf(this.page, view, hotSeat) });
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
    this.noteDoubling(events, frame.view);
    this.noteRulings(events);
    this.become(frame.view, frame.v, extendLog(this.store.state.log, events));
    const { state } = this.store;
    const voided = state.voided === frame.view.decision ? [voidedSentence()] : [];
    this.speak([...voided, ...spoken(events, frame.view, state, statusOf(state))]);
  }

  /** A pre-answer is void when the other doubled instead of playing on; and it is used up by the roll. */
  private noteDoubling(events: readonly WireEvent[], view: View): void {
    const { noDouble, you } = this.store.state;
    const now = noDouble ? preAnswerAfter(events, you) : "kept";
    if (now === "voided") this.store.set({ noDouble: false, voided: view.decision });
    else if (now === "used") this.store.set({ noDouble: false });
  }

  private noteRulings(events: readonly WireEvent[]): void {
    const { rulings, rulingRead } = this.store.state;
    this.store.set({ rulings: rulingsAfter(events, rulings, rulingRead) });
  }

  private become(view: View, v: number, log: readonly WireEvent[]): void {
    const { pending, view: before, notice } = this.store.state;
    const settled = pending?.storedAs != null && pending.storedAs <= v;
    const moved = before?.decision !== view.decision;
    const restored = log.at(-1)?.e === "play_taken_back";
    this.store.set({
      view,
      v,
      log,
      computers: view.computers,
      pending: settled ? null : pending,
      notice: moved ? null : notice,
      hint: moved ? null : this.store.state.hint,
      ...(restored && moved ? { handsOff: view.decision } : {}),
    });
    if (!isSameComputers(before?.computers, view.computers)) this.rename();
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

  /** The play of a hint that is being looked at, on the board. */
  private lookAtHint(): void {
    const { hint } = this.store.state;
    if (hint === this.hint) return;
    this.hint = hint;
    const shown = hint?.kind === "advice" && hint.shown !== null ? hint.advice.plays[hint.shown] : undefined;
    this.board.preview(hint?.kind === "advice" && shown ? { side: hint.advice.side, moves: shown.steps } : null);
  }

  /** Tell the board how it is to look, when that has changed: it draws itself anew then. */
  private settleBoard(view: View): void {
    const { you, preferences } = this.store.state;
    const wanted = boardSettings(view, you, preferences);
    const key = JSON.stringify(wanted);
    if (key === this.settings) return;
    this.settings = key;
    this.board.settings(wanted);
  }

  private localTurn() {
    return playableSide(this.store.state) ? this.board.turn() : null;
  }
}
