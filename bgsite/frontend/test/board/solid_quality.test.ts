import assert from "node:assert/strict";
import { test } from "node:test";
import { isSoftware, shownFor } from "../../src/board/look.ts";
import { firstGrade, frameName, FRAMES, judged, LADDER } from "../../src/board/solid/quality.ts";
import { viewOf } from "../../src/board/solid/remembered.ts";

const frames = (ms: number): number[] => Array.from({ length: FRAMES }, () => ms);

test("slow frames cost pixels first, then shadows, then smooth edges", () => {
  const worth = LADDER.map(({ ratio, shadow, antialias, plain }) => [ratio, shadow, Number(antialias), Number(!plain)]);
  for (const [at, next] of worth.slice(1).entries()) {
    const before = worth[at] as number[];
    assert.ok(next.every((part, each) => part <= (before[each] ?? 0)), "never better again");
  }
  const [lost, dropped] = [LADDER.findIndex((grade) => grade.shadow === 0), LADDER.findIndex((grade) => !grade.antialias)];
  assert.ok(LADDER.findIndex((grade) => grade.ratio <= 1) < lost && lost < dropped);
});

test("only a whole row of slow frames lowers the grade, one step a row", () => {
  assert.equal(judged(0, frames(40).slice(1)), null);
  assert.deepEqual(judged(0, frames(40)), { grade: 1, slow: false });
  assert.deepEqual(judged(0, frames(17)), { grade: 0, slow: false });
  assert.deepEqual(judged(0, [...frames(17).slice(3), 300, 300, 300]), { grade: 0, slow: false });
});

test("a machine that is far too slow is not made to try every grade", () => {
  assert.equal(judged(0, [900, 900, 900]), null);
  assert.deepEqual(judged(0, [900, 900, 900, 900]), { grade: LADDER.length - 1, slow: false });
});

test("2D is offered only when the lowest grade is slow as well", () => {
  const lowest = LADDER.length - 1;
  assert.deepEqual(judged(lowest, frames(35)), { grade: lowest, slow: false });
  assert.deepEqual(judged(lowest, frames(90)), { grade: lowest, slow: true });
});

test("a screen without fine pixels does not begin with grades that make no difference", () => {
  assert.equal(LADDER[firstGrade(1)]?.ratio, 1);
  assert.equal(LADDER[firstGrade(1.5)]?.ratio, 1.5);
  assert.equal(LADDER[firstGrade(3)]?.ratio, 2);
});

test("frames are called what the statistics call them", () => {
  assert.deepEqual([9, 16.7, 30, 50, 51, 120].map(frameName), ["16", "16", "33", "50", "50", "slow"]);
});

test("solid by itself only where that is quick, asked for anywhere, and not again once it went wrong", () => {
  const never = (): never => assert.fail("asked the machine in vain");
  assert.equal(shownFor("auto", null, () => true), "solid");
  assert.equal(shownFor("auto", null, () => false), "flat");
  assert.equal(shownFor("solid", null, never), "solid");
  assert.equal(shownFor("flat", null, never), "flat");
  assert.equal(shownFor("solid", "lost", never), "flat");
  assert.equal(shownFor("auto", "failed", never), "flat");
});

test("a program that counts pixels out is no quick machine", () => {
  assert.ok(isSoftware("ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero)), SwiftShader driver)"));
  assert.ok(isSoftware("llvmpipe (LLVM 15.0.7, 256 bits)"));
  assert.ok(!isSoftware("ANGLE (Intel, Mesa Intel(R) UHD Graphics 620 (KBL GT2), OpenGL 4.6)"));
  assert.ok(!isSoftware("Apple GPU"));
});

test("a camera that somebody else wrote is not used", () => {
  const eye = { yaw: 9, pitch: 0, zoom: 50, panX: 0, panY: 0 };
  assert.equal(viewOf("top"), null);
  assert.equal(viewOf({ name: "sideways", eye }), null);
  assert.equal(viewOf({ name: "free", eye: { ...eye, zoom: "NaN" } }), null);
  const kept = viewOf({ name: "free", eye });
  assert.ok(kept !== null && kept.eye.zoom <= 3 && kept.eye.pitch > 0.3 && Math.abs(kept.eye.yaw) <= Math.PI);
});
