import assert from "node:assert/strict";
import { test } from "node:test";
import { BAR_FAR, BAR_NEAR, cellsOf, OFF_FAR, OFF_NEAR, pointOf, spotOf } from "../../src/board/spots.ts";
import { sceneOf } from "../../src/board/scene.ts";
import { type BoardState, cellsNow, chancesOf, createState, diceOf, pipsOf } from "../../src/board/state.ts";
import { startWalk, walked } from "../../src/board/steps.ts";
import type { Side, StepGraph, StepTriple } from "../../src/board/index.ts";
import { DOUBLES, MIDDLE, ONE_CHECKER, positionOf, START } from "./positions.ts";

function playing(graph: StepGraph, dice: [number, number], mover: Side, near: Side, ...steps: StepTriple[]): BoardState {
  const state = createState({ near, direction: "right", speed: "none", moveStyle: "guided" });
  state.position = positionOf(START, { graph, dice, dice_side: mover });
  state.movable = mover;
  state.walk = walked(startWalk(graph), steps);
  state.cells = cellsNow(state);
  return state;
}

function looks(state: BoardState): [number, boolean][] {
  return diceOf(state).map(({ number, used }) => [number, used]);
}

test("spots and points are each other's inverse for both movers", () => {
  for (const sign of [1, -1] as const) for (let point = 0; point <= 25; point += 1) assert.equal(pointOf(spotOf(point, sign), sign), point);
  assert.deepEqual([spotOf(25, 1), spotOf(25, -1), spotOf(0, 1), spotOf(0, -1)], [BAR_NEAR, BAR_FAR, OFF_NEAR, OFF_FAR]);
});

test("a board seen by Black is turned round", () => {
  const cells = cellsOf(positionOf(MIDDLE), "black");
  assert.deepEqual([cells[24], cells[13], cells[BAR_NEAR], cells[12], cells[OFF_FAR]], [2, 4, 1, -3, 1]);
});

test("pip counts at the start are 167", () => {
  const cells = cellsOf(positionOf(START), "white");
  assert.deepEqual([pipsOf(cells, 1), pipsOf(cells, -1)], [167, 167]);
});

test("local steps are on the board", () => {
  assert.deepEqual([8, 13].map((spot) => playing(ONE_CHECKER, [5, 3], "white", "white", [13, 8, 5]).cells[spot]), [4, 4]);
});

test("Black's local steps are on the board that White sees", () => {
  const { cells } = playing(ONE_CHECKER, [5, 3], "black", "white", [13, 8, 5]);
  assert.deepEqual([cells[12], cells[17]], [-4, -4]);
});

test("a used die is marked, the other is not", () => {
  assert.deepEqual(looks(playing(ONE_CHECKER, [5, 3], "white", "white", [13, 8, 5])), [[5, true], [3, false]]);
});

test("swapped dice lie the other way round", () => {
  const state = playing(ONE_CHECKER, [5, 3], "white", "white");
  state.swapped = true;
  assert.deepEqual(looks(state), [[3, false], [5, false]]);
});

test("doubles are four dice, used up from the left", () => {
  assert.deepEqual(looks(playing(DOUBLES, [2, 2], "white", "white", [24, 22, 2])), [[2, true], [2, false], [2, false], [2, false]]);
});

test("a single source shows its targets at once, but not in the drag style", () => {
  const state = playing(ONE_CHECKER, [5, 3], "white", "white");
  assert.deepEqual(chancesOf(state).targets.map((target) => target.to), [8, 10, 5]);
  state.settings.moveStyle = "drag";
  assert.deepEqual(chancesOf(state).targets, []);
});

test("the last play is outlined until a new one begins", () => {
  const state = playing(ONE_CHECKER, [5, 3], "white", "white");
  const last = { side: "black" as const, moves: [[24, 18, 6], [18, 13, 5]] as StepTriple[] };
  state.position = positionOf(START, { ...state.position, last_play: last });
  const { ghosts, landed } = sceneOf(state);
  assert.deepEqual(ghosts, [{ spot: 1, side: "black", index: 2 }]);
  assert.deepEqual(landed, [12]);
  state.walk = walked(startWalk(ONE_CHECKER), [[13, 8, 5]]);
  assert.deepEqual(sceneOf(state).ghosts, []);
});
