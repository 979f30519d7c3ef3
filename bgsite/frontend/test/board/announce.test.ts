import "./texts.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { spotText, type Voice } from "../../src/board/announce.ts";
import { BAR_FAR, BAR_NEAR, cellsOf, OFF_NEAR } from "../../src/board/spots.ts";
import { MIDDLE, positionOf } from "./positions.ts";

const position = positionOf(MIDDLE);
const cells = cellsOf(position, "white");
const mine: Voice = { yours: 1, near: "white" };
const watching: Voice = { yours: null, near: "white" };
const none = { kind: "none", dice: "" } as const;

test("a point's name says number, checkers and whether they can move", () => {
  assert.equal(spotText(cells, 13, mine, { kind: "move", dice: "" }), "Point 13: 3 of yours, can move");
  assert.equal(spotText(cells, 19, mine, none), "Point 19: 4 of the opponent's");
  assert.equal(spotText(cells, 10, mine, { kind: "target", dice: "3" }), "Point 10: empty, move here with 3");
  assert.equal(spotText(cells, 8, mine, { kind: "chosen", dice: "" }), "Point 8: 3 of yours, chosen");
});

test("bars and trays are named by whose they are", () => {
  assert.equal(spotText(cells, BAR_NEAR, mine, none), "Your bar: empty");
  assert.equal(spotText(cells, BAR_FAR, mine, none), "Opponent's bar: 1 of the opponent's");
  assert.equal(spotText(cells, OFF_NEAR, mine, none), "Your tray: 1 of yours");
});

test("to a spectator nothing is yours", () => {
  assert.equal(spotText(cells, 13, watching, none), "Point 13: 3 white checkers");
  assert.equal(spotText(cells, BAR_FAR, watching, none), "Black's bar: 1 black checker");
});

test("to the far player the near checkers are the opponent's", () => {
  assert.equal(spotText(cells, 13, { yours: -1, near: "white" }, none), "Point 13: 3 of the opponent's");
});
