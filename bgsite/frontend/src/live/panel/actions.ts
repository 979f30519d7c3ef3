/** The buttons of a turn: what may be done now, and why the double is off. */
import { type TemplateResult, html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { inARow } from "../inarow.ts";
import type { Sentences } from "../page.ts";
import type { RefusalView, View } from "../protocol.ts";
import { sentenceFor } from "../sentences.ts";
import { isHintable } from "../hints.ts";
import { handsOf } from "../sides.ts";
import type { State } from "../store.ts";
import { toTakeBack } from "../takeback.ts";
import { type Wish, sideFor } from "../wishes.ts";
import { diceWord, say } from "../words.ts";

export interface Deeds {
  wish(wish: Wish): void;
  takeBack(): void;
  hint(): void;
  /** Switch doubling off (or on again) for the coming turn. */
  rollNext(on: boolean): void;
  double(): void;
  confirm(): void;
  undo(): void;
  reset(): void;
}

interface Button {
  action: string;
  label: string;
  run: () => void;
  primary?: boolean;
  off?: boolean;
  /** Id of the text that says why it is off. */
  why?: string;
}

export function button({ action, label, run, primary, off = false, why }: Button): TemplateResult {
  return html`<button
    type="button"
    class="button ${primary ? "button-primary" : ""}"
    data-action=${action}
    aria-disabled=${off ? "true" : nothing}
    aria-describedby=${why ?? nothing}
    @click=${() => {
      if (!off) run();
    }}
  >
    ${label}
  </button>`;
}

/** The row of main buttons; nothing when it is not for us to act. */
export function actions(state: Readonly<State>, sentences: Sentences, deeds: Deeds): TemplateResult | typeof nothing {
  const { view, you } = state;
  if (!view || you.length === 0 || state.line === "closed") return nothing;
  const buttons = [
    ...rolling(state, view, deeds),
    ...playing(state, deeds),
    ...pausing(state, view, deeds),
    ...withdrawing(state, view, deeds),
    ...helping(state, view, deeds),
  ];
  const refusal = doubleRefusal(view, state);
  const reason = refusal && sentenceFor(sentences, refusal);
  const taken = takeBackNote(state, view);
  const roll = rollNext(state, view, deeds);
  if (buttons.length === 0 && roll === nothing) return nothing;
  return html`${buttons.length > 0
      ? html`<div class="button-row actions">${repeat(buttons, ({ action }) => action, button)}</div>`
      : nothing}
    ${reason ? html`<p class="hint" id="double-reason">${reason}</p>` : nothing}
    ${taken ? html`<p class="hint" id="take-back-note" data-take-back-note>${taken}</p>` : nothing} ${roll}`;
}

/** The game is adjourned. */
function pausing(state: Readonly<State>, view: View, deeds: Deeds): Button[] {
  if (!sideFor(view, state.you, "resume")) return [];
  const off = state.pending !== null;
  return [{ action: "resume", label: gettext("Resume"), run: () => deeds.wish({ t: "resume" }), primary: true, off }];
}

/** Taking back and asking the engine, where that is allowed. */
function helping(state: Readonly<State>, view: View, deeds: Deeds): Button[] {
  const off = state.pending !== null;
  const buttons: Button[] = [];
  if (isHintable(view, state.you, state.beside)) {
    const label = state.hint?.kind === "advice" ? gettext("Hide the hint") : gettext("Hint");
    buttons.push({ action: "hint", label, run: () => deeds.hint(), off: off || state.hint?.kind === "waiting" });
  }
  if (toTakeBack(view, state.you, state.log)) {
    const label = gettext("Take back");
    buttons.push({ action: "take_back", label, run: () => deeds.takeBack(), off, why: "take-back-note" });
  }
  return buttons;
}

function takeBackNote(state: Readonly<State>, view: View): string | null {
  const found = toTakeBack(view, state.you, state.log);
  if (!found) return null;
  const { play, after } = found;
  const values = { name: state.names[play.side], dice: diceWord(play.dice), play: play.text };
  const text = say(
    state,
    play.side,
    gettext("Take back: your %(dice)s, %(play)s."),
    gettext("Take back: %(name)s’s %(dice)s, %(play)s."),
    values,
  );
  return after.length === 0 ? text : inARow([text, gettext("The answer to it goes as well.")]);
}

/** The pre-answer of rules.md 2.6: the coming turn is rolled without thinking of the cube. */
function rollNext(state: Readonly<State>, view: View, deeds: Deeds) {
  const [side, ...more] = handsOf(view, state.you);
  const isPlaying = ["to_roll", "to_play", "doubled"].includes(view.phase);
  if (!state.preferences.autoRoll || side === undefined || more.length > 0 || !isPlaying || view.paused) return nothing;
  const { cube } = view;
  if (!cube.in_use || (cube.owner !== null && cube.owner !== side)) return voided(state, view);
  const label = gettext("Roll my next turn without doubling");
  return html`<label class="choice roll-next">
      <input
        type="checkbox"
        data-action="roll_next"
        .checked=${state.noDouble}
        @change=${(event: Event) => deeds.rollNext((event.target as HTMLInputElement).checked)}
      />
      <span>${label}</span>
    </label>
    ${voided(state, view)}`;
}

/** Why the next roll is not made by itself after all. */
export const voidedSentence = (): string =>
  gettext("Your opponent doubled instead: your roll is no longer made by itself.");

function voided(state: Readonly<State>, view: View) {
  if (state.voided !== view.decision) return nothing;
  return html`<p class="hint" data-voided>${voidedSentence()}</p>`;
}

function rolling(state: Readonly<State>, view: View, deeds: Deeds): Button[] {
  const can = (name: Wish["t"]): boolean => sideFor(view, state.you, name) !== null;
  const off = state.pending !== null;
  const buttons: Button[] = [];
  if (can("roll")) {
    buttons.push({ action: "roll", label: gettext("Roll"), run: () => deeds.wish({ t: "roll" }), primary: true, off });
  }
  const refusal = doubleRefusal(view, state);
  if (can("double") || refusal) {
    const value = view.cube.value * 2;
    const label = refusal ? gettext("Double") : interpolate(gettext("Double to %(value)s"), { value }, true);
    const why = refusal ? { why: "double-reason" } : {};
    buttons.push({ action: "double", label, run: () => deeds.double(), off: off || refusal !== null, ...why });
  }
  if (can("reroll")) {
    buttons.push({ action: "reroll", label: gettext("Throw again"), run: () => deeds.wish({ t: "reroll" }), off });
  }
  return buttons;
}

/** In a Crawford game and without a cube there is no double button at all, so there is no reason to give either. */
const SILENT: readonly RefusalView["code"][] = ["crawford_game", "no_cube"];

function doubleRefusal(view: View, { you }: Readonly<State>): RefusalView | null {
  const side = view.to_act;
  if (view.phase !== "to_roll" || side === null || !you.includes(side)) return null;
  const refusal = view.can[side].double_refusal;
  return refusal && !SILENT.includes(refusal.code) ? refusal : null;
}

function playing(state: Readonly<State>, deeds: Deeds): Button[] {
  const turn = state.turn;
  if (!turn) return [];
  const busy = state.pending !== null;
  const off = busy || !turn.canUndo;
  return [
    {
      action: "confirm",
      label: gettext("Confirm"),
      run: () => deeds.confirm(),
      primary: true,
      off: busy || !turn.complete,
    },
    { action: "undo", label: gettext("Undo step"), run: () => deeds.undo(), off },
    { action: "reset", label: gettext("Reset"), run: () => deeds.reset(), off },
  ];
}

function withdrawing(state: Readonly<State>, view: View, deeds: Deeds): Button[] {
  const off = state.pending !== null;
  const buttons: Button[] = [];
  if (sideFor(view, state.you, "withdraw_resignation")) {
    const run = (): void => deeds.wish({ t: "withdraw_resignation" });
    buttons.push({ action: "withdraw_resignation", label: gettext("Withdraw the resignation"), run, off });
  }
  if (sideFor(view, state.you, "withdraw")) {
    buttons.push({ action: "withdraw", label: gettext("Withdraw the offer"), run: () => deeds.wish({ t: "withdraw" }), off });
  }
  return buttons;
}
