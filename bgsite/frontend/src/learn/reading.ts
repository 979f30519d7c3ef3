/** Reads answers out of the form. */

/** A whole number as people write it, with a Chinese keyboard too (`２５％`); null for anything else. */
export function wholeNumber(text: string): number | null {
  const bare = text.normalize("NFKC").trim().replace(/%$/, "").trim();
  return /^-?[0-9]{1,5}$/.test(bare) ? Number(bare) : null;
}

function checked(form: HTMLFormElement, selector: string): HTMLInputElement[] {
  return [...form.querySelectorAll<HTMLInputElement>(selector)].filter((input) => input.checked);
}

export function chosenChoice(form: HTMLFormElement): string | null {
  return checked(form, "input[name=choice]")[0]?.value ?? null;
}

export function chosenPoints(form: HTMLFormElement): number[] {
  return checked(form, "input[name=point]").map((input) => Number(input.value));
}

export function chosenCards(form: HTMLFormElement): Record<string, boolean> {
  const chosen = checked(form, "input[data-card]");
  return Object.fromEntries(chosen.map((input) => [input.dataset["card"] ?? "", input.value === "true"]));
}
