/** The connection to the lobby, without a network and without time. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { LobbyLine, type Listener } from "../../src/lobby/line.ts";
import { CLOSE, type HelloFrame, type ServerFrame } from "../../src/lobby/protocol.ts";
import { fakeSurroundings } from "../line/fakes.ts";

const HELLO: HelloFrame = {
  t: "hello",
  protocol: 1,
  name: "anna",
  seeks: [],
  online: { known: true, people: [], more: 0, guests: 0 },
  mine: null,
  now: 0,
};
const ASK = { t: "take", ask: "a-1", seek: 7 } as const;

function opened(greeted = true) {
  const { around, wires, wire, timers } = fakeSurroundings<ServerFrame>(0);
  const told: string[] = [];
  const listener: Listener = {
    state: (state, code) => told.push(code === null ? state : `${state} ${code}`),
    hello: () => told.push("hello"),
    unheard: () => undefined,
    seeks: () => told.push("seeks"),
    online: () => told.push("online"),
    mine: () => told.push("mine"),
    answered: (frame) => told.push(`answered ${frame.code ?? "done"}`),
    error: (frame) => told.push(`error ${frame.code}`),
    unsure: () => told.push("unsure"),
  };
  const line = new LobbyLine(around, listener);
  line.start();
  if (greeted) wire().says(HELLO);
  return { line, wire, wires, timers, told };
}

test("it is live once it was greeted", () => {
  assert.deepEqual(opened().told, ["connecting", "hello", "live"]);
});

test("lists are passed on", () => {
  const { wire, told } = opened();
  wire().says({ t: "seeks", seeks: [] });
  wire().says({ t: "online", online: HELLO.online });
  wire().says({ t: "mine", mine: { waiting: 0, games: [], incoming: [], outgoing: [], declined: [] } });
  assert.deepEqual(told.slice(3), ["seeks", "online", "mine"]);
});

test("an ask is sent once and its answer told once", () => {
  const { line, wire, told } = opened();
  assert.equal(line.ask(ASK), true);
  const answer = { t: "answered", ask: "a-1", code: "seek_gone", params: {}, match: null } as const;
  wire().says(answer);
  wire().says(answer);
  assert.deepEqual(wire().sent, [ASK]);
  assert.deepEqual(told.slice(3), ["answered seek_gone"]);
});

test("without a line nothing is asked: the form is sent as any form", () => {
  const { line, wire } = opened(false);
  assert.equal(line.ask(ASK), false);
  assert.deepEqual(wire().sent, []);
});

test("a line that breaks with an open ask says that nobody knows", () => {
  const { line, wire, told } = opened();
  line.ask(ASK);
  wire().onclose?.({ code: 1006 });
  assert.deepEqual(told.slice(3), ["unsure", "lost 1006"]);
});

test("it pings every five seconds, and answers when it is nudged", () => {
  const { wire, timers } = opened();
  timers.pass(5000);
  wire().says({ t: "pong", n: 1, now: 0 });
  wire().says({ t: "nudge" });
  assert.deepEqual(wire().sent, [
    { t: "ping", n: 1 },
    { t: "ping", n: 2 },
  ]);
});

test("a ping without an answer means that the line is dead", () => {
  const { wires, timers, told } = opened();
  timers.pass(13_000);
  assert.equal(told.at(-1), "lost 1006");
  timers.pass(5000);
  assert.equal(wires.length, 2);
});

test("after a loss it comes back, and shows what it is told then", () => {
  const { wire, wires, timers, told } = opened();
  wire().onclose?.({ code: 1012 });
  timers.pass(5000);
  assert.equal(wires.length, 2);
  wire().says(HELLO);
  assert.deepEqual(told.slice(-2), ["hello", "live"]);
});

for (const code of [CLOSE.LOGIN_AGAIN, CLOSE.RELOAD, CLOSE.TOO_MANY_SOCKETS, CLOSE.NOT_ALLOWED]) {
  test(`after ${code} it does not try again (case 149)`, () => {
    const { wire, wires, timers, told } = opened();
    wire().onclose?.({ code });
    timers.pass(60_000);
    assert.equal(wires.length, 1);
    assert.equal(told.at(-1), `closed ${code}`);
  });
}

test("a server of another version asks for a reload", () => {
  const { wire, told } = opened(false);
  wire().says({ ...HELLO, protocol: 2 });
  assert.equal(told.at(-1), `closed ${CLOSE.RELOAD}`);
});

test("what an old socket says or does concerns nobody (case 127)", () => {
  const { wires, timers, told, line } = opened();
  const [old] = wires;
  const late = old!.onclose;
  line.rest();
  line.wake();
  wires.at(-1)!.says(HELLO);
  const heard = told.length;
  late?.({ code: 4401 });
  timers.pass(4000);
  assert.equal(told.length, heard);
  assert.equal(line.state, "live");
});
