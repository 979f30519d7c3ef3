import assert from "node:assert/strict";
import { test } from "node:test";
import { Quaternion, Vector3 } from "three";
import { createLayout } from "../../src/board/layout.ts";
import { layerOf, standOf, THICK } from "../../src/board/solid/checkers.ts";
import { cubeSide, cubeTurn } from "../../src/board/solid/dice.ts";
import { FACES, hop, lying, numberUp, onArc, tumbling } from "../../src/board/solid/motion.ts";
import { createMotions } from "../../src/board/solid/motions.ts";
import { SIDES } from "../../src/board/solid/shape.ts";
import { OFF_NEAR } from "../../src/board/spots.ts";

const NUMBERS = [1, 2, 3, 4, 5, 6];
const TIMES = Array.from({ length: 101 }, (_, at) => at / 100);

test("opposite faces of a die add up to seven", () => {
  for (const number of NUMBERS) {
    const opposite = FACES[6 - number] as Vector3;
    assert.ok((FACES[number - 1] as Vector3).clone().add(opposite).length() < 1e-9);
  }
});

for (const number of NUMBERS) {
  test(`a die that lies for ${number} shows ${number}, however it is turned`, () => {
    for (const tilt of [-0.4, 0, 0.2]) assert.equal(numberUp(lying(number, tilt)), number);
  });

  test(`a die that tumbles ends as ${number}, where it is to lie, and never in the felt`, () => {
    const end = lying(number, 0.1);
    const thrown = { from: new Vector3(-2, 0, 2), spin: new Vector3(0.3, 1, -0.2).normalize(), turns: 1.7 };
    for (const t of TIMES) assert.ok(tumbling(thrown, end, 0.54, t).place.y >= -1e-9);
    const last = tumbling(thrown, end, 0.54, 1);
    assert.ok(last.place.length() < 1e-9);
    assert.ok(last.turn.angleTo(end) < 1e-6);
    assert.ok(tumbling(thrown, end, 0.54, 0.2).turn.angleTo(end) > 0.2);
  });
}

test("each hop of a die is lower than the one before", () => {
  const tops = TIMES.filter((t) => t > 0 && t < 1 && hop(t) >= hop(t - 0.01) && hop(t) > hop(t + 0.01)).map(hop);
  assert.ok(tops.length >= 3);
  assert.deepEqual(tops, [...tops].sort((a, b) => b - a));
});

test("a checker flies in an arc and lands where it is to be", () => {
  const [from, to] = [new Vector3(-4, 0, 3), new Vector3(2, 0.3, -3)];
  assert.ok(onArc(from, to, 0).distanceTo(from) < 1e-9);
  assert.ok(onArc(from, to, 1).distanceTo(to) < 1e-9);
  assert.ok(onArc(from, to, 0.5).y > 1);
  const far = onArc(from, to, 0.5).y;
  assert.ok(onArc(from, new Vector3(-3.4, 0, 3), 0.5).y < far);
});

test("the cube shows its value, upright for the near player", () => {
  for (const value of [1, 2, 4, 8, 16, 32, 64, 128, 1024]) {
    const { out, upward } = SIDES[cubeSide(value)] as (typeof SIDES)[number];
    const turn: Quaternion = cubeTurn(value);
    assert.ok(out.clone().applyQuaternion(turn).distanceTo(new Vector3(0, 1, 0)) < 1e-6);
    assert.ok(upward.clone().applyQuaternion(turn).distanceTo(new Vector3(0, 0, -1)) < 1e-6);
  }
  assert.equal(new Set([2, 4, 8, 16, 32, 64].map(cubeSide)).size, 6);
});

test("the sixth checker of a point stands on the first two", () => {
  assert.deepEqual([0, 4, 5, 8, 9, 14].map((index) => layerOf(index, 5)), [
    { layer: 0, at: 0 },
    { layer: 0, at: 4 },
    { layer: 1, at: 0 },
    { layer: 1, at: 3 },
    { layer: 2, at: 0 },
    { layer: 4, at: 0 },
  ]);
  const layout = createLayout(false, "right");
  const [first, second, sixth] = [0, 1, 5].map((index) => standOf(layout, 6, index).place) as [Vector3, Vector3, Vector3];
  assert.ok(Math.abs(sixth.z - (first.z + second.z) / 2) < 1e-9);
  assert.ok(Math.abs(sixth.y - THICK) < 1e-9);
});

test("no two checkers of a position are in the same place", () => {
  const layout = createLayout(true, "left");
  for (const spot of [6, 19, 0, 25, OFF_NEAR]) {
    const count = spot === 0 || spot === 25 ? 10 : 15;
    const places = Array.from({ length: count }, (_, index) => standOf(layout, spot, index).place);
    for (const [at, place] of places.entries()) {
      for (const later of places.slice(at + 1)) assert.ok(place.distanceTo(later) > 0.12, `${spot}`);
    }
  }
});

test("motions end by themselves, even where no frame is drawn", async () => {
  let seen = -1;
  const motions = createMotions(() => 0, () => undefined);
  const motion = motions.start(1, (t) => {
    seen = t;
  });
  assert.equal(seen, 0);
  assert.equal(motions.isMoving(), true);
  await motion.over;
  assert.deepEqual([seen, motions.isMoving()], [1, false]);
});
