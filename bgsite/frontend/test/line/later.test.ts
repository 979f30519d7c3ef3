import assert from "node:assert/strict";
import { test } from "node:test";
import { inTheEnd } from "../../src/line/later.ts";
import { FakeTimers } from "./fakes.ts";

const AN_HOUR = 3_600_000;

/** Lets everything happen that waits for nothing but its turn, and then time, in small steps. */
async function pass(timers: FakeTimers, milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 1000) {
    await new Promise((resume) => setImmediate(resume));
    timers.pass(1000);
  }
}

/** A script that fails so often, and how often it was asked for. */
function script(failures: number) {
  const asked: number[] = [];
  const timers = new FakeTimers();
  const load = (): Promise<string> => {
    asked.push(timers.now());
    return asked.length > failures ? Promise.resolve("here") : Promise.reject(new TypeError("no network"));
  };
  return { asked, timers, load };
}

test("a script that comes at once is asked for once", async () => {
  const { asked, timers, load } = script(0);
  assert.equal(await inTheEnd(load, timers), "here");
  assert.deepEqual(asked, [0]);
});

test("a script that does not come is asked for again, with longer and longer pauses", async () => {
  const { asked, timers, load } = script(3);
  const come = inTheEnd(load, timers);
  await pass(timers, 20_000);
  assert.equal(await come, "here");
  assert.deepEqual(asked, [0, 2000, 6000, 14_000]);
});

test("in the end it is given up, with the reason", async () => {
  const { asked, timers, load } = script(Infinity);
  const come = assert.rejects(inTheEnd(load, timers), /no network/);
  await pass(timers, AN_HOUR);
  await come;
  const pauses = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
  assert.ok(Math.max(...pauses) <= 60_000);
  assert.ok(asked.length > 10);
  assert.ok((asked.at(-1) ?? 0) < AN_HOUR / 2);
});
