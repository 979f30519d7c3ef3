/**
 * The connection to the lobby: says hello anew after every loss, pings, passes lists on, sends what is asked once.
 * Knows nothing of the page: the WebSocket, the timers and the dice of chance are handed in.
 */
import { backoff } from "../live/backoff.ts";
import { type AnsweredFrame, type AskFrame, CLOSE, type ErrorFrame, type HelloFrame, PING_MILLIS, PROTOCOL } from "./protocol.ts";
import type { BrowserFrame, Mine, Online, SeekView, ServerFrame } from "./protocol.ts";

/** A ping that is not answered for this long means that the line is dead. */
const PONG_PATIENCE = 8000;
const OPEN_PATIENCE = 10000;
/** After these the browser must not try again by itself. */
const FINAL_CODES: readonly number[] = [CLOSE.LOGIN_AGAIN, CLOSE.NOT_ALLOWED, CLOSE.RELOAD, CLOSE.TOO_MANY_SOCKETS];

/** `closed`: for good, with the close code. */
export type LineState = "connecting" | "live" | "lost" | "resting" | "closed";

/** The part of a WebSocket that is used. */
export interface Wire {
  send(text: string): void;
  close(code?: number): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

export interface Surroundings {
  open(): Wire;
  timers: {
    now(): number;
    after(milliseconds: number, run: () => void): unknown;
    cancel(handle: unknown): void;
  };
  /** In [0, 1). */
  random(): number;
}

/** What the page is told. */
export interface Listener {
  state(state: LineState, code: number | null): void;
  hello(frame: HelloFrame): void;
  seeks(seeks: SeekView[]): void;
  online(online: Online): void;
  mine(mine: Mine): void;
  answered(frame: AnsweredFrame): void;
  error(frame: ErrorFrame): void;
  /** The line broke while something asked had no answer: nobody knows whether it was done. */
  unsure(): void;
}

export class Line {
  private wire: Wire | null = null;
  private line: LineState = "connecting";
  private greeted = false;
  private attempt = 0;
  private pings = 0;
  private unanswered: number | null = null;
  private asked = new Set<string>();
  private byeCode: number | null = null;
  private openTimer: unknown = null;
  private pingTimer: unknown = null;
  private retryTimer: unknown = null;

  constructor(
    private readonly around: Surroundings,
    private readonly listener: Listener,
  ) {}

  get state(): LineState {
    return this.line;
  }

  start(): void {
    this.connect();
  }

  /** Send it now; false when there is no line to send it on. */
  ask(frame: AskFrame): boolean {
    if (!this.greeted) return false;
    this.asked.add(frame.ask);
    this.put(frame);
    return true;
  }

  /** Is the line still there? Asked when the network changed or the page is looked at again. */
  probe(): void {
    if (this.line === "live") this.ping();
    else if (this.line === "lost") this.retryNow();
  }

  /** The page is being put away. */
  rest(): void {
    if (this.line === "closed") return;
    this.drop();
    this.change("resting", null);
  }

  /** The page came back. */
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

  private drop(): void {
    for (const timer of [this.openTimer, this.pingTimer, this.retryTimer]) this.around.timers.cancel(timer);
    this.openTimer = this.pingTimer = this.retryTimer = null;
    this.greeted = false;
    this.unanswered = null;
    if (this.asked.size > 0) this.listener.unsure();
    this.asked.clear();
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
    if (FINAL_CODES.includes(code)) return this.change("closed", code);
    const wait = backoff(this.attempt, this.around.random());
    this.attempt += 1;
    this.change("lost", code);
    this.retryTimer = this.around.timers.after(wait, () => this.connect());
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
      case "seeks":
        return this.listener.seeks(frame.seeks);
      case "online":
        return this.listener.online(frame.online);
      case "mine":
        return this.listener.mine(frame.mine);
      case "answered":
        if (this.asked.delete(frame.ask)) this.listener.answered(frame);
        return;
      case "error":
        this.asked.clear();
        return this.listener.error(frame);
      case "pong":
        this.unanswered = null;
        return;
      case "nudge":
        return this.ping();
      case "bye":
        this.byeCode = CLOSE[frame.code.toUpperCase() as keyof typeof CLOSE] ?? null;
    }
  }

  private greet(frame: HelloFrame): void {
    if (frame.protocol !== PROTOCOL) {
      this.drop();
      return this.change("closed", CLOSE.RELOAD);
    }
    const { timers } = this.around;
    timers.cancel(this.openTimer);
    this.openTimer = null;
    this.greeted = true;
    this.attempt = 0;
    this.listener.hello(frame);
    this.change("live", null);
    if (this.pingTimer === null) this.keepPinging();
  }

  private keepPinging(): void {
    this.pingTimer = this.around.timers.after(PING_MILLIS, () => {
      this.ping();
      this.keepPinging();
    });
  }

  private ping(): void {
    const wire = this.wire;
    if (!wire || !this.greeted) return;
    this.unanswered ??= this.around.timers.now();
    const since = this.unanswered;
    this.pings += 1;
    this.put({ t: "ping", n: this.pings });
    this.around.timers.after(PONG_PATIENCE, () => {
      if (this.wire === wire && this.unanswered === since) this.lose(wire, 1006);
    });
  }

  private put(frame: BrowserFrame): void {
    this.wire?.send(JSON.stringify(frame));
  }
}
