import "./catalog.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { extendLog, lastDance, moveLog } from "../../src/live/movelog.ts";
import type { Side, WireEvent } from "../../src/live/protocol.ts";

const PEOPLE = { you: ["white" as const], names: { white: "Anna", black: "Bob" } };

type Loose = WireEvent extends infer E ? (E extends WireEvent ? Omit<E, "n" | "at"> : never) : never;

const log = (...events: Loose[]): WireEvent[] =>
  events.map((event, index) => ({ ...event, n: index + 1, at: 0 }) as WireEvent);
const rolled = (side: Side, high: number, low: number): Loose => ({
  e: "dice_rolled",
  side,
  dice: [high, low],
  again: false,
});
const played = (side: Side, text: string): Loose => ({ e: "checkers_played", side, moves: [], text, hits: [] });

/** Rows as text: "1 | 31: 8/5 6/5 | 42: 8/4 6/4". */
function lines(events: WireEvent[]): string[] {
  return moveLog(events, PEOPLE).map((row) => {
    if (row.kind === "note") return row.text;
    const cells = [row.white, row.black].map((cell) => (cell ? `${cell.dice ? `${cell.dice}: ` : ""}${cell.text}` : ""));
    return `${row.number} | ${cells.join(" | ")}`.trimEnd();
  });
}

test("turns stand in two columns", () => {
  const events = log(
    { e: "opening_thrown", white: 3, black: 1 },
    played("white", "8/5 6/5"),
    rolled("black", 4, 2),
    played("black", "8/4 6/4"),
    rolled("white", 6, 5),
    played("white", "24/13"),
  );
  assert.deepEqual(lines(events), ["1 | 31: 8/5 6/5 | 42: 8/4 6/4", "2 | 65: 24/13 |"]);
});

test("when Black begins the first field stays empty", () => {
  const events = log({ e: "opening_thrown", white: 1, black: 3 }, played("black", "8/5 6/5"), rolled("white", 6, 5));
  assert.deepEqual(lines(events), ["1 |  | 31: 8/5 6/5", "2 | 65:  |"]);
});

test("a tied opening throw is a note", () => {
  const events = log({ e: "opening_thrown", white: 4, black: 4 }, { e: "opening_thrown", white: 5, black: 2 });
  assert.deepEqual(lines(events), ["Opening throw: 4-4, thrown again.", "1 | 52:  |"]);
});

test("a dance is said beside its dice", () => {
  const events = log(rolled("white", 6, 6), { e: "danced", side: "white" });
  assert.deepEqual(lines(events), ["1 | 66: cannot move |"]);
});

test("a double and its answer are a row of their own, and the doubler rolls in the next", () => {
  const events = log(
    { e: "double_offered", side: "white", value: 2 },
    { e: "double_taken", side: "black", value: 2, owner: "black" },
    rolled("white", 3, 1),
  );
  assert.deepEqual(lines(events), ["1 | doubles to 2 | takes", "2 | 31:  |"]);
});

test("the end of a game is a note with its points", () => {
  const events = log(
    { e: "double_offered", side: "black", value: 4 },
    { e: "double_dropped", side: "white" },
    { e: "game_ended", result: { winner: "black", kind: null, points: 2 }, termination: "dropped" },
  );
  assert.deepEqual(lines(events), ["1 |  | doubles to 4", "2 | drops |", "Bob wins 2 points."]);
});

test("clocks and readiness are not in the log", () => {
  const events = log(
    { e: "clock_turned", running: "white", since: 0, reserve: { white: 1, black: 1 } },
    { e: "ready_given", side: "white" },
  );
  assert.deepEqual(lines(events), []);
});

test("a dance holds until the next roll", () => {
  const danced = log(rolled("black", 6, 6), { e: "danced", side: "black" });
  assert.equal(lastDance(danced), "black");
  assert.equal(lastDance([...danced, ...log(rolled("white", 2, 1))]), null);
});

test("a clock that turned after a dance does not end it", () => {
  const events = log(
    { e: "no_legal_play", side: "white" },
    { e: "clock_turned", running: "black", since: 0, reserve: { white: 1, black: 1 } },
  );
  assert.equal(lastDance(events), "white");
});

test("a new game starts a new sheet", () => {
  const first = log(rolled("white", 2, 1));
  const next = log({ e: "ready_given", side: "white" }, { e: "game_started", number: 2, crawford: "none" });
  assert.deepEqual(extendLog(first, next), [next[1]]);
});

test("events of the same game are added", () => {
  const first = log(rolled("white", 2, 1));
  const next = log(played("white", "13/11 6/5"));
  assert.deepEqual(extendLog(first, next), [...first, ...next]);
});
