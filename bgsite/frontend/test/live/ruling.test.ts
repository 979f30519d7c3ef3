import "./catalog.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { spoken } from "../../src/live/announce.ts";
import { extendLog, moveLog } from "../../src/live/movelog.ts";
import { keepRuling, readRuling, rulingText, rulingsAfter } from "../../src/live/rulings.ts";
import type { RulingGivenEvent, WireEvent } from "../../src/live/protocol.ts";
import { statusLine } from "../../src/live/status.ts";
import { frameFor } from "../../src/live/wishes.ts";
import { NOTHING, canDo, viewWith } from "./views.ts";

const names = { white: "Anna", black: "Bob" };
const anna = { you: ["white" as const], names };
const guest = { you: [], names };
const RESULT = { winner: "black", kind: 1, points: 1, termination: "awarded" } as const;

const ruled = (n: number, ruling: RulingGivenEvent["ruling"], reason = "Agreed."): RulingGivenEvent => ({
  n,
  e: "ruling_given",
  at: 0,
  ruling,
  reason,
});
const paused = (n: number): WireEvent => ({ n, e: "match_paused", at: 0 });
const HOLD = [ruled(7, { is: "hold" }), paused(8)];

const words = (ruling: RulingGivenEvent["ruling"]): string => rulingText(ruling, names);
const score = (crawford: "none" | "pending" | "active" | "expired"): string =>
  words({ is: "adjust_score", score: { white: 4, black: 0 }, crawford });
const time = (by: number): string => words({ is: "add_time", side: "black", by });

test("a ruling is told with the players' names, to the one it favours as well", () => {
  assert.equal(words({ is: "award_game", winner: "black", kind: 2 }), "The game is awarded to Bob (gammon).");
  assert.equal(words({ is: "award_match", winner: "white", rated: false }), "The match is awarded to Anna.");
  assert.equal(words({ is: "void_all" }), "The match is declared void.");
  assert.equal(words({ is: "hold" }), "Play is stopped until the director lets it go on.");
  assert.equal(words({ is: "release" }), "Play can go on; the players resume it themselves.");
});

test("an adjusted score states the Crawford game", () => {
  assert.equal(score("none"), "The score is set: Anna 4, Bob 0.");
  assert.equal(score("pending"), "The score is set: Anna 4, Bob 0. The Crawford game is still to come.");
  assert.equal(score("active"), "The score is set: Anna 4, Bob 0. The game at this score is the Crawford game.");
  assert.equal(score("expired"), "The score is set: Anna 4, Bob 0. The Crawford game is over.");
});

test("added time is told in words that cannot be taken for a clock", () => {
  assert.equal(time(1_000), "Bob gets 1 s more.");
  assert.equal(time(90_000), "Bob gets 1 min 30 s more.");
  assert.equal(time(300_000), "Bob gets 5 min more.");
  assert.equal(time(5_400_000), "Bob gets 1:30:00 more.");
  assert.equal(time(86_400_000), "Bob gets 1 day more.");
});

test("the log tells ruling and reason, and the pause of a hold not once more", () => {
  const rows = moveLog([...HOLD, ruled(9, { is: "release" }, "Settled."), paused(10)], anna);
  assert.deepEqual(rows, [
    { kind: "note", text: "Ruling: Play is stopped until the director lets it go on. Reason: Agreed." },
    { kind: "note", text: "Ruling: Play can go on; the players resume it themselves. Reason: Settled." },
    { kind: "note", text: "The game is adjourned." },
  ]);
});

test("players and spectators hear a ruling, and of a hold no second time that play stands", () => {
  const view = viewWith({ paused: true, held: true, awaits: [], to_act: null });
  const said = ["Ruling: Play is stopped until the director lets it go on. Reason: Agreed."];
  for (const people of [anna, guest]) assert.deepEqual(spoken(HOLD, view, people, "status"), said);
});

test("a place in the text of a reason is text", () => {
  assert.equal(moveLog([ruled(3, { is: "void_all" }, "%(name)s said so")], anna).length, 1);
  const [row] = moveLog([ruled(3, { is: "void_all" }, "%(ruling)s")], anna);
  assert.deepEqual(row, { kind: "note", text: "Ruling: The match is declared void. Reason: %(ruling)s" });
});

test("a held table says why it stands still, between games, too", () => {
  const why = "A director has stopped play. It can go on when the director says so.";
  const held = { paused: true, held: true, awaits: [], to_act: null };
  for (const people of [anna, guest]) {
    assert.equal(statusLine(viewWith(held), people, null, null), why);
    assert.equal(statusLine(viewWith({ ...held, phase: "between", result: RESULT }), people, null, null), why);
  }
});

test("after a release the usual pause is said", () => {
  const view = viewWith({ paused: true, awaits: [], to_act: null, can: { white: canDo({ resume: true }), black: NOTHING } });
  assert.equal(statusLine(view, anna, null, null), "The game is adjourned. Press Resume when you are ready to go on.");
});

test("on a held table nothing is sent that would be refused", () => {
  const view = viewWith({ paused: true, held: true, awaits: [], to_act: null });
  for (const t of ["roll", "double", "resume", "next"] as const) assert.equal(frameFor(view, ["white"], { t }, "x"), null);
});

test("rulings are shown until they are put away, and none takes the place of one not read", () => {
  const [first, second] = [ruled(7, { is: "hold" }), ruled(12, { is: "release" })];
  assert.deepEqual(rulingsAfter([paused(3)], [], 0), []);
  assert.deepEqual(rulingsAfter([first, paused(8)], [], 0), [first]);
  assert.deepEqual(rulingsAfter([paused(9)], [first], 0), [first]);
  assert.deepEqual(rulingsAfter([first, second], [first], 0), [first, second]);
  assert.deepEqual(rulingsAfter([first], [], 7), []);
  assert.deepEqual(rulingsAfter([first, second], [], 7), [second]);
});

test("a ruling stays though the next game's log has it no longer", () => {
  const events: WireEvent[] = [
    ruled(7, { is: "award_game", winner: "black", kind: 1 }),
    { n: 9, e: "game_started", at: 0, number: 2, crawford: "pending" },
  ];
  assert.equal(extendLog([], events).length, 1);
  assert.deepEqual(rulingsAfter(events, [], 0).map(({ n }) => n), [7]);
});

test("what was put away is remembered for that match", () => {
  const kept = new Map<string, string>();
  const keeper = () => ({ getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) });
  assert.equal(readRuling(keeper, "abc"), 0);
  keepRuling(keeper, "abc", 7);
  assert.equal(readRuling(keeper, "abc"), 7);
  assert.equal(readRuling(keeper, "xyz"), 0);
  kept.set("barpoint.ruling.xyz", "what?");
  assert.equal(readRuling(keeper, "xyz"), 0);
});

test("without storage a ruling is shown again", () => {
  const none = () => {
    throw new Error("switched off");
  };
  keepRuling(none, "abc", 7);
  assert.equal(readRuling(none, "abc"), 0);
});
