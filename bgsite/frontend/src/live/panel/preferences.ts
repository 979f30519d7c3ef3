/** The reader's own choices for board and play, kept in this browser; and the computer's pace, kept by the server. */
import { type TemplateResult, html, nothing } from "lit-html";
import { CHOICES, type Preferences } from "../preferences.ts";
import type { State } from "../store.ts";

export interface PreferenceDeeds {
  prefer(changes: Partial<Preferences>): void;
  pace(millis: number): void;
}

const PACES: readonly number[] = [0, 500, 1000, 2000];

/** Whoever only watches has no settings of play. */
export function preferences(state: Readonly<State>, mailUrl: string | undefined, deeds: PreferenceDeeds): TemplateResult {
  const title = gettext("Settings");
  const plays = state.you.length > 0;
  return html`<details class="preferences">
    <summary>${title}</summary>
    ${look(state, deeds)} ${plays ? [playing(state.preferences, deeds), computer(state, deeds), mail(state, mailUrl)] : nothing}
    ${keys()}
  </details>`;
}

function look(state: Readonly<State>, { prefer }: PreferenceDeeds): TemplateResult {
  const chosen = state.preferences;
  const title = gettext("Board");
  const words = { right: gettext("bear off to the right"), left: gettext("bear off to the left") };
  const speeds = { slow: gettext("slow"), normal: gettext("normal"), fast: gettext("fast"), none: gettext("none") };
  const { direction, speed, pips, turnBoard } = chosen;
  return html`<h3 class="panel-title">${title}</h3>
    ${select("direction", gettext("Direction"), "", CHOICES.direction, direction, words, (value) => prefer({ direction: value }))}
    ${select("speed", gettext("Animation"), "", CHOICES.speed, speed, speeds, (value) => prefer({ speed: value }))}
    ${check("pips", gettext("Pip counts on the board"), "", pips, (value) => prefer({ pips: value }))}
    ${state.you.length === 2
      ? check(
          "turnBoard",
          gettext("Turn the board to the player on turn"),
          gettext("Otherwise only the numbers and the panel turn."),
          turnBoard,
          (value) => prefer({ turnBoard: value }),
        )
      : nothing}`;
}

function playing(chosen: Preferences, { prefer }: PreferenceDeeds): TemplateResult {
  const title = gettext("Play");
  const styles = { guided: gettext("choose, then target"), one_click: gettext("one click"), drag: gettext("drag") };
  const plays = { off: gettext("off"), turn: gettext("when the whole turn is forced"), steps: gettext("every forced step") };
  const confirms = { never: gettext("never"), forced: gettext("forced turns"), always: gettext("always") };
  return html`<h3 class="panel-title">${title}</h3>
    ${select(
      "moveStyle",
      gettext("Moving"),
      gettext("One click moves by the left die, the other mouse button by the right one; a click on the dice swaps them."),
      CHOICES.moveStyle,
      chosen.moveStyle,
      styles,
      (moveStyle) => prefer({ moveStyle }),
    )}
    ${check(
      "autoRoll",
      gettext("Roll by itself"),
      gettext("Where you may double, only if you said so for the turn."),
      chosen.autoRoll,
      (autoRoll) => prefer({ autoRoll }),
    )}
    ${select(
      "autoPlay",
      gettext("Play forced moves by itself"),
      gettext("Half a second later, so that you see it."),
      CHOICES.autoPlay,
      chosen.autoPlay,
      plays,
      (autoPlay) => prefer({ autoPlay }),
    )}
    ${select(
      "autoConfirm",
      gettext("Confirm by itself"),
      gettext("What is confirmed cannot be undone."),
      CHOICES.autoConfirm,
      chosen.autoConfirm,
      confirms,
      (autoConfirm) => prefer({ autoConfirm }),
    )}
    ${check(
      "greedy",
      gettext("Bear off by itself"),
      gettext("Once nobody can be hit any more, and when one play bears off the most."),
      chosen.greedy,
      (greedy) => prefer({ greedy }),
    )}
    ${check("confirmAnswers", gettext("Ask once more before a take or a drop"), "", chosen.confirmAnswers, (confirmAnswers) =>
      prefer({ confirmAnswers }),
    )}`;
}

function computer(state: Readonly<State>, { pace }: PreferenceDeeds) {
  const millis = state.beside?.pace ?? null;
  if (millis === null) return nothing;
  const choices = [...new Set([...PACES, millis])].sort((a, b) => a - b).map(String);
  const words = Object.fromEntries(choices.map((choice) => [choice, secondsText(Number(choice))]));
  return select(
    "pace",
    gettext("The computer waits"),
    gettext("Before each of its acts, so that you can follow."),
    choices,
    String(millis),
    words,
    (value) => pace(Number(value)),
  );
}

/** In correspondence. */
function mail({ beside }: Readonly<State>, url: string | undefined) {
  if (!beside?.mail || url === undefined) return nothing;
  const text =
    beside.mail === "on" ? gettext("You get a mail when it is your turn.") : gettext("You get no mail when it is your turn.");
  const label = gettext("Change that");
  return html`<p class="hint" data-mail=${beside.mail}>${text} <a href=${url}>${label}</a></p>`;
}

function secondsText(millis: number): string {
  if (millis === 0) return gettext("not at all");
  const seconds = millis / 1000;
  return interpolate(ngettext("%(count)s second", "%(count)s seconds", seconds === 1 ? 1 : 2), { count: seconds }, true);
}

function select<T extends string>(
  name: string,
  label: string,
  help: string,
  choices: readonly T[],
  value: T,
  words: Record<T, string>,
  choose: (value: T) => void,
): TemplateResult {
  return html`<div class="field">
    <label for="preference-${name}">${label}</label>
    <select
      id="preference-${name}"
      data-preference=${name}
      aria-describedby=${help ? `preference-${name}-help` : nothing}
      .value=${value}
      @change=${(event: Event) => choose((event.target as HTMLSelectElement).value as T)}
    >
      ${choices.map((choice) => html`<option value=${choice} ?selected=${choice === value}>${words[choice]}</option>`)}
    </select>
    ${helpText(name, help)}
  </div>`;
}

function check(name: string, label: string, help: string, value: boolean, choose: (value: boolean) => void): TemplateResult {
  return html`<div class="field-check">
    <input
      type="checkbox"
      id="preference-${name}"
      data-preference=${name}
      aria-describedby=${help ? `preference-${name}-help` : nothing}
      .checked=${value}
      @change=${(event: Event) => choose((event.target as HTMLInputElement).checked)}
    />
    <label for="preference-${name}">${label}</label>
    ${helpText(name, help)}
  </div>`;
}

const helpText = (name: string, help: string) =>
  help ? html`<p class="hint" id="preference-${name}-help">${help}</p>` : nothing;

function keys(): TemplateResult {
  const title = gettext("Keys");
  const lines: [string, string][] = [
    [gettext("Space"), gettext("roll, confirm")],
    [gettext("Enter"), gettext("confirm")],
    [gettext("Backspace"), gettext("undo a step")],
    ["D", gettext("double")],
    ["T", gettext("take back")],
    ["H", gettext("hint")],
    ["1–24", gettext("go to a point")],
    [gettext("Escape"), gettext("cancel")],
  ];
  return html`<h3 class="panel-title">${title}</h3>
    <dl class="facts keys">${lines.map(([key, what]) => html`<dt><kbd>${key}</kbd></dt><dd>${what}</dd>`)}</dl>`;
}
