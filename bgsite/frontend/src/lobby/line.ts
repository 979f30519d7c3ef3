/** The connection to the lobby: a `Line` that passes lists on, and sends what is asked once. */
import { Line, type LineState, PONG_PATIENCE, type Terms } from "../line/line.ts";
import type { Surroundings } from "../line/surroundings.ts";
import { type AnsweredFrame, type AskFrame, CLOSE, type ErrorFrame, type HelloFrame, PING_MILLIS, PROTOCOL } from "./protocol.ts";
import type { BrowserFrame, Mine, Online, SeekView, ServerFrame } from "./protocol.ts";

const TERMS: Terms = {
  protocol: PROTOCOL,
  pingMillis: PING_MILLIS,
  probePatience: PONG_PATIENCE,
  close: CLOSE,
  finalCodes: [CLOSE.LOGIN_AGAIN, CLOSE.NOT_ALLOWED, CLOSE.RELOAD, CLOSE.TOO_MANY_SOCKETS],
};

/** What the page is told. */
export interface Listener {
  state(state: LineState, code: number | null): void;
  hello(frame: HelloFrame): void;
  /** So many openings in a row ended without a word from the server. */
  unheard(openings: number): void;
  seeks(seeks: SeekView[]): void;
  online(online: Online): void;
  mine(mine: Mine): void;
  answered(frame: AnsweredFrame): void;
  error(frame: ErrorFrame): void;
  /** The line broke while something asked had no answer: nobody knows whether it was done. */
  unsure(): void;
}

export class LobbyLine extends Line<ServerFrame, BrowserFrame> {
  private readonly asked = new Set<string>();

  constructor(
    around: Surroundings,
    private readonly listener: Listener,
  ) {
    super(around, TERMS);
  }

  /** Send it now; false when there is no line to send it on. */
  ask(frame: AskFrame): boolean {
    if (!this.isGreeted) return false;
    this.asked.add(frame.ask);
    this.put(frame);
    return true;
  }

  protected override changed(state: LineState, code: number | null): void {
    this.listener.state(state, code);
  }

  protected override unheard(openings: number): void {
    this.listener.unheard(openings);
  }

  protected override cutOff(): void {
    if (this.asked.size > 0) this.listener.unsure();
    this.asked.clear();
  }

  protected override hear(frame: ServerFrame): void {
    switch (frame.t) {
      case "hello":
        return this.greet(frame.protocol, () => this.listener.hello(frame));
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
        return this.ponged();
      case "nudge":
        return this.ping();
      case "bye":
        return this.bye(frame.code);
    }
  }
}
