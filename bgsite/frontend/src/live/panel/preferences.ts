/** The reader's own choices for the board, kept in this browser. */
import { type TemplateResult, html } from "lit-html";
import { CHOICES, type Preferences } from "../preferences.ts";

type Change = (changes: Partial<Preferences>) => void;

const words = (): Record<string, string> => ({
  right: gettext("bear off to the right"),
  left: gettext("bear off to the left"),
  slow: gettext("slow"),
  normal: gettext("normal"),
  fast: gettext("fast"),
  none: gettext("none"),
  guided: gettext("choose, then target"),
  one_click: gettext("one click"),
  drag: gettext("drag"),
});

export function preferences(chosen: Preferences, change: Change): TemplateResult {
  const title = gettext("Board settings");
  return html`<details class="preferences">
    <summary>${title}</summary>
    ${select("direction", gettext("Direction"), CHOICES.direction, chosen.direction, (direction) => change({ direction }))}
    ${select("moveStyle", gettext("Moving"), CHOICES.moveStyle, chosen.moveStyle, (moveStyle) => change({ moveStyle }))}
    ${select("speed", gettext("Animation"), CHOICES.speed, chosen.speed, (speed) => change({ speed }))}
    ${check("pips", gettext("Pip counts on the board"), chosen.pips, (pips) => change({ pips }))}
    ${check("confirmAnswers", gettext("Ask once more before a take or a drop"), chosen.confirmAnswers, (confirmAnswers) =>
      change({ confirmAnswers }),
    )}
    ${keys()}
  </details>`;
}

function select<T extends string>(
  name: string,
  label: string,
  choices: readonly T[],
  value: T,
  choose: (value: T) => void,
): TemplateResult {
  const word = words();
  return html`<div class="field">
    <label for="preference-${name}">${label}</label>
    <select
      id="preference-${name}"
      .value=${value}
      @change=${(event: Event) => choose((event.target as HTMLSelectElement).value as T)}
    >
      ${choices.map((choice) => html`<option value=${choice} ?selected=${choice === value}>${word[choice]}</option>`)}
    </select>
  </div>`;
}

function check(name: string, label: string, value: boolean, choose: (value: boolean) => void): TemplateResult {
  return html`<div class="field-check">
    <input
      type="checkbox"
      id="preference-${name}"
      .checked=${value}
      @change=${(event: Event) => choose((event.target as HTMLInputElement).checked)}
    />
    <label for="preference-${name}">${label}</label>
  </div>`;
}

function keys(): TemplateResult {
  const title = gettext("Keys");
  const lines: [string, string][] = [
    [gettext("Space"), gettext("roll, confirm")],
    [gettext("Enter"), gettext("confirm")],
    [gettext("Backspace"), gettext("undo a step")],
    ["D", gettext("double")],
    ["1–24", gettext("go to a point")],
    [gettext("Escape"), gettext("cancel")],
  ];
  return html`<h3 class="panel-title">${title}</h3>
    <dl class="facts keys">${lines.map(([key, what]) => html`<dt><kbd>${key}</kbd></dt><dd>${what}</dd>`)}</dl>`;
}
