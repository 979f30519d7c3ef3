/** Sentences one after the other. */

/** A full stop of Chinese has its own space. */
const FULL_WIDTH_END = /[。！？：；」』）]$/u;

/** One text of them, without the empty ones. */
export function inARow(sentences: readonly string[]): string {
  return sentences
    .filter((sentence) => sentence !== "")
    .reduce((text, next) => (text === "" || FULL_WIDTH_END.test(text) ? text + next : `${text} ${next}`), "");
}
