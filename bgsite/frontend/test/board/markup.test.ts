import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createLayout } from "../../src/board/layout.ts";
import { boardMarkup, checkersMarkup, cubeMarkup, diceMarkup, type Pen } from "../../src/board/markup.ts";
import { groundMarkup, marksMarkup } from "../../src/board/marks.ts";
import { type Scene, sceneOf } from "../../src/board/scene.ts";
import { type BoardState, cellsNow, createState } from "../../src/board/state.ts";
import { startWalk } from "../../src/board/steps.ts";
import { themes } from "../../src/board/theme.ts";
import type { BoardPosition, Side } from "../../src/board/index.ts";
import { MIDDLE, ONE_CHECKER, positionOf, STACKS, START } from "./positions.ts";

function stateOf(position: BoardPosition, near: Side = "white"): BoardState {
  const state = createState({ near, direction: "right", speed: "none", moveStyle: "guided" });
  state.position = position;
  state.cells = cellsNow(state);
  return state;
}

function penOf(narrow = false): Pen {
  return { layout: createLayout(narrow, "right"), theme: themes.classic, id: "board-" };
}

function picture(scene: Scene, pen: Pen): string {
  const end = scene.dice && (scene.dice.side === scene.near ? "near" : "far");
  return (
    boardMarkup(pen) +
    checkersMarkup(scene.piles, pen) +
    (scene.dice && end ? diceMarkup(scene.dice.dice, scene.dice.side, end, pen) : "") +
    (scene.cube ? cubeMarkup(scene.cube, pen) : "")
  );
}

/** The server's picture without its outer element. */
function served(name: string): string {
  return readFileSync(`test/board/pictures/${name}.svg`, "utf8").trim().replace(/^<svg[^>]*>/, "").replace(/<\/svg>$/, "");
}

const NO_CUBE = { value: 1, owner: null, in_use: false };
const CASES: [string, BoardPosition, Side, boolean][] = [
  ["opening", positionOf(START, { cube: NO_CUBE }), "white", false],
  [
    "middle",
    positionOf(MIDDLE, { cube: { value: 2, owner: "black", in_use: true }, dice: [5, 3], dice_side: "white" }),
    "white",
    false,
  ],
  ["middle_black_narrow", positionOf(MIDDLE, { dice: [4, 4], dice_side: "white" }), "black", true],
  [
    "stacks",
    positionOf(STACKS, { cube: { value: 512, owner: "white", in_use: true }, dice: [6, 2], dice_side: "black" }),
    "white",
    false,
  ],
];

for (const [name, position, near, narrow] of CASES) {
  test(`draws the picture the server draws: ${name}`, () => {
    assert.equal(picture(sceneOf(stateOf(position, near)), penOf(narrow)), served(name));
  });
}

test("no drawing has an inline style, which the page's policy forbids", () => {
  const state = stateOf(positionOf(START, { graph: ONE_CHECKER, dice: [5, 3], dice_side: "white" }));
  Object.assign(state, { movable: "white", walk: startWalk(ONE_CHECKER), selected: 13 });
  const scene = sceneOf(state);
  const text = picture(scene, penOf()) + groundMarkup(scene, penOf()) + marksMarkup(scene, penOf());
  assert.ok(!/ style=|<style|NaN|undefined/.test(text));
});

test("a chosen checker's targets are gold with a ghost on each, combined ones with their dice", () => {
  const state = stateOf(positionOf(START, { graph: ONE_CHECKER, dice: [5, 3], dice_side: "white" }));
  Object.assign(state, { movable: "white", walk: startWalk(ONE_CHECKER), selected: 13 });
  const scene = sceneOf(state);
  assert.deepEqual(scene.targets.map(({ spot, index, label }) => [spot, index, label]), [[8, 3, ""], [10, 0, ""], [5, 0, "3+5"]]);
  assert.equal(groundMarkup(scene, penOf()).match(/#ffc83d/g)?.length, 3);
});
