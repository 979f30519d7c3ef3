/** The line that says what has been moved or is still to be placed, and whether there is a step to undo. */
import type { StepTriple } from "../board/index.ts";
import type { Placing } from "./placing.ts";
import { stepText } from "./turns.ts";

function say(root: HTMLElement, sentence: string, count: number): void {
  const line = root.querySelector("#steps");
  const undo = root.querySelector<HTMLButtonElement>("#undo");
  if (undo) undo.disabled = count === 0;
  if (line) line.textContent = sentence;
}

export function saySteps(root: HTMLElement, steps: readonly StepTriple[]): void {
  say(root, steps.map(stepText).join("  ") || gettext("Move the checkers on the board."), steps.length);
}

export function sayPlaced(root: HTMLElement, { count, placed }: Placing): void {
  const left = count - placed.length;
  const toPlace = interpolate(
    ngettext("%(count)s checker is still to be placed.", "%(count)s checkers are still to be placed.", left),
    { count: left },
    true,
  );
  say(root, toPlace, placed.length);
}
