/** What a line needs of the world around it. It is handed in, so that tests need neither a network nor time. */

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
