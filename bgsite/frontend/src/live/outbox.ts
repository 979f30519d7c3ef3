/** Actions that the server has not yet answered. They keep their id, so that sending one again has one effect. */
import type { ActionFrame } from "./protocol.ts";

interface Letter {
  frame: ActionFrame;
  /** When it was last handed to a socket; null: not yet. Milliseconds. */
  sentAt: number | null;
}

export class Outbox {
  private letters = new Map<string, Letter>();

  get size(): number {
    return this.letters.size;
  }

  has(id: string): boolean {
    return this.letters.has(id);
  }

  add(frame: ActionFrame): void {
    this.letters.set(frame.id, { frame, sentAt: null });
  }

  /** The server answered; returns whether it was waiting. */
  answered(id: string): boolean {
    return this.letters.delete(id);
  }

  clear(): void {
    this.letters.clear();
  }

  /** A new socket: nothing counts as sent. */
  forgetSending(): void {
    for (const letter of this.letters.values()) letter.sentAt = null;
  }

  /** What has to go out now: the unsent, and those sent longer than `patience` milliseconds ago. Marks them sent. */
  due(now: number, patience: number): ActionFrame[] {
    const frames: ActionFrame[] = [];
    for (const letter of this.letters.values()) {
      if (letter.sentAt !== null && now - letter.sentAt < patience) continue;
      letter.sentAt = now;
      frames.push(letter.frame);
    }
    return frames;
  }
}
