/** The turn under way: takes steps on the walk and shows them. */
import { flightsBetween, flightsOfMoves, type Flown } from "./anim.ts";
import { loudestLanding } from "./landing.ts";
import { type BoardState, cellsNow, moverSign, spotsOfMoves } from "./state.ts";
import { restarted, turnOf, undone, type Walk, walked } from "./steps.ts";
import type { BoardEvent, StepOption } from "./types.ts";
import type { BoardView } from "./view.ts";

export interface TurnPlayer {
  /** Make a step or combined step; with `landed` the checker is there already and nothing flies. */
  take(option: StepOption, landed?: "landed"): void;
  undo(): void;
  reset(): void;
}

export function createTurnPlayer(state: BoardState, view: BoardView, emit: (event: BoardEvent) => void): TurnPlayer {
  function change(walk: Walk, flownOf: () => Flown | null): void {
    view.hurry();
    const hadFocus = view.overlay.hasFocus();
    const flown = flownOf();
    state.walk = walk;
    state.selected = null;
    const before = state.cells;
    state.cells = cellsNow(state);
    void view.run(flown ?? { stages: [], end: before });
    emit({ kind: "turn", turn: turnOf(walk) });
    if (hadFocus && view.overlay.hasFocus()) view.overlay.focusNext();
  }

  /** To an earlier node of the walk; the checkers fly back. */
  function goBack(walk: Walk): void {
    change(walk, () => flightsBetween(state.cells, cellsNow({ ...state, walk })));
  }

  return {
    take(option, landed) {
      const walk = state.walk && walked(state.walk, option.path);
      if (!walk) return;
      const sign = moverSign(state);
      const flown = flightsOfMoves(state.cells, sign, spotsOfMoves(option.path, sign));
      change(walk, () => (landed ? null : flown));
      const what = landed ? loudestLanding(flown) : null;
      if (what !== null) emit({ kind: "landed", what });
    },
    undo() {
      if (state.walk?.taken.length) goBack(undone(state.walk));
    },
    reset() {
      if (state.walk?.taken.length) goBack(restarted(state.walk));
    },
  };
}
