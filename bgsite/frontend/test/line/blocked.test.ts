import assert from "node:assert/strict";
import { test } from "node:test";
import { BlockedWatch, SUSPICIOUS } from "../../src/line/blocked.ts";

/** A watch on a site that answers pages or not, and what it told. */
function watched(answers: boolean | Promise<boolean>) {
  const told: boolean[] = [];
  const watch = new BlockedWatch(
    (blocked) => told.push(blocked),
    () => Promise.resolve(answers),
  );
  return { watch, told };
}

test("a line is blocked when pages come and the line does not, some times over", async () => {
  const { watch, told } = watched(true);
  for (let opening = 1; opening < SUSPICIOUS; opening += 1) await watch.unheard(opening);
  assert.deepEqual(told, []);
  await watch.unheard(SUSPICIOUS);
  await watch.unheard(2 * SUSPICIOUS);
  assert.deepEqual(told, [true]);
  watch.heard();
  assert.deepEqual(told, [true, false]);
});

test("without pages it is the network or the server, not the line", async () => {
  const { watch, told } = watched(false);
  await watch.unheard(SUSPICIOUS);
  assert.deepEqual(told, []);
});

test("an answer that comes after the server was heard counts no more", async () => {
  let answer = (_: boolean): void => undefined;
  const { watch, told } = watched(new Promise<boolean>((resolve) => (answer = resolve)));
  const asked = watch.unheard(SUSPICIOUS);
  watch.heard();
  answer(true);
  await asked;
  assert.deepEqual(told, []);
});
