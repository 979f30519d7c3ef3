/** Says a verdict in the live region. */

export type Tone = "right" | "wrong" | "error";

function paragraph(text: string): HTMLParagraphElement {
  const element = document.createElement("p");
  element.textContent = text;
  return element;
}

/** One line that says how it went, then the sentences. */
export function say(region: HTMLElement, tone: Tone, sentences: readonly string[]): void {
  const heads: Record<Tone, string> = { right: gettext("Right."), wrong: gettext("Not right yet."), error: "" };
  const head = document.createElement("p");
  head.className = "learn-verdict-head";
  head.textContent = heads[tone];
  region.dataset["tone"] = tone;
  region.replaceChildren(...(heads[tone] ? [head] : []), ...sentences.map(paragraph));
}

/** A button behind each sentence, which shows on the board what it speaks of. */
export function offerToShow(region: HTMLElement, deeds: readonly (() => void)[]): void {
  const sentences = [...region.querySelectorAll("p:not(.learn-verdict-head)")];
  deeds.forEach((deed, index) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "link-button";
    button.textContent = gettext("Show on the board");
    button.addEventListener("click", deed);
    sentences[index]?.append(" ", button);
  });
}

export function hush(region: HTMLElement): void {
  delete region.dataset["tone"];
  region.replaceChildren();
}
