/** A code of the server as a sentence; the sentences come with the page, in the reader's language. */
import type { Sentences } from "./page.ts";
import type { Params } from "./words.ts";

/** A code of `refused`, `error` or `bye`, with its figures. */
export interface Refused {
  code: string;
  params: Params;
}

export function sentenceFor(sentences: Sentences, refused: Refused): string {
  const text = sentences[refused.code];
  if (text === undefined) return interpolate(gettext("That was refused (%(code)s)."), { code: refused.code }, true);
  return interpolate(text, refused.params, true);
}
