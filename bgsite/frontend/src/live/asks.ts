/** Asks beside the game: each goes out once, and whoever asked is told what became of it. A lost line forgets them. */
import type { AnsweredFrame, BrowserFrame } from "./protocol.ts";
import type { Refused } from "./sentences.ts";

type AskFrame = Extract<BrowserFrame, { ask: string }>;
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** A frame without its envelope: `{t: "say", preset: "hello", text: ""}`. */
export type Ask = Without<AskFrame, "ask">;

/** Null: done. `{code: "lost"}`: nobody knows, the line was lost meanwhile. */
export type Heard = (refused: Refused | null) => void;

export const LOST: Refused = { code: "lost", params: {} };
/** By its code: the chat's script, which is loaded later, has a LOST of its own. */
export const isLost = (refused: Refused | null): boolean => refused?.code === LOST.code;

export class Asks {
  private readonly waiting = new Map<string, Heard>();

  constructor(
    private readonly send: (frame: AskFrame) => boolean,
    private readonly newId: () => string = () => crypto.randomUUID(),
  ) {}

  /** Send `ask` (again: with its `id` of before); returns its id, null when the line is not there (nothing was sent then). */
  ask(ask: Ask, heard: Heard, id: string = this.newId()): string | null {
    this.waiting.set(id, heard);
    if (this.send({ ...ask, ask: id } as AskFrame)) return id;
    this.waiting.delete(id);
    return null;
  }

  /** Returns whether somebody here had asked. */
  answered(frame: Pick<AnsweredFrame, "ask" | "code" | "params">): boolean {
    const heard = this.waiting.get(frame.ask);
    this.waiting.delete(frame.ask);
    heard?.(frame.code === null ? null : { code: frame.code, params: frame.params });
    return heard !== undefined;
  }

  lost(): void {
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const heard of all) heard(LOST);
  }
}
