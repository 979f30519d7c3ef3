import "./catalog.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { type AutoDeed, type Situation, autoDeed, greedyPath, isForced, isRace } from "../../src/live/auto.ts";
import { preAnswerAfter } from "../../src/live/preanswer.ts";
import { DEFAULTS, type Preferences } from "../../src/live/preferences.ts";
import type { GraphView, Side, View, WireEvent } from "../../src/live/protocol.ts";
import { NOTHING, canDo, viewWith } from "./views.ts";

const white: readonly Side[] = ["white"];

function deed(view: View, preferences: Partial<Preferences>, more: Partial<Situation> = {}): AutoDeed | null {
  const turn = view.graph ? { steps: [], complete: false } : null;
  return autoDeed({
    view,
    you: white,
    preferences: { ...DEFAULTS, ...preferences },
    turn,
    noDouble: false,
    handsOff: false,
    ...more,
  });
}

const toRoll = (can: Partial<View["can"]["white"]>): View => viewWith({ can: { white: canDo({ roll: true, ...can }), black: NOTHING } });

test("nothing is done by itself unless it was asked for", () => {
  assert.equal(deed(toRoll({}), {}), null);
});

test("it rolls where no double is possible", () => {
  assert.deepEqual(deed(toRoll({}), { autoRoll: true }), { kind: "roll" });
});

test("it never rolls while a double is possible, unless doubling was switched off for the turn", () => {
  assert.equal(deed(toRoll({ double: true }), { autoRoll: true }), null);
  assert.deepEqual(deed(toRoll({ double: true }), { autoRoll: true }, { noDouble: true }), { kind: "roll" });
});

test("it does not roll for the other side, for a side that a computer plays, or over an open offer", () => {
  const other = viewWith({ can: { white: NOTHING, black: canDo({ roll: true }) } });
  assert.equal(deed(other, { autoRoll: true }), null);
  assert.equal(deed({ ...toRoll({}), computers: { white: "expert", black: null } }, { autoRoll: true }), null);
  const offered = { ...toRoll({}), proposal: { by: "black" as const, kind: "draw" as const, points: 0 } };
  assert.equal(deed(offered, { autoRoll: true }), null);
});

/** 24/22 is the only first step; then two ways to go on with the 5. */
const HALF_FORCED: GraphView = {
  left: [[5, 2], [5], [], []],
  edges: [
    [0, 1, 24, 22, 2, 0],
    [1, 2, 13, 8, 5, 0],
    [1, 3, 22, 17, 5, 0],
  ],
  ends: [2, 3],
};

/** Either order, one result. */
const FORCED: GraphView = {
  left: [[2, 1], [2], [1], []],
  edges: [
    [0, 1, 24, 23, 1, 0],
    [0, 2, 24, 22, 2, 0],
    [1, 3, 23, 21, 2, 0],
    [2, 3, 22, 21, 1, 0],
  ],
  ends: [3],
};

const toPlay = (graph: GraphView): View =>
  viewWith({ phase: "to_play", graph, can: { white: canDo({ play: true }), black: NOTHING } });

test("a turn is forced when every way to play it ends the same", () => {
  assert.equal(isForced(FORCED), true);
  assert.equal(isForced(HALF_FORCED), false);
});

test("the same points with and without a hit are not the same", () => {
  const hit: GraphView = { ...FORCED, edges: FORCED.edges.map((edge) => [...edge]) as GraphView["edges"], ends: [3, 4] };
  hit.left.push([]);
  hit.edges = [
    [0, 1, 24, 23, 1, 1],
    [0, 2, 24, 22, 2, 0],
    [1, 3, 23, 21, 2, 0],
    [2, 4, 22, 21, 1, 0],
  ];
  assert.equal(isForced(hit), false);
});

test("a forced turn is played as a whole, in both settings", () => {
  for (const autoPlay of ["turn", "steps"] as const) {
    const found = deed(toPlay(FORCED), { autoPlay });
    assert.equal(found?.kind, "steps");
    assert.equal(found?.kind === "steps" && found.steps.length, 2);
  }
  assert.equal(deed(toPlay(FORCED), { autoPlay: "off" }), null);
});

test("a single forced step is made only where every forced step is wanted", () => {
  assert.equal(deed(toPlay(HALF_FORCED), { autoPlay: "turn" }), null);
  assert.deepEqual(deed(toPlay(HALF_FORCED), { autoPlay: "steps" }), { kind: "steps", steps: [[24, 22, 2]] });
  const made = { turn: { steps: [[24, 22, 2]] as [number, number, number][], complete: false } };
  assert.equal(deed(toPlay(HALF_FORCED), { autoPlay: "steps" }, made), null);
});

test("after an undo nothing is played or confirmed by itself in that turn", () => {
  assert.equal(deed(toPlay(FORCED), { autoPlay: "steps", autoConfirm: "always" }, { handsOff: true }), null);
});

test("a complete turn is confirmed always, or when it was forced, or never", () => {
  const forced = { turn: { steps: [[24, 23, 1], [23, 21, 2]] as [number, number, number][], complete: true } };
  const free = { turn: { steps: [[24, 22, 2], [13, 8, 5]] as [number, number, number][], complete: true } };
  assert.equal(deed(toPlay(FORCED), { autoConfirm: "never" }, forced), null);
  assert.deepEqual(deed(toPlay(FORCED), { autoConfirm: "forced" }, forced), { kind: "confirm" });
  assert.equal(deed(toPlay(HALF_FORCED), { autoConfirm: "forced" }, free), null);
  assert.deepEqual(deed(toPlay(HALF_FORCED), { autoConfirm: "always" }, free), { kind: "confirm" });
});

/** White bears off from 6 and 5 with 6-5; Black still has two checkers on its own `black` point. */
function bearingOff(black: number, graph: GraphView): View {
  const board = Array<number>(26).fill(0);
  board[6] = 2;
  board[5] = 2;
  board[25 - black] = -2;
  return { ...toPlay(graph), board, off: { white: 11, black: 13 }, dice: [6, 5] };
}

const OFF_TWO: GraphView = {
  left: [[6, 5], [5], [6], [], []],
  edges: [
    [0, 1, 6, 0, 6, 0],
    [0, 2, 5, 0, 5, 0],
    [0, 2, 6, 1, 5, 0],
    [1, 3, 5, 0, 5, 0],
    [2, 3, 6, 0, 6, 0],
    [1, 4, 6, 1, 5, 0],
  ],
  ends: [3, 4],
};

test("contact is over when the last checkers have passed each other", () => {
  assert.equal(isRace(bearingOff(18, OFF_TWO)), true);
  assert.equal(isRace(bearingOff(24, OFF_TWO)), false);
  assert.equal(isRace(viewWith()), false);
});

test("a greedy bear-off takes off the most, and only without contact", () => {
  assert.deepEqual(greedyPath(bearingOff(3, OFF_TWO)), [[6, 0, 6], [5, 0, 5]]);
  assert.equal(greedyPath(bearingOff(24, OFF_TWO)), null);
  assert.deepEqual(deed(bearingOff(3, OFF_TWO), { greedy: true }), { kind: "steps", steps: [[6, 0, 6], [5, 0, 5]] });
  assert.equal(deed(bearingOff(3, OFF_TWO), {}), null);
});

test("where the most can come off in ways that differ the player chooses", () => {
  const two: GraphView = {
    left: [[5, 1], [1], [1], [], []],
    edges: [
      [0, 1, 5, 0, 5, 0],
      [1, 3, 6, 5, 1, 0],
      [1, 4, 5, 4, 1, 0],
    ],
    ends: [3, 4],
  };
  assert.equal(greedyPath(bearingOff(3, two)), null);
});

test("a greedy bear-off is confirmed by itself, another play is not", () => {
  const best = { turn: { steps: [[5, 0, 5], [6, 0, 6]] as [number, number, number][], complete: true } };
  const other = { turn: { steps: [[6, 0, 6], [6, 1, 5]] as [number, number, number][], complete: true } };
  assert.deepEqual(deed(bearingOff(3, OFF_TWO), { greedy: true }, best), { kind: "confirm" });
  assert.equal(deed(bearingOff(3, OFF_TWO), { greedy: true }, other), null);
});

test("a pre-answer is void when the other doubles instead of playing on (case 140)", () => {
  const doubled: WireEvent = { n: 1, e: "double_offered", at: 0, side: "black", value: 2 };
  const rolled = (side: Side): WireEvent => ({ n: 1, e: "dice_rolled", at: 0, side, dice: [2, 1], again: false });
  assert.equal(preAnswerAfter([doubled], white), "voided");
  assert.equal(preAnswerAfter([{ ...doubled, side: "white" }], white), "kept");
  assert.equal(preAnswerAfter([rolled("black")], white), "kept");
  assert.equal(preAnswerAfter([rolled("white")], white), "used");
  assert.equal(preAnswerAfter([{ n: 1, e: "control_passed", at: 0, side: "white", computer: "expert" }], white), "used");
});
