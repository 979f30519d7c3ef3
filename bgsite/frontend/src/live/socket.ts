/**
 * The connection of a table: joins, keeps the version, asks for what is missing, sends actions until they are answered,
 * and comes back after a loss. Knows nothing of the page: the WebSocket, the timers and the dice of chance are handed in.
 */
import { backoff } from "./backoff.ts";
import { Outbox } from "./outbox.ts";
import {
  type ActionFrame,
  type AdviceFrame,
  type AnsweredFrame,
  type BesideFrame,
  type BrowserFrame,
  CLOSE,
  type ChatFrame,
  type ErrorFrame,
  type HelloFrame,
  PING_MILLIS,
  PROTOCOL,
  type PresenceFrame,
  type RefusedFrame,
  type ServerFrame,
  type WireEvent,
} from "./protocol.ts";
import { type Change, judge } from "./sync.ts";

/** A ping that is not answered for this long means that the line is dead. */
const PONG_PATIENCE = 8000;
const PROBE_PATIENCE = 3000;
const OPEN_PATIENCE = 10000;
const BROADCAST_PATIENCE = 400;
/** An action without an answer on a line that lives is sent again. */
const ANSWER_PATIENCE = 10000;
/** After these the browser must not try again by itself. */
export const FINAL_CODES: readonly number[] = [CLOSE.LOGIN_AGAIN, CLOSE.NOT_ALLOWED, CLOSE.NO_SUCH_MATCH, CLOSE.RELOAD, CLOSE.TOO_MANY_SOCKETS];

/** `closed`: for good, with the close code. */
export type LineState = "connecting" | "live" | "lost" | "resting" | "closed";

/** What the server says beside the game. */
export type AsideFrame = AnsweredFrame | BesideFrame | ChatFrame | AdviceFrame;

/** The part of a WebSocket that is used. */
export interface Wire {
  send(text: string): void;
  close(code?: number): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

export interface Timers {
  /** Milliseconds; never jumps. */
  now(): number;
  after(milliseconds: number, run: () => void): unknown;
  cancel(handle: unknown): void;
}

export interface Surroundings {
  open(): Wire;
  timers: Timers;
  /** In [0, 1). */
  random(): number;
}

/** What the table is told. */
export interface Listener {
  state(state: LineState, code: number | null): void;
  hello(frame: HelloFrame): void;
  /** `events` are the new ones; `frame.t` "missed" owes no animation. */
  moved(frame: Change, events: WireEvent[]): void;
  presence(frame: PresenceFrame): void;
  /** Stored, as version `v`. Said once for each action, sometimes before the frame that shows it. */
  done(id: string, v: number): void;
  refused(frame: RefusedFrame): void;
  error(frame: ErrorFrame): void;
  /** Beside the game: no version, nothing missed is sent again. */
  aside(frame: AsideFrame): void;
  /** The server's clock, read just now. */
  time(now: number): void;
}

export class Connection {
  private wire: Wire | null = null;
  private version: number;
  private line: LineState = "connecting";
  private greeted = false;
  private attempt = 0;
  private pings = 0;
  /** When the oldest unanswered ping went out. */
  private unanswered: number | null = null;
  private patience = PONG_PATIENCE;
  private asked = false;
  private byeCode: number | null = null;
  private openTimer: unknown = null;
  private pingTimer: unknown = null;
  private retryTimer: unknown = null;
  private readonly outbox = new Outbox();

  constructor(
    private readonly around: Surroundings,
    private readonly listener: Listener,
    version: number,
  ) {
    this.version = version;
  }

  get state(): LineState {
    return this.line;
  }

  /** The version of the match that the table has been given. */
  get v(): number {
    return this.version;
  }

  /** Whether an action waits for its answer. */
  get waiting(): boolean {
    return this.outbox.size > 0;
  }

  start(): void {
    this.connect();
  }

  /** Send an action, now or as soon as the line is back. After the end of the line: nothing. */
  act(frame: ActionFrame): void {
    if (this.line === "closed") return;
    this.outbox.add(frame);
    this.flush();
  }

  /** Send what is beside the game, if the line lives; it is not kept, and not sent again. Returns whether it was sent. */
  say(frame: BrowserFrame): boolean {
    if (!this.greeted) return false;
    this.put(frame);
    return true;
  }

  /** Ask for everything after our version. */
  resync(): void {
    if (!this.greeted || this.asked) return;
    this.asked = true;
    this.put({ t: "resync", after: this.version });
  }

  /** Is the line still there? Asked when the browser says that the network changed or the page is looked at again. */
  probe(): void {
    if (this.line === "live") this.ping(PROBE_PATIENCE);
    else if (this.line === "lost") this.retryNow();
  }

  /** The page is being put away. */
  rest(): void {
    if (this.line === "closed") return;
    this.drop();
    this.change("resting", null);
  }

  /** The page came back: nothing it shows is trusted until the server has spoken. */
  wake(): void {
    if (this.line !== "closed") this.retryNow();
  }

  private retryNow(): void {
    this.drop();
    this.attempt = 0;
    this.connect();
  }

  private connect(): void {
    this.change(this.attempt === 0 && this.line === "connecting" ? "connecting" : "lost", null);
    this.byeCode = null;
    const wire = this.around.open();
    this.wire = wire;
    this.openTimer = this.around.timers.after(OPEN_PATIENCE, () => this.lose(wire, 1006));
    wire.onmessage = (event) => {
      if (this.wire === wire && typeof event.data === "string") this.take(JSON.parse(event.data) as ServerFrame);
    };
    wire.onclose = (event) => this.lose(wire, event.code);
  }

  /** Let go of the socket without a word to the table. */
  private drop(): void {
    const { timers } = this.around;
    for (const timer of [this.openTimer, this.pingTimer, this.retryTimer]) timers.cancel(timer);
    this.openTimer = this.pingTimer = this.retryTimer = null;
    this.greeted = this.asked = false;
    this.unanswered = null;
    this.outbox.forgetSending();
    const wire = this.wire;
    this.wire = null;
    if (!wire) return;
    wire.onopen = wire.onmessage = wire.onclose = null;
    wire.close();
  }

  private lose(wire: Wire, closeCode: number): void {
    if (this.wire !== wire) return;
    const code = this.byeCode ?? closeCode;
    this.drop();
    if (FINAL_CODES.includes(code)) return this.end(code);
    const wait = backoff(this.attempt, this.around.random());
    this.attempt += 1;
    this.change("lost", code);
    this.retryTimer = this.around.timers.after(wait, () => this.connect());
  }

  private end(code: number): void {
    this.drop();
    this.outbox.clear();
    this.change("closed", code);
  }

  private change(state: LineState, code: number | null): void {
    if (this.line === state && state !== "connecting") return;
    this.line = state;
    this.listener.state(state, code);
  }

  private take(frame: ServerFrame): void {
    switch (frame.t) {
      case "hello":
        return this.greet(frame);
      case "moved":
      case "missed":
        return this.move(frame);
      case "done":
        return this.acknowledge(frame.id, frame.v);
      case "refused":
        if (this.outbox.answered(frame.id)) this.listener.refused(frame);
        return this.expect(frame.v);
      case "error":
        return this.fail(frame);
      case "pong":
        return this.pong(frame.v, frame.now);
      case "presence":
        return this.listener.presence(frame);
      case "answered":
      case "beside":
      case "chat":
      case "advice":
        return this.listener.aside(frame);
      case "bye":
        this.byeCode = CLOSE[frame.code.toUpperCase() as keyof typeof CLOSE] ?? null;
    }
  }

  private greet(frame: HelloFrame): void {
    if (frame.protocol !== PROTOCOL) return this.end(CLOSE.RELOAD);
    const { timers } = this.around;
    timers.cancel(this.openTimer);
    this.openTimer = null;
    const first = !this.greeted;
    this.greeted = true;
    this.asked = false;
    this.attempt = 0;
    this.version = frame.v;
    this.listener.time(frame.now);
    this.listener.hello(frame);
    this.change("live", null);
    if (first) this.keepPinging();
    this.flush();
  }

  private move(frame: Change): void {
    if (!this.greeted) return;
    if (frame.t === "missed") this.asked = false;
    const verdict = judge(frame, this.version);
    if (verdict.kind === "take") {
      this.version = frame.v;
      this.listener.time(frame.now);
      this.listener.moved(frame, verdict.events);
    }
    if (frame.cid !== null) this.acknowledge(frame.cid, frame.v);
    if (verdict.kind === "resync") this.resync();
  }

  private acknowledge(id: string, v: number): void {
    if (this.outbox.answered(id)) this.listener.done(id, v);
    this.expect(v);
  }

  /** The match is at `v`. The frame of it is usually a moment behind; when it was lost, we need not wait for a pong. */
  private expect(v: number): void {
    if (v <= this.version) return;
    const wire = this.wire;
    this.around.timers.after(BROADCAST_PATIENCE, () => {
      if (this.wire === wire && v > this.version) this.resync();
    });
  }

  /** Not understood, or a fault of the server: it names no action, so none is kept, and the truth is asked for. */
  private fail(frame: ErrorFrame): void {
    this.outbox.clear();
    this.listener.error(frame);
    this.resync();
  }

  private pong(v: number, now: number): void {
    this.unanswered = null;
    this.patience = PONG_PATIENCE;
    this.listener.time(now);
    if (v > this.version) {
      this.asked = false;
      this.resync();
    }
  }

  private keepPinging(): void {
    this.pingTimer = this.around.timers.after(PING_MILLIS, () => {
      this.ping(PONG_PATIENCE);
      this.flush();
      this.keepPinging();
    });
  }

  private ping(patience: number): void {
    const wire = this.wire;
    if (!wire || !this.greeted) return;
    this.patience = Math.min(patience, this.patience);
    const now = this.around.timers.now();
    this.unanswered ??= now;
    this.pings += 1;
    this.put({ t: "ping", n: this.pings });
    const asked = this.unanswered;
    this.around.timers.after(this.patience, () => {
      if (this.wire === wire && this.unanswered !== null && this.unanswered <= asked) this.lose(wire, 1006);
    });
  }

  /** Send what is due. */
  private flush(): void {
    if (!this.greeted) return;
    for (const frame of this.outbox.due(this.around.timers.now(), ANSWER_PATIENCE)) this.put(frame);
  }

  private put(frame: BrowserFrame): void {
    this.wire?.send(JSON.stringify(frame));
  }
}
