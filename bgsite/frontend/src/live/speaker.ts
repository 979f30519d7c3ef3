/** The one polite live region. What is said in one go is one text; the same text said again is said again. */

import { inARow } from "./inarow.ts";

const NO_BREAK = "\u00a0";

export class Speaker {
  private again = false;

  constructor(private readonly region: HTMLElement) {}

  say(sentences: readonly string[]): void {
    if (sentences.length === 0) return;
    // A region whose text does not change is not read: a trailing space makes it another text.
    this.again = !this.again;
    this.region.textContent = inARow(sentences) + (this.again ? "" : NO_BREAK);
  }
}
