/**
 * The connection of a table: a `Line` that joins, keeps the version, asks for what is missing, and sends actions until they
 * are answered.
 */
import { Line, type LineState, type Terms } from "../line/line.ts";
import type { Surroundings } from "../line/surroundings.ts";
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

const BROADCAST_PATIENCE = 400;
/** An action without an answer on a line that lives is sent again. */
const ANSWER_PATIENCE = 10000;
/** After these the browser must not try again by itself. */
export const FINAL_CODES: readonly number[] = [CLOSE.LOGIN_AGAIN, CLOSE.NOT_ALLOWED, CLOSE.NO_SUCH_MATCH, CLOSE.RELOAD, CLOSE.TOO_MANY_SOCKETS];

const TERMS: Terms = {
  protocol: PROTOCOL,
  pingMillis: PING_MILLIS,
  probePatience: 3000,
  close: CLOSE,
  finalCodes: FINAL_CODES,
};

/** What the server says beside the game. */
export type AsideFrame = AnsweredFrame | BesideFrame | ChatFrame | AdviceFrame;

/** What the table is told. */
export interface Listener {
  state(state: LineState, code: number | null): void;
  hello(frame: HelloFrame): void;
  /** So many openings in a row ended without a word from the server. */
  unheard(openings: number): void;
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

export class Connection extends Line<ServerFrame, BrowserFrame> {
  private version: number;
  /** Whether what is missing was asked for, on this socket. */
  private asked = false;
  private readonly outbox = new Outbox();

  constructor(
    around: Surroundings,
    private readonly listener: Listener,
    version: number,
  ) {
    super(around, TERMS);
    this.version = version;
  }

  /** The version of the match that the table has been given. */
  get v(): number {
    return this.version;
  }

  /** Whether an action waits for its answer. */
  get waiting(): boolean {
    return this.outbox.size > 0;
  }

  /** Send an action, now or as soon as the line is back. After the end of the line: nothing. */
  act(frame: ActionFrame): void {
    if (this.state === "closed") return;
    this.outbox.add(frame);
    this.sendDue();
  }

  /** Send what is beside the game, if the line lives; it is not kept, and not sent again. Returns whether it was sent. */
  say(frame: BrowserFrame): boolean {
    if (!this.isGreeted) return false;
    this.put(frame);
    return true;
  }

  /** Ask for everything after our version. */
  resync(): void {
    if (!this.isGreeted || this.asked) return;
    this.asked = true;
    this.put({ t: "resync", after: this.version });
  }

  protected override changed(state: LineState, code: number | null): void {
    this.listener.state(state, code);
  }

  protected override unheard(openings: number): void {
    this.listener.unheard(openings);
  }

  protected override cutOff(): void {
    this.asked = false;
    this.outbox.forgetSending();
  }

  protected override ended(): void {
    this.outbox.clear();
  }

  protected override sendDue(): void {
    if (!this.isGreeted) return;
    for (const frame of this.outbox.due(this.now(), ANSWER_PATIENCE)) this.put(frame);
  }

  protected override hear(frame: ServerFrame): void {
    switch (frame.t) {
      case "hello":
        return this.greet(frame.protocol, () => this.welcome(frame));
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
        return this.bye(frame.code);
    }
  }

  private welcome(frame: HelloFrame): void {
    this.asked = false;
    this.version = frame.v;
    this.listener.time(frame.now);
    this.listener.hello(frame);
  }

  private move(frame: Change): void {
    if (!this.isGreeted) return;
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
    this.later(BROADCAST_PATIENCE, () => {
      if (v > this.version) this.resync();
    });
  }

  /** Not understood, or a fault of the server: it names no action, so none is kept, and the truth is asked for. */
  private fail(frame: ErrorFrame): void {
    this.outbox.clear();
    this.listener.error(frame);
    this.resync();
  }

  private pong(v: number, now: number): void {
    this.ponged();
    this.listener.time(now);
    if (v > this.version) {
      this.asked = false;
      this.resync();
    }
  }
}
