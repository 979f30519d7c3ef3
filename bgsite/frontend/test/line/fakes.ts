/** A line that is only written down, and time that goes when a test says so. */
import type { Surroundings, Timers, Wire } from "../../src/line/surroundings.ts";

/** `Frame`: what the server can say on it. */
export class FakeWire<Frame> implements Wire {
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

  says(frame: Frame): void {
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

/** What is handed to a line, the wires it opened in their order, and the last of them. Chance always gives `chance`. */
export function fakeSurroundings<Frame>(chance: number) {
  const wires: FakeWire<Frame>[] = [];
  const timers = new FakeTimers();
  const open = (): Wire => {
    const wire = new FakeWire<Frame>();
    wires.push(wire);
    return wire;
  };
  const around: Surroundings = { open, timers, random: () => chance };
  return { around, wires, timers, wire: (): FakeWire<Frame> => wires.at(-1)! };
}
