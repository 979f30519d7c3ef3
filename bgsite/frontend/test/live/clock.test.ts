import "./catalog.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { ServerTime, formatLong, formatTime, passedMark, readClock } from "../../src/live/clock.ts";
import { LowTime } from "../../src/live/lowtime.ts";
import type { ClockView } from "../../src/live/protocol.ts";
import { viewWith } from "./views.ts";

const CLOCK: ClockView = {
  preset: "normal",
  delay: 10_000,
  reserve: { white: 60_000, black: 50_000 },
  running: "white",
  since: 1_000_000,
};

test("the delay runs before the reserve", () => {
  assert.deepEqual(readClock(CLOCK, "white", 1_004_000), { delay: 6000, reserve: 60_000, running: true });
});

test("after the delay the reserve falls", () => {
  assert.deepEqual(readClock(CLOCK, "white", 1_025_000), { delay: 0, reserve: 45_000, running: true });
});

test("a reserve never shows less than nothing", () => {
  assert.equal(readClock(CLOCK, "white", 2_000_000).reserve, 0);
});

test("a turn that begins in the future has lost nothing", () => {
  assert.deepEqual(readClock(CLOCK, "white", 999_000), { delay: 10_000, reserve: 60_000, running: true });
});

test("the other clock stands", () => {
  assert.deepEqual(readClock(CLOCK, "black", 1_025_000), { delay: 0, reserve: 50_000, running: false });
});

test("a turn of days is all the time there is: it falls for who is on turn, and is whole for the other", () => {
  const day = 24 * 3_600_000;
  const clock: ClockView = { ...CLOCK, preset: "correspondence", delay: 3 * day, reserve: { white: 0, black: 0 } };
  const hourLater = clock.since + 3_600_000;
  assert.deepEqual(readClock(clock, "white", hourLater), { delay: 0, reserve: 3 * day - 3_600_000, running: true });
  assert.deepEqual(readClock(clock, "black", hourLater), { delay: 0, reserve: 3 * day, running: false });
});

test("the server's time is the one with the least travel", () => {
  let local = 5000;
  const time = new ServerTime(() => local);
  time.heard(1_004_700); // 300 ms on the way
  time.heard(1_004_950); // 50 ms on the way
  local += 1000;
  assert.equal(time.now(), 1_005_950);
});

for (const [milliseconds, text] of [
  [0, "0:00"],
  [1, "0:01"],
  [59_001, "1:00"],
  [252_000, "4:12"],
  [3_723_000, "1:02:03"],
] as const) {
  test(`${milliseconds} ms are shown as ${text}`, () => assert.equal(formatTime(milliseconds), text));
}

test("days of a correspondence clock are days and hours", () => {
  assert.equal(formatLong((3 * 24 + 4) * 3_600_000), "3 days 4 hours");
  assert.equal(formatLong(24 * 3_600_000), "1 day");
});

test("30 s and 10 s are marks, nothing else is", () => {
  assert.equal(passedMark(30_050, 29_950), 30_000);
  assert.equal(passedMark(10_001, 10_000), 10_000);
  assert.equal(passedMark(29_950, 29_750), null);
});

test("a reserve that passes a mark is said once", () => {
  const view = viewWith({ clock: { ...CLOCK, delay: 0, reserve: { white: 31_000, black: 50_000 } } });
  const people = { you: ["white" as const], names: { white: "Anna", black: "Bob" } };
  const low = new LowTime();
  const said = [0, 900, 1100, 1300].map((later) => low.check(view, people, CLOCK.since + later));
  assert.deepEqual(said, [[], [], ["You have 30 seconds left."], []]);
});
