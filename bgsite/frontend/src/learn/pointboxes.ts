/** Points as an answer: boxes in the form, and the same points on the board. */

function boxOf(form: HTMLFormElement, point: string | undefined): HTMLInputElement | null {
  return form.querySelector<HTMLInputElement>(`input[name=point][value="${point ?? ""}"]`);
}

/** A click on a point of the board ticks its box. */
export function tickOnBoard(board: HTMLElement, form: HTMLFormElement, changed: () => void): void {
  board.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-point]") : null;
    const box = boxOf(form, button?.dataset["point"]);
    if (box === null) return;
    box.checked = !box.checked;
    changed();
  });
}

/** Points chosen in the form are marked on the board. */
export function markPoints(board: HTMLElement, form: HTMLFormElement): void {
  for (const button of board.querySelectorAll<HTMLElement>("button[data-point]")) {
    button.toggleAttribute("data-picked", boxOf(form, button.dataset["point"])?.checked === true);
  }
}
