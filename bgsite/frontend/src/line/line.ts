/**
 * What every socket of ours does, whatever it is about: comes, is greeted, pings, is lost, comes back, ends.
 * `Line` holds a socket's life; `live/socket.ts` and `lobby/line.ts` say what its frames mean (as `matches/line.py` and
 * the consumers do on the server). Knows nothing of the page: the WebSocket, the timers and chance are handed in.
 */
import { backoff } from "./backoff.ts";
import type { Surroundings, Wire } from "./surroundings.ts";

/** A ping that is not answered for this long means that the line is dead. */
export const PONG_PATIENCE = 8000;
const OPEN_PATIENCE = 10000;
/** The close code of a socket that ended without one. */
const ABNORMAL = 1006;

/** `closed`: for good, with the close code. */
export type LineState = "connecting" | "live" | "lost" | "resting" | "closed";

/** What one kind of line has of its own. */
export interface Terms {
  /** The number of the protocol that this page speaks. */
  protocol: number;
  pingMillis: number;
  /** How long the ping of a `probe` may go unanswered. Milliseconds. */
  probePatience: number;
  /** The close codes, by name. */
  close: Readonly<Record<string, number>> & { readonly RELOAD: number };
  /** After these the browser must not try again by itself. */
  finalCodes: readonly number[];
}

interface PingFrame {
  t: "ping";
  n: number;
}

/** One line; `Heard` are the frames of the server, `Sent` those of the browser. */
export abstract class Line<Heard = unknown, Sent = unknown> {
  private wire: Wire | null = null;
  private line: LineState = "connecting";
  private greeted = false;
  private attempt = 0;
  /** Openings in a row that ended without a word from the server. */
  private silentOpenings = 0;
  private pings = 0;
  /** When the oldest unanswered ping went out. */
  private unanswered: number | null = null;
  private patience = PONG_PATIENCE;
  private byeCode: number | null = null;
  private openTimer: unknown = null;
  private pingTimer: unknown = null;
  private retryTimer: unknown = null;

  constructor(
    private readonly around: Surroundings,
    private readonly terms: Terms,
  ) {}

  // --- what each kind says ---

  /** One frame from the server. */
  protected abstract hear(frame: Heard): void;

  /** The line is in another state now. */
  protected abstract changed(state: LineState, code: number | null): void;

  /** The socket is let go of: what was sent on it and has no answer will get none on it. */
  protected abstract cutOff(): void;

  /** The line ends for good: what was kept for later will never be sent. Called before `changed`. */
  protected ended(): void {}

  /** So many openings in a row ended without a word from the server. */
  protected unheard(_openings: number): void {}

  /** Send what waits to be sent. Called after every hello and with every ping. */
  protected sendDue(): void {}

  // --- what the page may do ---

  get state(): LineState {
    return this.line;
  }

  start(): void {
    this.connect();
  }

  /** Is the line still there? Asked when the browser says that the network changed or the page is looked at again. */
  probe(): void {
    if (this.line === "live") this.ping(this.terms.probePatience);
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

  // --- coming and going ---

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
    this.openTimer = this.around.timers.after(OPEN_PATIENCE, () => this.lose(wire, ABNORMAL));
    wire.onmessage = (event) => {
      if (this.wire === wire && typeof event.data === "string") this.hear(JSON.parse(event.data) as Heard);
    };
    wire.onclose = (event) => this.lose(wire, event.code);
  }

  /** Let go of the socket without a word to the page. */
  private drop(): void {
    for (const timer of [this.openTimer, this.pingTimer, this.retryTimer]) this.around.timers.cancel(timer);
    this.openTimer = this.pingTimer = this.retryTimer = null;
    this.greeted = false;
    this.unanswered = null;
    this.cutOff();
    const wire = this.wire;
    this.wire = null;
    if (!wire) return;
    wire.onopen = wire.onmessage = wire.onclose = null;
    wire.close();
  }

  private lose(wire: Wire, closeCode: number): void {
    if (this.wire !== wire) return;
    const code = this.byeCode ?? closeCode;
    const wasGreeted = this.greeted;
    this.drop();
    if (this.terms.finalCodes.includes(code)) return this.end(code);
    if (!wasGreeted) this.unheard((this.silentOpenings += 1));
    const wait = backoff(this.attempt, this.around.random());
    this.attempt += 1;
    this.change("lost", code);
    this.retryTimer = this.around.timers.after(wait, () => this.connect());
  }

  private end(code: number): void {
    this.drop();
    this.ended();
    this.change("closed", code);
  }

  private change(state: LineState, code: number | null): void {
    if (this.line === state && state !== "connecting") return;
    this.line = state;
    this.changed(state, code);
  }

  // --- frames that every kind has ---

  /** Whether the server has said hello on this socket. */
  protected get isGreeted(): boolean {
    return this.greeted;
  }

  /** The server says hello in protocol number `protocol`; `welcome` takes what else it says, unless it is not ours. */
  protected greet(protocol: number, welcome: () => void): void {
    if (protocol !== this.terms.protocol) return this.end(this.terms.close.RELOAD);
    this.around.timers.cancel(this.openTimer);
    this.openTimer = null;
    this.greeted = true;
    this.attempt = this.silentOpenings = 0;
    welcome();
    this.change("live", null);
    if (this.pingTimer === null) this.keepPinging();
    this.sendDue();
  }

  /** The server answered a ping. */
  protected ponged(): void {
    this.unanswered = null;
    this.patience = PONG_PATIENCE;
  }

  /** The server says why it is about to close; that counts when the close code is lost on the way. */
  protected bye(reason: string): void {
    this.byeCode = this.terms.close[reason.toUpperCase()] ?? null;
  }

  private keepPinging(): void {
    this.pingTimer = this.around.timers.after(this.terms.pingMillis, () => {
      this.ping();
      this.sendDue();
      this.keepPinging();
    });
  }

  /** Send a ping whose answer may take so many milliseconds, or less if an earlier one was more urgent. */
  protected ping(patience = PONG_PATIENCE): void {
    const wire = this.wire;
    if (!wire || !this.greeted) return;
    this.patience = Math.min(patience, this.patience);
    this.unanswered ??= this.now();
    const since = this.unanswered;
    this.pings += 1;
    this.put({ t: "ping", n: this.pings });
    this.later(this.patience, () => {
      if (this.unanswered === since) this.lose(wire, ABNORMAL);
    });
  }

  protected now(): number {
    return this.around.timers.now();
  }

  /** Do it after so many milliseconds, if the socket is the same then. */
  protected later(milliseconds: number, run: () => void): void {
    const wire = this.wire;
    this.around.timers.after(milliseconds, () => {
      if (this.wire === wire) run();
    });
  }

  protected put(frame: Sent | PingFrame): void {
    this.wire?.send(JSON.stringify(frame));
  }
}
