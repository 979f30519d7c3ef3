/** The parts of the page of an exercise, by their ids. */

/** A part that every such page has. */
export function part(root: HTMLElement, id: string): HTMLElement {
  const found = root.querySelector<HTMLElement>(`#${id}`);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found;
}

/** What a button does; not every exercise has every button. */
export function onClick(root: HTMLElement, id: string, act: () => void): void {
  root.querySelector(`#${id}`)?.addEventListener("click", act);
}

/** The one button that stands out: what is to be done next. */
export function pointTo(root: HTMLElement, main: "check" | "next"): void {
  for (const id of ["check", "next"]) root.querySelector(`#${id}`)?.classList.toggle("button-primary", id === main);
}
