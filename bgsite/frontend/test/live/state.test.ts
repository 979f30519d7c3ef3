import "./catalog.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { DigitKeys } from "../../src/live/keys.ts";
import { checkersOn, withSteps } from "../../src/live/localboard.ts";
import { distributionText } from "../../src/live/panel/distribution.ts";
import { stepWord } from "../../src/live/panel/steps.ts";
import { DEFAULTS, cleaned, keepPreferences, readPreferences } from "../../src/live/preferences.ts";
import type { Side } from "../../src/live/protocol.ts";
import { socketAddress } from "../../src/line/browser.ts";
import { frameFor, sideFor } from "../../src/live/wishes.ts";
import { START, canDo, NOTHING, viewWith } from "./views.ts";

test("an action names the decision it answers and the side it is for", () => {
  const view = viewWith({ decision: 41, can: { white: canDo({ roll: true }), black: NOTHING } });
  assert.deepEqual(frameFor(view, ["white"], { t: "roll" }, "id-1"), {
    t: "roll",
    id: "id-1",
    side: "white",
    decision: 41,
  });
});

test("nothing is sent that the server would refuse", () => {
  assert.equal(frameFor(viewWith(), ["white"], { t: "roll" }, "id-1"), null);
  assert.equal(frameFor(viewWith({ can: { white: canDo({ roll: true }), black: NOTHING } }), [], { t: "roll" }, "x"), null);
});

test("with both sides in hand the one to act is taken first", () => {
  const can = canDo({ next: true });
  assert.equal(sideFor(viewWith({ to_act: "black", can: { white: can, black: can } }), ["white", "black"], "next"), "black");
});

test("a local step moves a checker and its pips", () => {
  const shown = withSteps(viewWith(), "white", [[13, 8, 5]]);
  assert.equal(checkersOn(shown.board, "white", 13), 4);
  assert.equal(checkersOn(shown.board, "white", 8), 4);
  assert.deepEqual(shown.pips, { white: 162, black: 167 });
});

test("Black's steps are in Black's numbering", () => {
  const shown = withSteps(viewWith(), "black", [[13, 8, 5]]);
  assert.equal(checkersOn(shown.board, "black", 13), 4);
  assert.equal(shown.board[25 - 8], -4);
});

test("a hit sends the checker to the bar and costs its pips", () => {
  const board = [...START];
  board[5] = -1; // a Black blot on White's 5-point: Black's 20-point
  const shown = withSteps(viewWith({ board }), "white", [[8, 5, 3]]);
  assert.equal(checkersOn(shown.board, "black", 25), 1);
  assert.equal(checkersOn(shown.board, "white", 5), 1);
  assert.deepEqual(shown.pips, { white: 164, black: 172 });
});

test("entering and bearing off leave bar and board", () => {
  const board = Array<number>(26).fill(0);
  board[25] = 1;
  board[2] = 1;
  const view = viewWith({ board, pips: { white: 27, black: 0 } });
  const shown = withSteps(view, "white", [[25, 20, 5], [2, 0, 3]]);
  assert.equal(checkersOn(shown.board, "white", 25), 0);
  assert.equal(shown.off.white, 1);
  assert.equal(shown.pips.white, 20);
});

test("the distribution is in the near player's numbering for both", () => {
  const shown = { board: START, off: { white: 0, black: 2 } };
  const text = (side: Side, near: Side): string => distributionText(shown, side, near).replaceAll("\u00a0", " ");
  assert.equal(text("white", "white"), "24: 2, 13: 5, 8: 3, 6: 5");
  assert.equal(text("black", "white"), "19: 5, 17: 3, 12: 5, 1: 2, off: 2");
  assert.equal(text("black", "black"), "24: 2, 13: 5, 8: 3, 6: 5, off: 2");
});

test("a step is said with its dice", () => {
  const path: [number, number, number][] = [[25, 22, 3], [22, 17, 5]];
  assert.equal(stepWord({ from: 25, to: 17, die: 8, hits: false, path }), "bar → 17 (3+5)");
  assert.equal(stepWord({ from: 3, to: 0, die: 5, hits: false, path: [[3, 0, 5]] }), "3 → off (5)");
});

function typed(...presses: [digit: number, at: number][]): (number | null)[] {
  let now = 0;
  const keys = new DigitKeys(() => now);
  return presses.map(([digit, at]) => {
    now = at;
    return keys.press(digit);
  });
}

test("two digits in time are one number", () => assert.deepEqual(typed([1, 0], [3, 600]), [1, 13]));
test("two digits too far apart are two numbers", () => assert.deepEqual(typed([1, 0], [3, 800]), [1, 3]));
test("digits that make no point begin anew", () => assert.deepEqual(typed([7, 0], [2, 100], [4, 200]), [7, 2, 24]));
test("nought alone is no point", () => assert.deepEqual(typed([0, 0], [2, 100], [0, 200]), [null, 2, 20]));

test("broken preferences count as none", () => {
  assert.deepEqual(cleaned({ direction: "up", pips: "yes", speed: "fast" }), { ...DEFAULTS, speed: "fast" });
  assert.deepEqual(cleaned(null), DEFAULTS);
});

test("preferences survive a browser without storage", () => {
  const none = (): Storage => {
    throw new Error("SecurityError");
  };
  assert.deepEqual(readPreferences(none), DEFAULTS);
  keepPreferences(none, DEFAULTS);
});

test("preferences come back as they were kept", () => {
  const kept = new Map<string, string>();
  const keeper = () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  keepPreferences(keeper, { ...DEFAULTS, direction: "left", confirmAnswers: true });
  assert.deepEqual(readPreferences(keeper), { ...DEFAULTS, direction: "left", confirmAnswers: true });
});

test("the socket is at our own origin, safe where the page is", () => {
  assert.equal(socketAddress("/ws/match/ab/", "https://x.example/match/ab/"), "wss://x.example/ws/match/ab/");
  assert.equal(socketAddress("/ws/match/ab/", "http://x.example:81/match/ab/"), "ws://x.example:81/ws/match/ab/");
});
