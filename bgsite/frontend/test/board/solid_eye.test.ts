import assert from "node:assert/strict";
import { test } from "node:test";
import { createLayout } from "../../src/board/layout.ts";
import { type Canvas, type Eye, limited, LOWEST, MOST_ZOOM, OBLIQUE, onTheWay, orbited, seenAt, shifted, shotOf, TOP, zoomed } from "../../src/board/solid/eye.ts";
import { cssMatrix, homographyOf, inverted, liftedBox, throughPlane, worldOf } from "../../src/board/solid/plane.ts";
import { cornersOf } from "../../src/board/solid/woodwork.ts";

const CANVASES: Record<string, Canvas> = {
  panel: { width: 896, height: 676, top: 38, side: 7, bottom: 4 },
  broad: { width: 1920, height: 700, top: 38, side: 15, bottom: 4 },
  portrait: { width: 390, height: 760, top: 38, side: 4, bottom: 4 },
  landscape: { width: 740, height: 330, top: 38, side: 6, bottom: 4 },
};
const EYES: Record<string, Eye> = {
  oblique: OBLIQUE,
  top: TOP,
  aside: { ...OBLIQUE, yaw: 1.1, pitch: 0.6 },
  behind: { ...OBLIQUE, yaw: Math.PI, pitch: LOWEST },
};
const wide = createLayout(false, "right");
const close = (a: number, b: number, within = 1e-6): boolean => Math.abs(a - b) <= within;

for (const [shape, canvas] of Object.entries(CANVASES)) {
  for (const [from, eye] of Object.entries(EYES)) {
    test(`${shape}, ${from}: the whole board is in view, and as large as it can be`, () => {
      const corners = cornersOf(wide);
      const shot = shotOf(eye, corners, canvas);
      const seen = corners.map((corner) => seenAt(shot, canvas, corner));
      const [left, right] = [Math.min(...seen.map(({ x }) => x)), Math.max(...seen.map(({ x }) => x))];
      const [top, bottom] = [Math.min(...seen.map(({ y }) => y)), Math.max(...seen.map(({ y }) => y))];
      assert.ok(left >= canvas.side - 0.5 && right <= canvas.width - canvas.side + 0.5, `${left}–${right}`);
      assert.ok(top >= canvas.top - 0.5 && bottom <= canvas.height - canvas.bottom + 0.5, `${top}–${bottom}`);
      const touches = close(left, canvas.side, 1) || close(top, canvas.top, 1);
      assert.ok(touches, `${left}, ${top}`);
    });
  }
}

test("no hand brings the board out of view", () => {
  let eye = OBLIQUE;
  for (const [across, down] of [[3, 3], [-9, -9], [0.2, 40]] as const) eye = orbited(eye, across, down);
  assert.ok(eye.pitch >= LOWEST && eye.pitch <= Math.PI / 2 && Math.abs(eye.yaw) <= Math.PI);
  assert.deepEqual(shifted(OBLIQUE, 5, -5), OBLIQUE);
  const near = shifted(zoomed(OBLIQUE, 100, 0.5, 0.5), 50, -50);
  assert.equal(near.zoom, MOST_ZOOM);
  assert.deepEqual([near.panX, near.panY], [MOST_ZOOM - 1, 1 - MOST_ZOOM]);
  assert.deepEqual(zoomed(near, 0.001), { ...OBLIQUE, zoom: 1, panX: 0, panY: 0 });
});

test("what is under the wheel stays there", () => {
  const canvas = CANVASES["panel"] as Canvas;
  const corners = cornersOf(wide);
  const place = worldOf(wide.point(19).base, wide);
  const free = { ...canvas, top: 0, side: 0, bottom: 0 };
  const before = seenAt(shotOf(OBLIQUE, corners, free), free, place);
  const eye = zoomed(OBLIQUE, 1.7, (2 * before.x) / free.width - 1, 1 - (2 * before.y) / free.height);
  const after = seenAt(shotOf(eye, corners, free), free, place);
  assert.ok(close(before.x, after.x, 0.01) && close(before.y, after.y, 0.01));
});

test("from one view to another it turns the short way round", () => {
  const half = onTheWay({ ...TOP, yaw: 3 }, { ...TOP, yaw: -3 }, 0.5);
  assert.ok(close(Math.abs(limited(half).yaw), Math.PI, 1e-9));
});

for (const direction of ["right", "left"] as const) {
  test(`${direction}: a place on the screen is the place of the board that is seen there`, () => {
    const layout = createLayout(false, direction);
    const canvas = CANVASES["panel"] as Canvas;
    for (const eye of Object.values(EYES)) {
      const shot = shotOf(zoomed(eye, 1.4, 0.3, -0.2), cornersOf(layout), canvas);
      const plane = homographyOf(shot, canvas, layout);
      for (let point = 1; point <= 24; point += 1) {
        const place = layout.point(point).base;
        const seen = seenAt(shot, canvas, worldOf(place, layout));
        const there = throughPlane(plane, place);
        assert.ok(close(there.x, seen.x) && close(there.y, seen.y));
        const back = throughPlane(inverted(plane), seen);
        assert.ok(close(back.x, place.x, 1e-4) && close(back.y, place.y, 1e-4));
      }
    }
  });
}

test("the buttons' matrix brings a place of the layout to its pixel in the stage", () => {
  const canvas = CANVASES["panel"] as Canvas;
  const shot = shotOf(OBLIQUE, cornersOf(wide), canvas);
  const plane = homographyOf(shot, canvas, wide);
  const unit = wide.width / canvas.width;
  const [, inner = ""] = /matrix3d\((.*)\)/.exec(cssMatrix(plane, unit, 38)) ?? [];
  const m = inner.split(",").map(Number);
  const place = wide.point(8).tip;
  const [x, y] = [place.x / unit, place.y / unit];
  const row = (at: number): number => (m[at] ?? 0) * x + (m[4 + at] ?? 0) * y + (m[12 + at] ?? 0);
  const wished = throughPlane(plane, place);
  assert.ok(close(row(0) / row(3), wished.x, 0.01) && close(row(1) / row(3), wished.y - 38, 0.01));
});

test("what stands high covers more of the board from the side than from above", () => {
  const canvas = CANVASES["panel"] as Canvas;
  const box = wide.diceArea("near", 2);
  const [above, aside] = [TOP, OBLIQUE].map((eye) => liftedBox(box, 54, shotOf(eye, cornersOf(wide), canvas), canvas, wide));
  assert.ok(close(liftedBox(box, 0, shotOf(OBLIQUE, cornersOf(wide), canvas), canvas, wide).height, box.height, 1e-3));
  assert.ok((aside?.height ?? 0) > (above?.height ?? 0) + 15);
  assert.ok((aside?.y ?? 0) < box.y - 15);
});
