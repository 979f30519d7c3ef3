/** Play by buttons: every step that can be made now, as a list. Always there, not a mode. */
import { type TemplateResult, html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import type { LocalTurn, StepOption } from "../../board/index.ts";
import { BAR, OFF } from "../localboard.ts";
import type { State } from "../store.ts";
import { type FoldDeeds, foldable } from "./fold.ts";

export type StepHandler = (from: number, to: number) => void;

export function pointWord(point: number): string {
  if (point === BAR) return gettext("bar");
  if (point === OFF) return pgettext("checkers", "off");
  return String(point);
}

/** "13 → 8 (5)"; a combined step names its dice: "13 → 5 (5+3)". */
export function stepWord(option: StepOption): string {
  const dice = option.path.map(([, , die]) => die).join("+");
  return `${pointWord(option.from)} → ${pointWord(option.to)} (${dice})`;
}

export interface StepDeeds extends FoldDeeds {
  step: StepHandler;
}

export function steps(turn: LocalTurn, state: Readonly<State>, deeds: StepDeeds): TemplateResult {
  const title = gettext("Play by buttons");
  const done = turn.complete ? gettext("All of the roll is played.") : gettext("Nothing can be moved.");
  const content =
    turn.options.length === 0
      ? html`<p class="quiet small">${done}</p>`
      : html`<ul class="steps" aria-labelledby="steps-title">
          ${repeat(
            turn.options,
            (option) => option.path.join(";"),
            (option) => html`<li>${stepButton(option, deeds.step)}</li>`,
          )}
        </ul>`;
  return foldable("steps", title, state, deeds, content);
}

function stepButton(option: StepOption, step: StepHandler): TemplateResult {
  const hits = gettext("hits");
  return html`<button
    type="button"
    class="button step number"
    data-step
    data-from=${option.from}
    data-to=${option.to}
    data-die=${option.die}
    data-combined=${option.path.length > 1}
    @click=${() => step(option.from, option.to)}
  >
    ${stepWord(option)}${option.hits ? html` <span class="step-hit">${hits}</span>` : nothing}
  </button>`;
}
