import assert from "node:assert/strict";
import { test } from "node:test";
import type { BoardPosition, LocalTurn } from "../../src/board/index.ts";
import { wholeNumber } from "../../src/learn/reading.ts";
import { isBarred, positionBefore, stepText } from "../../src/learn/turns.ts";

const turn: LocalTurn = { steps: [[13, 10, 3]], left: [5], complete: false, canUndo: true, options: [] };

test("a step after which nothing goes on was refused", () => assert.ok(isBarred(turn)));

test("a complete turn and one that goes on were not", () => {
  assert.ok(!isBarred({ ...turn, complete: true }));
  assert.ok(!isBarred({ ...turn, options: [{ from: 8, to: 3, die: 5, hits: false, path: [[8, 3, 5]] }] }));
  assert.ok(!isBarred({ ...turn, steps: [] }));
});

test("steps are written as everywhere", () => {
  assert.equal(stepText([25, 20, 5]), "bar/20");
  assert.equal(stepText([4, 0, 6]), "4/off");
});

const checkers = { board: Array.from({ length: 26 }, () => 0), off: { white: 14, black: 13 } };
const doubled: BoardPosition = {
  ...checkers,
  cube: { value: 1, owner: null, in_use: true },
  dice: null,
  dice_side: null,
  last_play: null,
  graph: null,
  offer: { by: "black", value: 2 },
};

test("what follows a double is shown as taken", () => {
  const shown = positionBefore(doubled, checkers, [3, 1], "black");
  assert.deepEqual(shown.cube, { value: 2, owner: "white", in_use: true });
  assert.equal(shown.offer, null);
  assert.deepEqual([shown.dice, shown.dice_side], [[3, 1], "black"]);
});

test("without a double the cube stays where it is", () => {
  assert.deepEqual(positionBefore({ ...doubled, offer: null }, checkers, null, "white").cube, doubled.cube);
});

test("numbers are read as people write them", () => {
  assert.equal(wholeNumber(" 25 % "), 25);
  assert.equal(wholeNumber("-3"), -3);
  assert.equal(wholeNumber("２５％"), 25);
  for (const text of ["", "2.5", "1e3", "twenty", "123456"]) assert.equal(wholeNumber(text), null);
});
