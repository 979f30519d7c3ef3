import assert from "node:assert/strict";
import { test } from "node:test";
import { createLayout, type Layout } from "../../src/board/layout.ts";
import { BAR_FAR, BAR_NEAR, OFF_FAR, OFF_NEAR } from "../../src/board/spots.ts";

const SPOTS = Array.from({ length: 28 }, (_, spot) => spot);
const KINDS: [string, Layout][] = [
  ["wide, right", createLayout(false, "right")],
  ["wide, left", createLayout(false, "left")],
  ["narrow, right", createLayout(true, "right")],
  ["narrow, left", createLayout(true, "left")],
];

function heights(spot: number): number {
  if (spot === OFF_NEAR || spot === OFF_FAR) return 15;
  return spot === BAR_NEAR || spot === BAR_FAR ? 4 : 6;
}

for (const [name, layout] of KINDS) {
  test(`${name}: every checker has a place of its own in the picture`, () => {
    const places = SPOTS.flatMap((spot) => Array.from({ length: heights(spot) }, (_, index) => layout.checker(spot, index)));
    assert.equal(new Set(places.map(({ x, y }) => `${x} ${y}`)).size, places.length);
    assert.ok(places.every(({ x, y }) => x > 0 && x < layout.width && y > 0 && y < layout.height));
  });

  test(`${name}: a hand's areas do not overlap`, () => {
    const areas = SPOTS.map((spot) => layout.area(spot));
    areas.forEach((a, at) => {
      for (const b of areas.slice(at + 1)) {
        const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
        const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
        assert.ok(across <= 0 || down <= 0, JSON.stringify([a, b]));
      }
    });
  });

  test(`${name}: a checker lies in its spot's area`, () => {
    for (const spot of SPOTS) assert.equal(layout.spotAt(layout.checker(spot, 0)), spot);
  });

  test(`${name}: outside of every area is nowhere`, () => {
    assert.equal(layout.spotAt({ x: -1, y: 20 }), null);
  });
}

for (const narrow of [false, true]) {
  test(`${narrow ? "narrow" : "wide"}: left is right in a mirror`, () => {
    const [right, left] = [createLayout(narrow, "right"), createLayout(narrow, "left")];
    for (const spot of SPOTS) {
      const [a, b] = [right.checker(spot, 1), left.checker(spot, 1)];
      assert.deepEqual([b.x, b.y], [right.width - a.x, a.y]);
      assert.equal(left.area(spot).x, right.width - right.area(spot).x - right.area(spot).width);
    }
    right.rails.forEach(({ x, width }, at) => assert.equal(left.rails[at]?.x, right.width - x - width));
    assert.equal(left.cube("near").x, right.width - right.cube("near").x);
    assert.equal(left.dice("near", 1)[0]?.x, right.width - (right.dice("near", 1)[0]?.x ?? 0));
  });
}

test("on a page of 390 px every area is at least 24 px wide and high", () => {
  const layout = createLayout(true, "right");
  const scale = (390 - 16) / layout.width;
  for (const spot of SPOTS) {
    const { width, height } = layout.area(spot);
    assert.ok(width * scale >= 24 && height * scale >= 24, `${spot}: ${width * scale}`);
  }
});

test("the near player bears off at the lower right, and at the lower left when mirrored", () => {
  const right = createLayout(false, "right");
  assert.ok(right.checker(OFF_NEAR, 0).x > right.width / 2 && right.checker(OFF_NEAR, 0).y > right.height / 2);
  assert.ok(createLayout(false, "left").checker(OFF_NEAR, 0).x < right.width / 2);
});

test("the narrow picture keeps the cube on the bar, clear of checkers waiting there", () => {
  const layout = createLayout(true, "right");
  for (const owner of ["near", "far", null] as const) {
    const cube = layout.cube(owner);
    assert.ok(cube.x > layout.bar.x && cube.x < layout.bar.x + layout.bar.width);
    for (const spot of [BAR_NEAR, BAR_FAR]) {
      for (let index = 0; index < 4; index += 1) assert.ok(Math.abs(layout.checker(spot, index).y - cube.y) >= 58);
    }
  }
});

test("five checkers from both sides leave room for the dice", () => {
  const layout = createLayout(false, "right");
  const dice = layout.diceArea("near", 2);
  assert.ok(layout.checker(6, 4).y - 30 >= dice.y + dice.height);
  assert.ok(layout.checker(19, 4).y + 30 <= dice.y);
});
