import assert from "node:assert/strict";
import { test } from "node:test";
import { flightsOfMoves } from "../../src/board/anim.ts";
import { loudestLanding } from "../../src/board/landing.ts";
import { BAR_FAR, OFF_NEAR, withChecker } from "../../src/board/spots.ts";
import { NO_CELLS } from "../../src/board/state.ts";

const withBlot = withChecker(withChecker(NO_CELLS, 8, 1, 1), 5, -1, 1);

test("of several landings a hit is heard, else one that bears off, else any", () => {
  const heard = (...moves: { from: number; to: number }[]): unknown => loudestLanding(flightsOfMoves(withBlot, 1, moves));
  assert.equal(heard({ from: 8, to: 6 }), "move");
  assert.equal(heard({ from: 8, to: 6 }, { from: 6, to: 3 }), "move");
  assert.equal(heard({ from: 8, to: 5 }, { from: 5, to: 2 }), "hit");
  assert.equal(heard({ from: 8, to: 5 }, { from: 5, to: OFF_NEAR }), "hit");
  assert.equal(heard({ from: 8, to: OFF_NEAR }), "off");
  assert.equal(heard(), null);
  assert.equal(flightsOfMoves(withBlot, 1, [{ from: 8, to: 5 }]).end[BAR_FAR], 1);
});
