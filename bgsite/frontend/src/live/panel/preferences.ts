/** The settings wanted most at a table, and the way to all of them; and the computer's pace, kept by the server. */
import { type TemplateResult, html, nothing } from "lit-html";
import { CHOICES, LOUDEST, type Preferences } from "../preferences.ts";
import type { State } from "../store.ts";

export interface PreferenceDeeds {
  prefer(changes: Partial<Preferences>): void;
  pace(millis: number): void;
}

/** Where the settings page is, and where mails about one's turn are switched on and off. */
interface Addresses {
  settings?: string;
  mail?: string;
}

const PACES: readonly number[] = [0, 500, 1000, 2000];

/** Whoever only watches has no settings of play. */
export function preferences(state: Readonly<State>, urls: Addresses, deeds: PreferenceDeeds): TemplateResult {
  const title = gettext("Settings");
  const plays = state.you.length > 0;
  return html`<details class="preferences">
    <summary>${title}</summary>
    ${look(state, deeds)} ${plays ? [playing(state.preferences, deeds), computer(state, deeds), mail(state, urls.mail)] : nothing}
    ${whole(urls.settings)} ${keys()}
  </details>`;
}

function look({ preferences: { theme, speed, volume, turnBoard }, you }: Readonly<State>, { prefer }: PreferenceDeeds) {
  const themes = {
    classic: gettext("Mahogany and green felt"),
    night: gettext("Walnut and blue felt"),
    sand: gettext("Maple and burgundy"),
    contrast: gettext("High contrast"),
  };
  const speeds = { slow: gettext("slow"), normal: gettext("normal"), fast: gettext("fast"), none: pgettext("animation", "none") };
  return html`${select("theme", gettext("Colours"), CHOICES.theme, theme, themes, (value) => prefer({ theme: value }))}
    ${select("speed", gettext("Animation"), CHOICES.speed, speed, speeds, (value) => prefer({ speed: value }))}
    ${loudness(volume, (value) => prefer({ volume: value }))}
    ${you.length === 2
      ? check("turnBoard", gettext("Turn the board to the player on turn"), turnBoard, (value) => prefer({ turnBoard: value }))
      : nothing}`;
}

function playing({ moveStyle, autoRoll, autoPlay, autoConfirm }: Preferences, { prefer }: PreferenceDeeds): TemplateResult {
  const styles = { guided: gettext("choose, then target"), one_click: gettext("one click"), drag: gettext("drag") };
  const plays = {
    off: pgettext("forced moves", "off"),
    turn: gettext("when the whole turn is forced"),
    steps: gettext("every forced step"),
  };
  const confirms = { never: gettext("never"), forced: gettext("forced turns"), always: gettext("always") };
  return html`${select("moveStyle", gettext("How checkers are moved"), CHOICES.moveStyle, moveStyle, styles, (value) => prefer({ moveStyle: value }))}
    ${select("autoPlay", gettext("Play forced moves by itself"), CHOICES.autoPlay, autoPlay, plays, (value) => prefer({ autoPlay: value }))}
    ${select("autoConfirm", gettext("Confirm by itself"), CHOICES.autoConfirm, autoConfirm, confirms, (value) => prefer({ autoConfirm: value }))}
    ${check("autoRoll", gettext("Roll by itself"), autoRoll, (value) => prefer({ autoRoll: value }))}`;
}

function computer(state: Readonly<State>, { pace }: PreferenceDeeds) {
  const millis = state.beside?.pace ?? null;
  if (millis === null) return nothing;
  const choices = [...new Set([...PACES, millis])].sort((a, b) => a - b).map(String);
  const words = Object.fromEntries(choices.map((choice) => [choice, secondsText(Number(choice))]));
  return select("pace", gettext("The computer waits"), choices, String(millis), words, (value) => pace(Number(value)));
}

/** In correspondence. */
function mail({ beside }: Readonly<State>, url: string | undefined) {
  if (!beside?.mail || url === undefined) return nothing;
  const text =
    beside.mail === "on" ? gettext("You get a mail when it is your turn.") : gettext("You get no mail when it is your turn.");
  const label = gettext("Change that");
  return html`<p class="hint" data-mail=${beside.mail}>${text} <a href=${url}>${label}</a></p>`;
}

/** In another tab, so that the game goes on; what is chosen there is seen here at once. */
function whole(url: string | undefined) {
  if (url === undefined) return nothing;
  const label = gettext("All settings");
  const note = gettext("opens in a new tab");
  return html`<p class="all-settings"><a href=${url} target="_blank" rel="noopener" data-all-settings>${label}<span class="visually-hidden"> (${note})</span></a></p>`;
}

function secondsText(millis: number): string {
  if (millis === 0) return gettext("not at all");
  const seconds = millis / 1000;
  return interpolate(ngettext("%(count)s second", "%(count)s seconds", seconds === 1 ? 1 : 2), { count: seconds }, true);
}

function select<T extends string>(
  name: string,
  label: string,
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
      .value=${value}
      @change=${(event: Event) => choose((event.target as HTMLSelectElement).value as T)}
    >
      ${choices.map((choice) => html`<option value=${choice} ?selected=${choice === value}>${words[choice]}</option>`)}
    </select>
  </div>`;
}

function check(name: string, label: string, value: boolean, choose: (value: boolean) => void): TemplateResult {
  return html`<div class="field-check">
    <input
      type="checkbox"
      id="preference-${name}"
      data-preference=${name}
      .checked=${value}
      @change=${(event: Event) => choose((event.target as HTMLInputElement).checked)}
    />
    <label for="preference-${name}">${label}</label>
  </div>`;
}

function loudness(volume: number, choose: (value: number) => void): TemplateResult {
  const label = gettext("Volume of the sounds");
  const text = volume === 0 ? gettext("silent") : `${volume}%`;
  return html`<div class="field">
    <label for="preference-volume">${label}</label>
    <div class="row volume">
      <input
        type="range"
        id="preference-volume"
        data-preference="volume"
        min="0"
        max=${LOUDEST}
        step="5"
        aria-valuetext=${text}
        .value=${String(volume)}
        @change=${(event: Event) => choose(Number((event.target as HTMLInputElement).value))}
      />
      <output class="number" for="preference-volume">${text}</output>
    </div>
  </div>`;
}

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
