import "./catalog.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Asks, LOST } from "../../src/live/asks.ts";
import { goneOf } from "../../src/live/gone.ts";
import { equityText, isHintable } from "../../src/live/hints.ts";
import { moveLog } from "../../src/live/movelog.ts";
import { namesOf } from "../../src/live/names.ts";
import type { BesideFrame, Side, WireEvent } from "../../src/live/protocol.ts";
import { bottomSide, handsOf, nearSide } from "../../src/live/sides.ts";
import { statusLine } from "../../src/live/status.ts";
import { standingPlays, toTakeBack } from "../../src/live/takeback.ts";
import { sideFor } from "../../src/live/wishes.ts";
import { lineAt, hello } from "./fakes.ts";
import { NOTHING, canDo, viewWith } from "./views.ts";

const names = { white: "Anna", black: "Bob" };
const both: readonly Side[] = ["white", "black"];
const BESIDE: BesideFrame = {
  t: "beside",
  rated: false,
  hot_seat: false,
  pace: null,
  hints: true,
  stand_in: true,
  rematch: null,
  may_chat: "presets",
  muted_until: null,
  mail: "",
};

// -------------------------------------------------------------------- asks

test("an ask goes out once and its answer reaches who asked", () => {
  const sent: unknown[] = [];
  const heard: unknown[] = [];
  const asks = new Asks((frame) => sent.push(frame) > 0, () => "a1");
  asks.ask({ t: "pace", millis: 500 }, (refused) => heard.push(refused));
  assert.deepEqual(sent, [{ t: "pace", millis: 500, ask: "a1" }]);
  assert.equal(asks.answered({ ask: "a1", code: null, params: {} }), true);
  assert.equal(asks.answered({ ask: "a1", code: null, params: {} }), false);
  assert.deepEqual(heard, [null]);
});

test("a lost line forgets asks and says so", () => {
  const heard: unknown[] = [];
  const asks = new Asks(() => true, () => "a1");
  asks.ask({ t: "seat_back", side: "white" }, (refused) => heard.push(refused));
  asks.lost();
  assert.deepEqual(heard, [LOST]);
});

test("without a line nothing is asked", () => {
  const asks = new Asks(() => false, () => "a1");
  assert.equal(asks.ask({ t: "pace", millis: 0 }, () => assert.fail("nobody answers")), null);
});

test("what is beside the game reaches the table, and waits for no version", () => {
  const { connection, wire, told } = lineAt(7);
  assert.equal(connection.say({ t: "chat_after", number: 0 }), false);
  wire().says(hello(7));
  wire().says(BESIDE);
  assert.equal(connection.say({ t: "chat_after", number: 0 }), true);
  assert.deepEqual(told.asides, ["beside"]);
  assert.deepEqual(wire().actions, [{ t: "chat_after", number: 0 }]);
});

// -------------------------------------------------------------------- who plays

test("a seat that a computer plays is in nobody's hands", () => {
  const can = { white: canDo({ roll: true }), black: NOTHING };
  const view = viewWith({ can, computers: { white: "expert", black: null } });
  assert.deepEqual(handsOf(view, ["white"]), []);
  assert.equal(sideFor(view, ["white"], "roll"), null);
  const people = { names, you: ["white" as const], computers: view.computers };
  assert.equal(statusLine(view, people, null, null), "Anna’s turn: waiting for the roll.");
});

test("at one screen numbering and panel follow the turn, the board only when it is to", () => {
  const view = viewWith({ on_roll: "black" });
  assert.equal(nearSide(view, both), "black");
  assert.equal(bottomSide(view, both, false), "white");
  assert.equal(bottomSide(view, both, true), "black");
  assert.equal(bottomSide(view, ["black"], false), "black");
});

test("players are called by name, level or colour", () => {
  const seats = { names, seats: { white: "person" as const, black: "computer" as const } };
  const view = viewWith({ computers: { white: null, black: "expert" } });
  assert.deepEqual(namesOf(seats, view, false), { white: "Anna", black: "Computer (expert)" });
  assert.deepEqual(namesOf(seats, view, true), { white: "White", black: "Black" });
});

// -------------------------------------------------------------------- taking back

const rolled = (n: number, side: Side, dice: [number, number]): WireEvent => ({ n, e: "dice_rolled", at: 0, side, dice, again: false });
const played = (n: number, side: Side, text: string): WireEvent => ({ n, e: "checkers_played", at: 0, side, moves: [], text, hits: [] });
const LOG: WireEvent[] = [
  { n: 1, e: "opening_thrown", at: 0, white: 3, black: 1 },
  played(2, "white", "8/5 6/5"),
  rolled(3, "black", [6, 4]),
  played(4, "black", "24/14"),
  rolled(5, "white", [6, 6]),
  played(6, "white", "24/18(2) 13/7(2)"),
];

function takenBack(n: number, by: Side, side: Side, dice: [number, number]): WireEvent {
  const restored = {
    side,
    board: { cells: [] },
    cube: { value: 1, owner: null },
    dice,
    turn_number: 1,
    turns_begun: { white: 1, black: 0 },
    paid: { white: 0, black: 0 },
    played: true,
  };
  return { n, e: "play_taken_back", at: 0, side: by, restored, dice_to_come: [] };
}

test("at one screen the last play goes, whoever made it", () => {
  const view = viewWith({ can: { white: canDo({ take_back: true }), black: canDo({ take_back: true }) } });
  assert.deepEqual(toTakeBack(view, both, LOG.slice(0, 4))?.play, { side: "black", dice: [6, 4], text: "24/14" });
});

test("against a computer one's own last play goes, and the answer with it", () => {
  const view = viewWith({ can: { white: canDo({ take_back: true }), black: NOTHING }, computers: { white: null, black: "beginner" } });
  const found = toTakeBack(view, ["white"], LOG.slice(0, 4));
  assert.equal(found?.play.text, "8/5 6/5");
  assert.deepEqual(found?.after.map(({ text }) => text), ["24/14"]);
  assert.equal(toTakeBack(viewWith(), ["white"], LOG), null);
});

test("plays that were taken back no longer stand, several in a row", () => {
  const log = [...LOG, takenBack(7, "white", "white", [6, 6]), takenBack(8, "white", "black", [6, 4])];
  assert.deepEqual(standingPlays(log).map(({ text }) => text), ["8/5 6/5"]);
  const again = [...log, played(9, "black", "13/3")];
  assert.deepEqual(standingPlays(again).at(-1), { side: "black", dice: [6, 4], text: "13/3" });
});

test("the log says what was taken back, and shows the same dice again", () => {
  const log = [...LOG.slice(0, 4), takenBack(5, "black", "black", [6, 4]), played(6, "black", "13/3")];
  const rows = moveLog(log, { names: { white: "White", black: "Black" }, you: both });
  assert.deepEqual(rows.at(-2), { kind: "note", text: "The play of Black is taken back." });
  assert.deepEqual(rows.at(-1), { kind: "turn", number: 2, white: null, black: { dice: "64", text: "13/3" } });
});

// -------------------------------------------------------------------- who is gone

const HOUR = 3_600_000;
const gone = (changes: object = {}) =>
  goneOf(
    {
      view: viewWith({ awaits: ["black"], to_act: "black" }),
      you: ["white"],
      presence: { white: "here", black: "gone", spectators: 0, white_gone: null, black_gone: 0 },
      line: "live",
      stale: false,
      beside: BESIDE,
      goneFolded: null,
      log: [],
      ...changes,
    },
    (changes as { now?: number }).now ?? 130_000,
    120,
  );

test("for two minutes there is only a countdown", () => {
  const found = gone({ now: 20_000 });
  assert.equal(found?.wait, 100_000);
  assert.equal(found?.computer || found?.adjourn || found?.claim, false);
});

test("then the computer may go on, or one adjourns; the game can be claimed after a day", () => {
  const found = gone();
  assert.deepEqual([found?.wait, found?.computer, found?.adjourn, found?.claim], [0, true, true, false]);
  assert.equal(found?.claimWait, 24 * HOUR - 130_000);
  assert.equal(gone({ now: 24 * HOUR })?.claim, true);
});

test("time while a director held play does not count", () => {
  const released = { n: 9, e: "ruling_given", at: 23 * HOUR, ruling: { is: "release" }, reason: "Settled." };
  const found = gone({ now: 23 * HOUR + 20_000, log: [released] });
  assert.equal(found?.wait, 100_000);
  assert.equal(gone({ now: 24 * HOUR, log: [released] })?.claimWait, 23 * HOUR);
});

test("an offer that is folded stays so for this absence only", () => {
  assert.equal(gone({ goneFolded: 0 })?.folded, true);
  assert.equal(gone({ goneFolded: 99 })?.folded, false);
});

test("nobody is gone on a page from memory, on a lost line, or when nobody knows", () => {
  assert.equal(gone({ stale: true }), null);
  assert.equal(gone({ line: "lost" }), null);
  const presence = { white: "here", black: "unknown", spectators: 0, white_gone: null, black_gone: null };
  assert.equal(gone({ presence }), null);
});

test("nothing is offered to spectators, at one screen, against a computer, or in correspondence", () => {
  assert.equal(gone({ you: [] }), null);
  assert.equal(gone({ you: both }), null);
  assert.equal(gone({ view: viewWith({ computers: { white: null, black: "beginner" } }) }), null);
  const clock = { preset: "correspondence" as const, delay: 1, reserve: { white: 1, black: 1 }, running: null, since: 0 };
  assert.equal(gone({ view: viewWith({ clock }) }), null);
});

test("in a rated game no computer stands in", () => {
  assert.equal(gone({ beside: { ...BESIDE, rated: true, stand_in: false } })?.computer, false);
});

test("who is here but has not moved for a day can lose the game, and nothing else", () => {
  const presence = { white: "here", black: "here", spectators: 0, white_gone: null, black_gone: null };
  const log = [rolled(1, "black", [2, 1])];
  assert.equal(gone({ presence, log, now: 23 * HOUR }), null);
  const found = gone({ presence, log, now: 24 * HOUR });
  assert.deepEqual([found?.computer, found?.adjourn, found?.claim], [false, false, true]);
});

// -------------------------------------------------------------------- hints

test("a hint can be asked for at one's own decision only, and where the table allows it", () => {
  const view = viewWith({ can: { white: canDo({ play: true }), black: NOTHING } });
  assert.equal(isHintable(view, ["white"], BESIDE), true);
  assert.equal(isHintable(view, ["black"], BESIDE), false);
  assert.equal(isHintable(view, ["white"], { ...BESIDE, hints: false }), false);
  assert.equal(isHintable(viewWith({ can: { white: canDo({ roll: true }), black: NOTHING } }), ["white"], BESIDE), false);
});

test("equities have a sign, and nothing is minus nothing", () => {
  assert.deepEqual([equityText(0.1234), equityText(-0.5), equityText(-0.0001)], ["+0.123", "−0.500", "+0.000"]);
});

// -------------------------------------------------------------------- pauses

test("an adjourned game says who has to be ready", () => {
  const anna = { names, you: ["white" as const] };
  const open = viewWith({ paused: true, awaits: [], can: { white: canDo({ resume: true }), black: NOTHING } });
  assert.equal(statusLine(open, anna, null, null), "The game is adjourned. Press Resume when you are ready to go on.");
  const ready = viewWith({ paused: true, awaits: [], resuming: { white: true, black: false } });
  assert.equal(statusLine(ready, anna, null, null), "The game is adjourned. Waiting for Bob to be ready.");
});
