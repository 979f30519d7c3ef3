/** Where the focus goes when what had it is gone: to the next thing one can do. */

type FocusNext = () => boolean;

const panelTarget = (): HTMLElement | null =>
  document.querySelector<HTMLElement>("#panel [data-step]") ?? confirmButton();

const confirmButton = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('#panel [data-action="confirm"]:not([aria-disabled="true"])');

const primary = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('#panel .button-primary:not([aria-disabled="true"])');

function focus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

/** After a step: the next source, or Confirm; where one stepped by buttons, the next button. */
export function afterStep(byButton: boolean, complete: boolean, focusNext: FocusNext): void {
  if (complete) focus(confirmButton());
  else if (byButton) focus(panelTarget());
  else focusNext();
}

/** The focused button has gone from the page: to what is to be done now, if it is ours to do. */
export function afterChange(): void {
  const { activeElement } = document;
  if (activeElement && activeElement !== document.body) return;
  focus(primary());
}
