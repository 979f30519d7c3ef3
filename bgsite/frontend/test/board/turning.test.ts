import assert from "node:assert/strict";
import { test } from "node:test";
import { about, after, facesSeen, rolling, UPRIGHT } from "../../src/board/turning.ts";

const QUARTER = Math.PI / 2;
const FLAT = [1, 0, 0, 1, 0, 0];

function shown(turn: typeof UPRIGHT): number[] {
  return facesSeen(turn, 27).flatMap((face, at) => (face.shown ? [at] : []));
}

function rounded(matrix: readonly number[] | undefined): number[] {
  return (matrix ?? []).map((part) => Math.round(part) + 0);
}

test("a cube that lies shows its upper face, as it is drawn and unshaded", () => {
  assert.deepEqual(shown(UPRIGHT), [0]);
  const [upper] = facesSeen(UPRIGHT, 27);
  assert.deepEqual(upper, { shown: true, matrix: FLAT, shade: 0 });
});

test("a quarter turn brings each other face up, upright", () => {
  const turns: [number, typeof UPRIGHT][] = [
    [2, about([0, 1, 0], -QUARTER)],
    [3, about([0, 1, 0], QUARTER)],
    [4, about([1, 0, 0], QUARTER)],
    [5, about([1, 0, 0], -QUARTER)],
  ];
  for (const [face, turn] of turns) {
    assert.deepEqual(shown(turn), [face]);
    assert.deepEqual(rounded(facesSeen(turn, 27)[face]?.matrix), FLAT);
  }
});

test("half a turn brings the lower face up", () => {
  assert.deepEqual(shown(about([1, 0, 0], 2 * QUARTER)), [1]);
});

test("never more than three faces show, and the nearer to the edge a face is seen the darker it is", () => {
  for (let angle = 0.1; angle < 6; angle += 0.37) assert.ok(shown(after(rolling(0.6, 0.8, angle), about([0, 0, 1], angle))).length <= 3);
  const shades = [0, 0.4, 0.8, 1.2].map((angle) => facesSeen(rolling(-1, 0, -angle), 27)[0]?.shade ?? 0);
  assert.deepEqual([...shades].sort((a, b) => a - b), shades);
});

test("rolling to the right, the upper face goes to the right", () => {
  const matrix = facesSeen(rolling(1, 0, 0.5), 27)[0]?.matrix ?? [];
  assert.ok((matrix[4] ?? 0) > 0 && Math.abs(matrix[5] ?? 0) < 1e-9);
});

test("turned in its own plane a face stays flat", () => {
  assert.deepEqual(rounded(facesSeen(about([0, 0, 1], QUARTER), 27)[0]?.matrix), [0, 1, -1, 0, 0, 0]);
});
