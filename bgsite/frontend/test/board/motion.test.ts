import assert from "node:assert/strict";
import { test } from "node:test";
import { airborne, braked, eased } from "../../src/board/motion.ts";

const START = { x: 100, y: 700 };
const GOAL = { x: 500, y: 60 };

test("a flight begins and ends on the board, where it should", () => {
  assert.deepEqual(airborne(START, GOAL, 0), { ...START, height: 0 });
  const { x, y, height } = airborne(START, GOAL, 1);
  assert.deepEqual([x, y, Math.round(height)], [GOAL.x, GOAL.y, 0]);
});

test("half-way it is half-way, and highest", () => {
  const middle = airborne(START, GOAL, 0.5);
  assert.deepEqual([middle.x, middle.y], [300, 380]);
  for (const part of [0.1, 0.3, 0.7, 0.9]) assert.ok(airborne(START, GOAL, part).height < middle.height);
});

test("a farther flight is higher, but never leaves the picture", () => {
  const near = airborne(START, { x: 160, y: 700 }, 0.5).height;
  const far = airborne(START, { x: 9000, y: 700 }, 0.5).height;
  assert.ok(near > 10 && near < far && far <= 60);
});

test("both ways of slowing begin at 0, end at 1 and never turn back", () => {
  for (const ease of [eased, braked]) {
    assert.deepEqual([ease(0), ease(1)], [0, 1]);
    for (let part = 0; part < 1; part += 0.05) assert.ok(ease(part + 0.05) > ease(part));
  }
});
