/** What a hand or a key means: choosing checkers and targets, one click, dragging, dice and cube. */
import type { Actions } from "./input.ts";
import type { Handle } from "./overlay.ts";
import { pointOf, type Spot, withChecker } from "./spots.ts";
import { type BoardState, canConfirm, canSwap, chancesOf, diceOf, moverSign, sideOf } from "./state.ts";
import { optionByDie } from "./steps.ts";
import type { TurnPlayer } from "./turn.ts";
import type { BoardEvent } from "./types.ts";
import type { BoardView } from "./view.ts";

export function createHands(
  state: BoardState,
  view: BoardView,
  turn: TurnPlayer,
  emit: (event: BoardEvent) => void,
): Actions {
  function select(spot: Spot | null, byKey: boolean): void {
    state.selected = spot;
    view.draw();
    if (byKey) view.overlay.focusNext();
  }

  /** One click: move by the left die, or by the other one; whichever can be played. */
  function quick(spot: Spot, isOther: boolean): void {
    const unused = diceOf(state).filter((die) => !die.used);
    const dice = (isOther ? unused.reverse() : unused).map((die) => die.number);
    const from = pointOf(spot, moverSign(state));
    const option = dice.map((die) => state.walk && optionByDie(state.walk, from, die)).find((each) => each !== null);
    if (option) turn.take(option);
  }

  function chooseSpot(spot: Spot, byKey: boolean): void {
    state.preview = null;
    const { sources, targets } = chancesOf(state);
    const target = targets.find((choice) => choice.to === spot);
    if (target) turn.take(target.option);
    else if (!sources.has(spot)) select(null, false);
    else if (state.settings.moveStyle === "one_click") quick(spot, false);
    else if (state.settings.moveStyle !== "drag" || byKey) select(state.selected === spot ? null : spot, byKey);
  }

  function chooseDice(): void {
    if (state.can.roll || canConfirm(state)) emit({ kind: "dice" });
    else if (canSwap(state)) {
      state.swapped = !state.swapped;
      view.draw();
    }
  }

  return {
    choose(handle: Handle, byKey: boolean) {
      if (handle === "dice") chooseDice();
      else if (handle !== "cube") chooseSpot(handle, byKey);
      else if (state.can.double) emit({ kind: "cube" });
    },
    chooseOther(handle: Handle) {
      if (state.settings.moveStyle === "one_click" && typeof handle === "number") quick(handle, true);
    },
    cancel() {
      const from = state.selected;
      if (from === null) return;
      select(null, false);
      if (view.overlay.hasFocus()) view.overlay.focusPoint(from);
    },
    grab(spot) {
      if (!chancesOf(state).sources.has(spot)) return false;
      view.hurry();
      state.preview = null;
      state.held = spot;
      state.selected = spot;
      state.resting = withChecker(state.cells, spot, moverSign(state), -1);
      view.draw();
      return true;
    },
    drag(place) {
      if (state.held !== null) view.renderer().hold(sideOf(state, moverSign(state)), state.held, place);
    },
    drop(spot) {
      if (state.held === null) return;
      const target = chancesOf(state).targets.find((choice) => choice.to === spot);
      view.hurry();
      state.selected = null;
      if (target) turn.take(target.option, "landed");
      else view.draw();
    },
    placeAt: (clientX, clientY) => view.renderer().placeAt(clientX, clientY),
    look(deed) {
      const { camera } = view.renderer();
      if (camera) deed(camera);
      return camera !== undefined;
    },
    spotAt: (place) => view.layout().spotAt(place),
  };
}
