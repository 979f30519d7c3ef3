import assert from "node:assert/strict";
import { test } from "node:test";
import { flightsBetween, flightsOfMoves, landingOf } from "../../src/board/anim.ts";
import { BAR_FAR, BAR_NEAR, type Cells, cellsOf, countAt, OFF_NEAR } from "../../src/board/spots.ts";
import { MIDDLE, positionOf, START } from "./positions.ts";

const opening: Cells = cellsOf(positionOf(START), "white");
const middle: Cells = cellsOf(positionOf(MIDDLE), "white");

function total(cells: Cells, sign: 1 | -1): number {
  return cells.reduce((sum, _, spot) => sum + countAt(cells, spot, sign), 0);
}

test("a play flies one checker after the other", () => {
  const { stages, end } = flightsOfMoves(opening, 1, [{ from: 8, to: 5 }, { from: 6, to: 5 }]);
  assert.deepEqual(
    stages.map(({ flights }) => flights),
    [
      [{ sign: 1, from: 8, fromIndex: 2, to: 5, toIndex: 0 }],
      [{ sign: 1, from: 6, fromIndex: 4, to: 5, toIndex: 1 }],
    ],
  );
  assert.deepEqual([end[8], end[6], end[5]], [2, 4, 2]);
});

test("while a checker flies it rests nowhere", () => {
  const { stages } = flightsOfMoves(opening, 1, [{ from: 8, to: 5 }]);
  assert.equal(total(stages[0]?.resting ?? [], 1), 14);
});

test("a hit checker stays until it is struck, then travels to the bar", () => {
  const { stages, end } = flightsOfMoves(middle, 1, [{ from: 24, to: 20 }]);
  assert.equal(stages[0]?.resting[20], -1);
  assert.deepEqual(stages[1]?.flights, [{ sign: -1, from: 20, fromIndex: 0, to: BAR_FAR, toIndex: 1 }]);
  assert.equal(stages[1]?.resting[20], 1);
  assert.deepEqual([end[20], end[BAR_FAR], total(end, 1), total(end, -1)], [1, 2, 15, 15]);
});

test("the far player's hit sends the near checker to the near bar", () => {
  const cells = cellsOf(positionOf([0, 0, 0, 0, 1, 0, -1, ...Array.from({ length: 19 }, () => 0)]), "white");
  const { end } = flightsOfMoves(cells, -1, [{ from: 6, to: 4 }]);
  assert.deepEqual([end[4], end[6], end[BAR_NEAR]], [-1, 0, 1]);
});

test("a borne-off checker flies to the tray, on top of those there", () => {
  const { stages, end } = flightsOfMoves(middle, 1, [{ from: 5, to: OFF_NEAR }]);
  assert.deepEqual(stages[0]?.flights[0], { sign: 1, from: 5, fromIndex: 1, to: OFF_NEAR, toIndex: 1 });
  assert.equal(end[OFF_NEAR], 2);
});

test("the difference of two boards lands where the second one is", () => {
  const { end } = flightsOfMoves(middle, 1, [{ from: 24, to: 20 }, { from: 13, to: 10 }]);
  const back = flightsBetween(end, middle);
  assert.deepEqual(back.end, middle);
  assert.deepEqual(
    back.stages[0]?.flights.map(({ sign, from, to }) => [sign, from, to]),
    [
      [1, 20, 24],
      [1, 10, 13],
      [-1, BAR_FAR, 20],
    ],
  );
});

test("what flies and what rests are all the checkers", () => {
  const { stages } = flightsBetween(opening, middle);
  const [stage] = stages;
  assert.ok(stage);
  assert.equal(total(stage.resting, 1) + total(stage.resting, -1) + stage.flights.length, 30);
});

test("two checkers that leave one point leave from the top", () => {
  const { end } = flightsOfMoves(opening, 1, [{ from: 13, to: 8 }, { from: 13, to: 8 }]);
  const [stage] = flightsBetween(opening, end).stages;
  assert.deepEqual(stage?.flights.map(({ fromIndex, toIndex }) => [fromIndex, toIndex]), [[4, 3], [3, 4]]);
});

test("nothing flies between equal boards", () => {
  assert.deepEqual(flightsBetween(opening, opening).stages, []);
});

function heard(cells: Cells, moves: { from: number; to: number }[]): (string | null)[] {
  const { stages } = flightsOfMoves(cells, 1, moves);
  return stages.map((_, at) => landingOf(stages, at));
}

test("a blow is heard when the blot is struck, not again on the bar", () => {
  assert.deepEqual(heard(middle, [{ from: 24, to: 20 }, { from: 13, to: 10 }]), ["hit", null, "move"]);
});

test("a checker borne off sounds otherwise than one moved", () => {
  assert.deepEqual(heard(middle, [{ from: 6, to: 5 }, { from: 5, to: OFF_NEAR }]), ["move", "off"]);
});

test("a play that comes all at once is heard once, as the most that it did", () => {
  const { end } = flightsOfMoves(middle, 1, [{ from: 24, to: 20 }, { from: 5, to: OFF_NEAR }]);
  const { stages } = flightsBetween(middle, end);
  assert.deepEqual(stages.map((_, at) => landingOf(stages, at)), ["hit"]);
});

test("taken back, a hit checker that leaves the bar and one that leaves the tray are moves", () => {
  const { end } = flightsOfMoves(middle, 1, [{ from: 24, to: 20 }, { from: 5, to: OFF_NEAR }]);
  const { stages } = flightsBetween(end, middle);
  assert.deepEqual(stages.map((_, at) => landingOf(stages, at)), ["move"]);
});
