/** A table that only remembers, and the frames that it is told. */
import type { LineState } from "../../src/line/line.ts";
import type { HelloFrame, RefusedFrame, ServerFrame, WireEvent } from "../../src/live/protocol.ts";
import { type AsideFrame, Connection, type Listener } from "../../src/live/socket.ts";
import type { Change } from "../../src/live/sync.ts";
import { fakeSurroundings } from "../line/fakes.ts";
import { viewWith } from "./views.ts";

/** A table that only remembers what it was told. */
export class Told implements Listener {
  readonly states: [LineState, number | null][] = [];
  readonly hellos: number[] = [];
  readonly moves: { v: number; t: string; events: number[] }[] = [];
  readonly stored: [string, number][] = [];
  readonly refusals: string[] = [];
  readonly errors: string[] = [];
  readonly asides: string[] = [];
  /** Openings that ended without a word from the server. */
  silent = 0;

  state(state: LineState, code: number | null): void {
    this.states.push([state, code]);
  }
  hello(frame: HelloFrame): void {
    this.hellos.push(frame.v);
  }
  unheard(openings: number): void {
    this.silent = openings;
  }
  moved(frame: Change, events: WireEvent[]): void {
    this.moves.push({ v: frame.v, t: frame.t, events: events.map(({ n }) => n) });
  }
  presence(): void {}
  done(id: string, v: number): void {
    this.stored.push([id, v]);
  }
  refused(frame: RefusedFrame): void {
    this.refusals.push(frame.code);
  }
  error(frame: { code: string }): void {
    this.errors.push(frame.code);
  }
  aside(frame: AsideFrame): void {
    this.asides.push(frame.t);
  }
  time(): void {}

  get last(): LineState | undefined {
    return this.states.at(-1)?.[0];
  }
}

/** A connection at version `v`, its wires in the order they were opened. */
export function lineAt(v: number) {
  const { around, wires, wire, timers } = fakeSurroundings<ServerFrame>(0.5);
  const told = new Told();
  const connection = new Connection(around, told, v);
  connection.start();
  return { connection, wires, wire, timers, told };
}

export const hello = (v: number, protocol = 1): HelloFrame => ({
  t: "hello",
  protocol,
  you: ["white"],
  v,
  view: viewWith(),
  log: [],
  now: 1000,
  presence: { white: "here", black: "here", spectators: 0, white_gone: null, black_gone: null },
});

/** Events `from + 1` to `v`. */
export function change(t: "moved" | "missed", from: number, v: number, cid: string | null = null): Change {
  const events = Array.from({ length: v - from }, (_, index): WireEvent => ({
    n: from + 1 + index,
    e: "danced",
    at: 0,
    side: "white",
  }));
  return { t, from, v, events, view: viewWith(), now: 1000, cid };
}

export const pong = (v: number): ServerFrame => ({ t: "pong", n: 1, v, now: 1000 });
