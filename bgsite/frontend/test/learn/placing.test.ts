import assert from "node:assert/strict";
import { test } from "node:test";
import type { BoardPosition } from "../../src/board/index.ts";
import { type Placing, placingAnswer, placingGraph, placingPosition } from "../../src/learn/placing.ts";

const start: BoardPosition = {
  board: Array.from({ length: 26 }, (_, point) => (point === 24 ? 2 : point === 1 ? -2 : 0)),
  cube: { value: 1, owner: null, in_use: false },
  off: { white: 3, black: 13 },
  dice: null,
  dice_side: null,
  last_play: null,
  graph: null,
  offer: null,
};

function placing(...placed: number[]): Placing {
  return { start, count: 3, places: [24, 13, 8], placed };
}

test("each place can be chosen, out of the tray", () => {
  assert.deepEqual(
    placingGraph(placing()).edges.map(([, , from, to]) => [from, to]),
    [[0, 24], [0, 13], [0, 8]],
  );
});

test("placed checkers leave the tray", () => {
  const { board, off } = placingPosition(placing(13, 24));
  assert.equal(board[13], 1);
  assert.equal(board[24], 3);
  assert.deepEqual(off, { white: 1, black: 13 });
});

test("the board sees a new decision after each checker", () => {
  assert.notDeepEqual(placingGraph(placing(13)), placingGraph(placing(13, 13)));
});

test("nothing more can be placed when the tray is empty", () => {
  assert.deepEqual(placingGraph(placing(13, 13, 8)).edges, []);
});

test("the answer counts the checkers of each point", () => {
  assert.deepEqual(placingAnswer(placing(13, 8, 13)), { 13: 2, 8: 1 });
});
