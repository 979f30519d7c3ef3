/** Where the focus goes when what had it is gone: to the next thing one can do. Only for who does not use a pointer. */

/** The status line, which takes the focus (by script only) while there is nothing to do. */
const WAITING = "status";

/** What is to be done before all else. */
const PRIMARY = ["#actions", "#panel"].map((place) => `${place} .button-primary:not([aria-disabled="true"])`).join(", ");

type FocusNext = () => boolean;

let byPointer = true;

/** Learn whether the reader uses keys (or a screen reader, whose clicks have no place) or a pointer. */
export function watchInput(target: Document): void {
  target.addEventListener("pointerdown", () => (byPointer = true), { capture: true });
  target.addEventListener("keydown", () => (byPointer = false), { capture: true });
  target.addEventListener(
    "click",
    (event) => {
      if (event.detail === 0) byPointer = false;
    },
    { capture: true },
  );
}

const find = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector);

const confirmButton = (): HTMLElement | null => find('#actions [data-action="confirm"]:not([aria-disabled="true"])');

function focus(element: HTMLElement | null): boolean {
  element?.focus({ preventScroll: true });
  return element !== null;
}

/** After a step: the next source, or Confirm; where one stepped by buttons, the next button. */
export function afterStep(byButton: boolean, complete: boolean, focusNext: FocusNext): void {
  if (byPointer) return;
  if (complete) focus(confirmButton());
  else if (byButton) focus(find("#panel [data-step]"));
  else focusNext();
}

/** The focused button has gone from the page: to what is to be done now, if it is ours to do. */
export function afterChange(focusNext: FocusNext): void {
  const { activeElement } = document;
  const isLost = !activeElement || activeElement === document.body || activeElement.id === WAITING;
  if (byPointer || !isLost || find("dialog[open]")) return;
  if (focus(find(PRIMARY)) || focusNext()) return;
  // Nothing can be done: the focus waits at the line that says so, and goes on from there.
  if (activeElement?.id !== WAITING) focus(find(`#${WAITING}`));
}
