import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createLayout } from "../../src/board/layout.ts";
import { boardParts, cubeMarkup, diceParts, type Pen, pileMarkup } from "../../src/board/markup.ts";
import { groundMarkup, marksMarkup } from "../../src/board/marks.ts";
import type { Style } from "../../src/board/renderer.ts";
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

const USUAL: Style = { theme: themes.classic, checkers: "turned", dice: "ivory" };

function penOf(narrow = false, style = USUAL, direction: "right" | "left" = "right"): Pen {
  return { ...style, layout: createLayout(narrow, direction), id: "board-" };
}

function checkersOf(scene: Scene, pen: Pen): string {
  return scene.piles.map((pile) => pileMarkup(pile, pen)).join("");
}

function picture(scene: Scene, pen: Pen): string {
  const end = scene.dice && (scene.dice.side === scene.near ? "near" : "far");
  return (
    boardParts(pen).join("") +
    checkersOf(scene, pen) +
    (scene.dice && end ? diceParts(scene.dice.dice, scene.dice.side, end, pen).join("") : "") +
    (scene.cube ? cubeMarkup(scene.cube, pen) : "")
  );
}

/** The server's picture without its outer element. */
function served(name: string): string {
  return readFileSync(`test/board/pictures/${name}.svg`, "utf8").trim().replace(/^<svg[^>]*>/, "").replace(/<\/svg>$/, "");
}

/** From 24 with a 4 to the blot on 20. */
const ONE_HIT = { left: [[4], []], edges: [[0, 1, 24, 20, 4, 1]], ends: [1] };
const NO_CUBE = { value: 1, owner: null, in_use: false };
const CASES: [string, Style, BoardPosition, Side, boolean][] = [
  ["opening", USUAL, positionOf(START, { cube: NO_CUBE }), "white", false],
  [
    "middle",
    { theme: themes.night, checkers: "inlaid", dice: "matching" },
    positionOf(MIDDLE, { cube: { value: 2, owner: "black", in_use: true }, dice: [5, 3], dice_side: "white" }),
    "white",
    false,
  ],
  [
    "middle_black_narrow",
    { theme: themes.sand, checkers: "inlaid", dice: "ivory" },
    positionOf(MIDDLE, { dice: [4, 4], dice_side: "white" }),
    "black",
    true,
  ],
  [
    "stacks",
    { theme: themes.contrast, checkers: "turned", dice: "matching" },
    positionOf(STACKS, { cube: { value: 512, owner: "white", in_use: true }, dice: [6, 2], dice_side: "black" }),
    "white",
    false,
  ],
];

for (const [name, style, position, near, narrow] of CASES) {
  test(`draws the picture the server draws: ${name}`, () => {
    assert.equal(picture(sceneOf(stateOf(position, near)), penOf(narrow, style, name === "middle" ? "left" : "right")), served(name));
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

test("where a checker would hit, the blot and the ghost are both seen", () => {
  const state = stateOf(positionOf(MIDDLE, { graph: ONE_HIT, dice: [4, 1], dice_side: "white" }));
  Object.assign(state, { movable: "white", walk: startWalk(ONE_HIT), selected: 24 });
  const scene = sceneOf(state);
  const blot = penOf().layout.checker(20, 0);
  assert.deepEqual(scene.targets.map(({ spot, index }) => [spot, index]), [[20, 0]]);
  assert.ok(checkersOf(scene, penOf()).includes(`href="#board-black" x="${blot.x}" y="${blot.y}"`));
  assert.ok(marksMarkup(scene, penOf()).includes(`href="#board-white" x="${blot.x}" y="${blot.y + 26}"`));
});
