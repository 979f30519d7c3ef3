/** Views as one-liners: a fresh game, with what a test cares about put in. */
import type { Can, View } from "../../src/live/protocol.ts";

export const NOTHING: Can = {
  roll: false,
  reroll: false,
  play: false,
  double: false,
  double_refusal: null,
  take: false,
  drop: false,
  beaver: false,
  beaver_value: null,
  resign: [],
  answer_resignation: false,
  withdraw_resignation: false,
  resign_match: false,
  settle: null,
  draw: false,
  propose_end: false,
  answer_proposal: false,
  withdraw_proposal: false,
  end_session: false,
  next: false,
  take_back: false,
  adjourn: false,
  resume: false,
};

/** White's numbering; [25] White's bar, [0] Black's bar. */
export const START = [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0];

export function viewWith(changes: Partial<View> = {}): View {
  return {
    kind: "match",
    length: 3,
    preset: "match",
    game: 1,
    phase: "to_roll",
    paused: false,
    held: false,
    resuming: { white: false, black: false },
    computers: { white: null, black: null },
    decision: 5,
    on_roll: "white",
    to_act: "white",
    awaits: ["white"],
    turn: 3,
    board: START,
    pips: { white: 167, black: 167 },
    off: { white: 0, black: 0 },
    dice: null,
    dice_side: null,
    cube: { value: 1, owner: null, in_use: true },
    offer: null,
    resignation: null,
    proposal: null,
    score: { white: 0, black: 0 },
    crawford: "pending",
    ready: { white: false, black: false },
    next_at: null,
    result: null,
    match_result: null,
    last_play: null,
    clock: null,
    graph: null,
    can: { white: NOTHING, black: NOTHING },
    ...changes,
  };
}

export const canDo = (changes: Partial<Can>): Can => ({ ...NOTHING, ...changes });
