/** A line that is only written down, and time that goes when a test says so. */
import type { HelloFrame, RefusedFrame, ServerFrame, WireEvent } from "../../src/live/protocol.ts";
import { type AsideFrame, Connection, type LineState, type Listener, type Timers, type Wire } from "../../src/live/socket.ts";
import type { Change } from "../../src/live/sync.ts";
import { viewWith } from "./views.ts";

export class FakeWire implements Wire {
  readonly sent: Record<string, unknown>[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.closed = true;
  }

  says(frame: ServerFrame): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }

  dies(code: number): void {
    this.onclose?.({ code });
  }

  /** What was sent, without pings. */
  get actions(): Record<string, unknown>[] {
    return this.sent.filter((frame) => frame["t"] !== "ping" && frame["t"] !== "resync");
  }

  kinds(): unknown[] {
    return this.sent.map((frame) => frame["t"]);
  }
}

export class FakeTimers implements Timers {
  private time = 0;
  private nextHandle = 1;
  private waiting = new Map<number, { at: number; run: () => void }>();

  now(): number {
    return this.time;
  }

  after(milliseconds: number, run: () => void): number {
    const handle = this.nextHandle;
    this.nextHandle += 1;
    this.waiting.set(handle, { at: this.time + milliseconds, run });
    return handle;
  }

  cancel(handle: unknown): void {
    this.waiting.delete(handle as number);
  }

  pass(milliseconds: number): void {
    const end = this.time + milliseconds;
    for (;;) {
      const due = [...this.waiting].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
      if (!due) break;
      const [handle, { at, run }] = due;
      this.waiting.delete(handle);
      this.time = at;
      run();
    }
    this.time = end;
  }
}

/** A table that only remembers what it was told. */
export class Told implements Listener {
  readonly states: [LineState, number | null][] = [];
  readonly hellos: number[] = [];
  readonly moves: { v: number; t: string; events: number[] }[] = [];
  readonly stored: [string, number][] = [];
  readonly refusals: string[] = [];
  readonly errors: string[] = [];
  readonly asides: string[] = [];

  state(state: LineState, code: number | null): void {
    this.states.push([state, code]);
  }
  hello(frame: HelloFrame): void {
    this.hellos.push(frame.v);
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
  const wires: FakeWire[] = [];
  const timers = new FakeTimers();
  const told = new Told();
  const open = (): FakeWire => {
    const wire = new FakeWire();
    wires.push(wire);
    return wire;
  };
  const connection = new Connection({ open, timers, random: () => 0.5 }, told, v);
  connection.start();
  const wire = (): FakeWire => wires.at(-1)!;
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
