import "./catalog.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { lastAnswer, spoken } from "../../src/live/announce.ts";
import { inARow } from "../../src/live/inarow.ts";
import { sentenceFor } from "../../src/live/sentences.ts";
import { statusLine } from "../../src/live/status.ts";
import { gameResult, matchResult, shownScore } from "../../src/live/results.ts";
import type { WireEvent } from "../../src/live/protocol.ts";
import { canDo, NOTHING, viewWith } from "./views.ts";

const names = { white: "Anna", black: "Bob" };
const anna = { you: ["white" as const], names };
const bob = { you: ["black" as const], names };
const guest = { you: [], names };
const both = { you: ["white" as const, "black" as const], names };

test("a refusal is its sentence with its figures", () => {
  const sentences = { illegal_step: "No checker can go from %(from_)s with a %(die)s." };
  const text = sentenceFor(sentences, { code: "illegal_step", params: { from_: 13, die: 5 } });
  assert.equal(text, "No checker can go from 13 with a 5.");
});

test("a code without a sentence is still said", () => {
  assert.equal(sentenceFor({}, { code: "new_code", params: {} }), "That was refused (new_code).");
});

test("who is to roll is told so", () => {
  assert.equal(statusLine(viewWith(), anna, null, null), "Your turn: roll the dice.");
  assert.equal(statusLine(viewWith(), bob, null, null), "Anna’s turn: waiting for the roll.");
  assert.equal(statusLine(viewWith(), guest, null, null), "Anna’s turn: waiting for the roll.");
});

test("who may double is told so", () => {
  const view = viewWith({ can: { white: canDo({ roll: true, double: true }), black: NOTHING } });
  assert.equal(statusLine(view, anna, null, null), "Your turn: roll or double.");
});

test("a dance is said before what comes next", () => {
  const view = viewWith({ dice: [6, 6], dice_side: "black" });
  assert.equal(statusLine(view, anna, null, "black"), "Bob rolled 6-6 and cannot move. Your turn: roll the dice.");
});

test("the line follows the steps of a turn", () => {
  const view = viewWith({ phase: "to_play", dice: [5, 3], dice_side: "white" });
  const at = (left: number[], complete: boolean, started: boolean): string =>
    statusLine(view, anna, { left, complete, started }, null);
  assert.equal(at([5, 3], false, false), "Your turn: play 5-3.");
  assert.equal(at([3], false, true), "Your turn: 3 left to play.");
  assert.equal(at([], true, true), "Your turn: confirm the play or undo.");
  assert.equal(statusLine(view, bob, null, null), "Anna’s turn: playing 5-3.");
});

test("a double asks the one and lets the other wait", () => {
  const offer = { by: "white" as const, value: 2, depth: 0, drop_cost: 1, owner: "black" as const };
  const view = viewWith({ phase: "doubled", to_act: "black", awaits: ["black"], offer });
  assert.equal(statusLine(view, bob, null, null), "Anna doubles to 2. Take or drop?");
  assert.equal(statusLine(view, anna, null, null), "You double to 2. Waiting for Bob to answer.");
  assert.equal(statusLine(view, guest, null, null), "Anna doubles to 2. Waiting for Bob to answer.");
});

test("a resignation names its size and price", () => {
  const resignation = { by: "white" as const, kind: 2 as const, points: 4 };
  const view = viewWith({ phase: "resigning", to_act: "black", awaits: ["black"], resignation });
  assert.equal(statusLine(view, bob, null, null), "Anna offers to resign a gammon (4 points). Accept or decline?");
});

test("with both sides in hand the names are said", () => {
  assert.equal(statusLine(viewWith(), both, null, null), "Anna’s turn: roll the dice.");
});

test("a result says single, gammon or backgammon and the points", () => {
  const result = { winner: "black" as const, kind: 2 as const, points: 4, termination: "borne_off" as const };
  assert.equal(gameResult(result, 2, anna), "Bob wins a gammon: 4 points. The cube was at 2.");
  assert.equal(gameResult({ ...result, kind: 1, points: 1 }, 1, bob), "You win a single: 1 point.");
});

test("a drop has no size", () => {
  const result = { winner: "white" as const, kind: null, points: 1, termination: "dropped" as const };
  assert.equal(gameResult(result, 1, anna), "You win 1 point.");
});

test("a match's shown score stops at its length", () => {
  const view = viewWith({
    score: { white: 5, black: 1 },
    match_result: { winner: "white", termination: "borne_off" },
    phase: "over",
  });
  assert.equal(shownScore(view, "white"), 3);
  assert.equal(matchResult(view, anna), "You win the match 3\u00a0:\u00a01.");
});

test("a match given up names no score as the winner's", () => {
  const view = viewWith({ score: { white: 0, black: 2 }, match_result: { winner: "white", termination: "forfeited" }, phase: "over" });
  assert.equal(matchResult(view, anna), "You win the match.");
});

test("a money session's score is not capped", () => {
  assert.equal(shownScore(viewWith({ kind: "money", length: null, score: { white: 9, black: 0 } }), "white"), 9);
});

const events = (...list: object[]): WireEvent[] => list.map((event, n) => ({ n, at: 0, ...event }) as WireEvent);

test("the region says the opponent's play and that it is our turn", () => {
  const play = events({ e: "checkers_played", side: "black", moves: [], text: "24/14", hits: [] });
  assert.deepEqual(spoken(play, viewWith(), anna, "Your turn."), ["Bob played 24/14.", "Your turn."]);
});

test("the region does not repeat our own play", () => {
  const play = events({ e: "checkers_played", side: "white", moves: [], text: "24/14", hits: [] });
  const view = viewWith({ on_roll: "black", to_act: "black", awaits: ["black"] });
  assert.deepEqual(spoken(play, view, anna, "Bob’s turn."), []);
});

test("what the status line says already is said once", () => {
  const offer = { by: "black" as const, value: 2, depth: 0, drop_cost: 1, owner: "white" as const };
  const view = viewWith({ phase: "doubled", to_act: "white", awaits: ["white"], offer });
  const status = "Bob doubles to 2. Take or drop?";
  assert.deepEqual(spoken(events({ e: "double_offered", side: "black", value: 2 }), view, anna, status), [status]);
});

test("a proposal is said to both, and the turn goes on", () => {
  const view = viewWith({ kind: "money", length: null, proposal: { by: "white", kind: "settlement", points: 1 } });
  assert.equal(
    statusLine(view, bob, null, null),
    "Anna offers to settle for 1 point: agree or play on? Anna’s turn: waiting for the roll.",
  );
  assert.equal(
    statusLine(view, anna, null, null),
    "You offer to settle for 1 point; Bob may answer. Your turn: roll the dice.",
  );
});

test("between games it is said what is awaited", () => {
  const result = { winner: "white" as const, kind: 1 as const, points: 1, termination: "borne_off" as const };
  const can = { white: NOTHING, black: canDo({ next: true }) };
  const view = viewWith({ phase: "between", to_act: null, awaits: ["black"], result, can });
  assert.equal(statusLine(view, bob, null, null), "Anna wins a single: 1 point. Press Next game to go on.");
  assert.equal(statusLine(view, anna, null, null), "You win a single: 1 point. Waiting for Bob to go on.");
});

test("a session that one player left says why it is over, and that nobody gets points", () => {
  const result = { winner: "white" as const, kind: null, points: 0, termination: "forfeited" as const };
  const view = viewWith({ kind: "money", length: null, phase: "over", result, match_result: { winner: null, termination: "forfeited" } });
  assert.equal(statusLine(view, anna, null, null), "Bob resigned the match. The session is over.");
  assert.equal(gameResult(result, 2, anna), "The game ends without points.");
});

test("a declined resignation is told until something else happens", () => {
  const declined = { n: 4, e: "resignation_declined", at: 1, side: "black" } as WireEvent;
  const rolled = { n: 5, e: "dice_rolled", at: 2, side: "white", dice: [3, 1], again: false } as WireEvent;
  assert.equal(lastAnswer([declined], anna), "Bob declines the resignation.");
  assert.equal(lastAnswer([declined], bob), "You decline the resignation.");
  assert.equal(lastAnswer([declined, rolled], anna), "");
});

test("a full stop of Chinese needs no space behind it", () => {
  assert.equal(inARow(["One.", "", "Two."]), "One. Two.");
  assert.equal(inARow(["Press “Next”", "Two."]), "Press “Next” Two.");
  assert.equal(inARow(["你认输。", "Anna获得单胜（×1）：1分。"]), "你认输。Anna获得单胜（×1）：1分。");
  assert.equal(inARow([""]), "");
});
