import "./catalog.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { CLOSE, type ActionFrame } from "../../src/live/protocol.ts";
import { FINAL_CODES } from "../../src/live/socket.ts";
import { change, hello, lineAt, pong } from "./fakes.ts";

const ROLL: ActionFrame = { t: "roll", id: "a-1", side: "white", decision: 5 };

function live(v: number) {
  const line = lineAt(v);
  line.wire().says(hello(v));
  return line;
}

test("a snapshot sets the version and makes the line live", () => {
  const { connection, wire, told } = lineAt(3);
  wire().says(hello(8));
  assert.equal(connection.v, 8);
  assert.equal(told.last, "live");
});

test("frames not newer than the snapshot are dropped", () => {
  const { wire, told } = live(8);
  wire().says(change("moved", 5, 7));
  wire().says(change("moved", 7, 8));
  assert.deepEqual(told.moves, []);
});

test("frames before the snapshot are dropped", () => {
  const { wire, told } = lineAt(7);
  wire().says(change("moved", 7, 8));
  assert.deepEqual(told.moves, []);
});

test("the next frame is taken", () => {
  const { connection, wire, told } = live(8);
  wire().says(change("moved", 8, 10));
  assert.deepEqual(told.moves, [{ v: 10, t: "moved", events: [9, 10] }]);
  assert.equal(connection.v, 10);
});

test("a gap is asked for once and filled", () => {
  const { wire, told } = live(8);
  wire().says(change("moved", 9, 10));
  wire().says(change("moved", 10, 11));
  assert.deepEqual(wire().sent, [{ t: "resync", after: 8 }]);
  wire().says(change("missed", 8, 11));
  assert.deepEqual(told.moves, [{ v: 11, t: "missed", events: [9, 10, 11] }]);
});

test("an answer that overlaps what came meanwhile gives only what is new", () => {
  const { wire, told } = live(8);
  wire().says(change("moved", 8, 9));
  wire().says(change("missed", 8, 11));
  assert.deepEqual(told.moves.at(-1), { v: 11, t: "missed", events: [10, 11] });
});

test("a lost last frame is seen by the pong", () => {
  const { wire, timers } = live(8);
  timers.pass(5000);
  wire().says(pong(9));
  assert.deepEqual(wire().sent, [{ t: "ping", n: 1 }, { t: "resync", after: 8 }]);
});

test("a pong of our own version asks for nothing", () => {
  const { wire, timers } = live(8);
  timers.pass(5000);
  wire().says(pong(8));
  assert.deepEqual(wire().kinds(), ["ping"]);
});

test("an unanswered question is asked again at the next pong", () => {
  const { wire } = live(8);
  wire().says(change("moved", 9, 10));
  wire().says(pong(10));
  assert.deepEqual(wire().kinds(), ["resync", "resync"]);
});

test("pings go out every five seconds while they are answered", () => {
  const { wire, timers } = live(8);
  for (let count = 0; count < 4; count += 1) {
    timers.pass(5000);
    wire().says(pong(8));
  }
  assert.deepEqual(wire().kinds(), ["ping", "ping", "ping", "ping"]);
});

test("a line that does not answer is given up and opened anew", () => {
  const { wires, timers, told } = live(8);
  timers.pass(5000 + 8000);
  assert.equal(wires[0]!.closed, true);
  assert.equal(told.last, "lost");
  timers.pass(1000);
  assert.equal(wires.length, 2);
});

test("news of the network makes the line prove itself quickly", () => {
  const { connection, timers, told } = live(8);
  connection.probe();
  timers.pass(3000);
  assert.equal(told.last, "lost");
});

test("an action made before the line is live waits for the snapshot", () => {
  const { connection, wire } = lineAt(8);
  connection.act(ROLL);
  assert.deepEqual(wire().sent, []);
  wire().says(hello(8));
  assert.deepEqual(wire().sent, [ROLL]);
});

test("an unanswered action is sent once on the new line, with its id", () => {
  const { connection, wires, wire, timers } = live(8);
  connection.act(ROLL);
  wire().dies(1006);
  timers.pass(1000);
  wire().says(hello(8));
  assert.deepEqual(wires[0]!.actions, [ROLL]);
  assert.deepEqual(wires[1]!.actions, [ROLL]);
});

test("an action made while the line is lost is sent once, not once for each list", () => {
  const { connection, wire, timers } = live(8);
  wire().dies(1006);
  connection.act(ROLL);
  timers.pass(1000);
  wire().says(hello(8));
  timers.pass(4000);
  assert.deepEqual(wire().actions, [ROLL]);
});

test("an answered action is not sent again", () => {
  const { connection, wire, timers, told } = live(8);
  connection.act(ROLL);
  wire().says({ t: "done", id: "a-1", v: 9 });
  wire().says(change("moved", 8, 9, "a-1"));
  wire().dies(1006);
  timers.pass(1000);
  wire().says(hello(9));
  assert.deepEqual(wire().actions, []);
  assert.deepEqual(told.stored, [["a-1", 9]]);
});

test("the frame with our id is an answer, too", () => {
  const { connection, wire, told } = live(8);
  connection.act(ROLL);
  wire().says(change("moved", 8, 9, "a-1"));
  assert.equal(connection.waiting, false);
  assert.deepEqual(told.stored, [["a-1", 9]]);
});

test("a refused action is said and not sent again", () => {
  const { connection, wire, timers, told } = live(8);
  connection.act(ROLL);
  wire().says({ t: "refused", id: "a-1", code: "stale", params: {}, v: 8, decision: 8 });
  wire().dies(1006);
  timers.pass(1000);
  wire().says(hello(8));
  assert.deepEqual(told.refusals, ["stale"]);
  assert.deepEqual(wire().actions, []);
});

test("an action without an answer on a living line is sent again with its id", () => {
  const { connection, wire, timers } = live(8);
  connection.act(ROLL);
  for (let count = 0; count < 2; count += 1) {
    timers.pass(5000);
    wire().says(pong(8));
  }
  assert.deepEqual(wire().actions, [ROLL, ROLL]);
});

test("an error lets go of the action and asks for the truth", () => {
  const { connection, wire, told } = live(8);
  connection.act(ROLL);
  wire().says({ t: "error", code: "server_fault", params: {} });
  assert.deepEqual(told.errors, ["server_fault"]);
  assert.equal(connection.waiting, false);
  assert.deepEqual(wire().kinds(), ["roll", "resync"]);
});

test("a stored action whose broadcast is lost is asked for at once", () => {
  const { connection, wire, timers } = live(8);
  connection.act(ROLL);
  wire().says({ t: "done", id: "a-1", v: 10 });
  timers.pass(400);
  assert.deepEqual(wire().kinds(), ["roll", "resync"]);
});

test("a stored action whose broadcast comes is not asked for", () => {
  const { connection, wire, timers } = live(8);
  connection.act(ROLL);
  wire().says({ t: "done", id: "a-1", v: 10 });
  wire().says(change("moved", 8, 10, "a-1"));
  timers.pass(400);
  assert.deepEqual(wire().kinds(), ["roll"]);
});

for (const code of FINAL_CODES) {
  test(`after ${code} the browser does not come back by itself`, () => {
    const { connection, wires, timers, told } = live(8);
    wires[0]!.dies(code);
    connection.act(ROLL);
    connection.probe();
    connection.wake();
    timers.pass(60_000);
    assert.equal(wires.length, 1);
    assert.deepEqual(told.states.at(-1), ["closed", code]);
  });
}

test("the code of bye counts when the close code is lost on the way", () => {
  const { wire, told } = live(8);
  wire().says({ t: "bye", code: "login_again" });
  wire().dies(1006);
  assert.deepEqual(told.states.at(-1), ["closed", CLOSE.LOGIN_AGAIN]);
});

test("another protocol number ends the line with reload", () => {
  const { wire, told } = lineAt(8);
  wire().says(hello(9, 2));
  assert.deepEqual(told.states.at(-1), ["closed", CLOSE.RELOAD]);
  assert.deepEqual(told.hellos, []);
});

for (const code of [1001, 1006, 1012, CLOSE.TOO_SLOW, CLOSE.TOO_FAST]) {
  test(`after ${code} the browser comes back`, () => {
    const { wires, timers } = live(8);
    wires[0]!.dies(code);
    timers.pass(1000);
    assert.equal(wires.length, 2);
  });
}

test("tries that fail come at growing distances, at most five seconds", () => {
  const { wires, wire, timers } = live(8);
  const waits: number[] = [];
  for (let count = 0; count < 8; count += 1) {
    wire().dies(1006);
    const before = wires.length;
    let waited = 0;
    while (wires.length === before) {
      timers.pass(50);
      waited += 50;
    }
    waits.push(waited);
  }
  assert.deepEqual(waits, [...waits].sort((a, b) => a - b));
  assert.ok(waits[0]! >= 500 && waits.at(-1)! <= 5000);
});

test("the page put away closes the line, and back again asks before it trusts", () => {
  const { connection, wires, wire, timers, told } = live(8);
  connection.rest();
  timers.pass(30_000);
  assert.equal(wires.length, 1);
  assert.equal(told.last, "resting");
  connection.wake();
  assert.equal(wires.length, 2);
  assert.equal(told.last, "lost");
  wire().says(hello(11));
  assert.deepEqual(told.hellos, [8, 11]);
});

test("what an old line still says is not heard", () => {
  const { wires, timers, told } = live(8);
  wires[0]!.dies(1006);
  timers.pass(1000);
  wires[0]!.says(change("moved", 8, 9));
  assert.deepEqual(told.moves, []);
});

test("openings without a word from the server are counted until it speaks", () => {
  const { wire, timers, told } = lineAt(3);
  for (const count of [1, 2]) {
    wire().dies(1006);
    assert.equal(told.silent, count);
    timers.pass(5000);
  }
  wire().says(hello(3));
  told.silent = 0;
  wire().dies(1006);
  assert.equal(told.silent, 0);
});
