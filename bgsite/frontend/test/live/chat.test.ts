import "./catalog.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Asks } from "../../src/live/asks.ts";
import { Talk } from "../../src/live/chat/talk.ts";
import type { BesideFrame, BrowserFrame, ChatFrame, ChatLineView } from "../../src/live/protocol.ts";
import { FakeTimers } from "../line/fakes.ts";

const BESIDE: BesideFrame = {
  t: "beside",
  rated: false,
  hot_seat: false,
  pace: null,
  hints: false,
  stand_in: true,
  rematch: null,
  may_chat: "text",
  muted_until: null,
  mail: "",
};

const lineAt = (n: number, mine = false): ChatLineView => ({
  n,
  side: "black",
  name: "Bob",
  preset: "",
  text: `line ${n}`,
  at: 0,
  mine,
});

/** The lines after `after` up to `upto`. */
const chat = (after: number, upto: number, mine = false): ChatFrame => ({
  t: "chat",
  after,
  upto,
  lines: Array.from({ length: upto - after }, (_, index) => lineAt(after + 1 + index, mine)),
});

function atTable() {
  const sent: BrowserFrame[] = [];
  const news: number[][] = [];
  const refusals: [string, string][] = [];
  const wire = { isThere: true };
  const send = (frame: BrowserFrame): boolean => {
    if (wire.isThere) sent.push(frame);
    return wire.isThere;
  };
  const asks = new Asks(send);
  const timers = new FakeTimers();
  let ids = 0;
  const talk = new Talk(
    { asks, send },
    timers,
    {
      changed: () => {},
      news: (lines) => news.push(lines.map(({ n }) => n)),
      refused: (refused, text) => refusals.push([refused.code, text]),
    },
    () => `id${(ids += 1)}`,
  );
  const said = (): unknown[] => sent.map((frame) => (frame.t === "say" ? [frame.ask, frame.preset || frame.text] : frame));
  return { talk, asks, timers, wire, sent, said, news, refusals };
}

const numbers = ({ lines }: Talk): number[] => lines.map(({ n }) => n);

test("what was said before one came is no news, what comes is", () => {
  const { talk, news } = atTable();
  talk.heard(chat(0, 2));
  talk.heard(chat(2, 3));
  talk.heard(chat(3, 4, true));
  assert.deepEqual(news, [[3]]);
  assert.deepEqual(numbers(talk), [1, 2, 3, 4]);
});

test("a repetition shows nothing twice, and a gap is asked for", () => {
  const { talk, sent } = atTable();
  talk.heard(chat(0, 3));
  talk.heard(chat(1, 4));
  assert.deepEqual(numbers(talk), [1, 2, 3, 4]);
  talk.heard(chat(6, 7));
  assert.deepEqual(numbers(talk), [1, 2, 3, 4]);
  assert.deepEqual(sent, [{ t: "chat_after", number: 4 }]);
});

test("after a reconnect everything is read anew, and only what was missed is news", () => {
  const { talk, news } = atTable();
  talk.heard(chat(0, 2));
  talk.heard({ ...chat(0, 4), lines: [lineAt(2), lineAt(4)] }); // one was blocked meanwhile, one is not for us
  assert.deepEqual(numbers(talk), [2, 4]);
  assert.deepEqual(news, [[4]]);
});

test("a line waits for its answer and is gone with it", () => {
  const { talk, asks, said } = atTable();
  assert.equal(talk.say("", "Hi"), true);
  assert.deepEqual(said(), [["id1", "Hi"]]);
  assert.equal(talk.waiting.length, 1);
  asks.answered({ ask: "id1", code: null, params: {} });
  assert.deepEqual(talk.waiting, []);
});

test("a line whose answer was lost is sent again with the same id when the connection is back", () => {
  const { talk, asks, wire, said } = atTable();
  talk.say("", "Hi");
  wire.isThere = false;
  asks.lost();
  talk.say("hello", "");
  assert.deepEqual(talk.waiting.map(({ sent }) => sent), [null, null]);
  wire.isThere = true;
  talk.heard(BESIDE);
  assert.deepEqual(said(), [["id1", "Hi"], ["id1", "Hi"], ["id2", "hello"]]);
  talk.heard(BESIDE); // it comes for other reasons, too
  assert.equal(said().length, 3);
});

test("a line without an answer on a line that lives is sent again", () => {
  const { talk, asks, timers, said } = atTable();
  talk.say("", "Hi");
  timers.pass(9_999);
  assert.equal(said().length, 1);
  timers.pass(1);
  assert.deepEqual(said(), [["id1", "Hi"], ["id1", "Hi"]]);
  asks.answered({ ask: "id1", code: null, params: {} });
  timers.pass(60_000);
  assert.equal(said().length, 2);
});

test("a refusal gives the text back", () => {
  const { talk, asks, refusals } = atTable();
  talk.say("", "Hi");
  asks.answered({ ask: "id1", code: "chat_muted", params: {} });
  assert.deepEqual(refusals, [["chat_muted", "Hi"]]);
  assert.deepEqual(talk.waiting, []);
});

test("what would break the line is refused here", () => {
  const { talk, sent, refusals } = atTable();
  assert.equal(talk.say("", "\u0001".repeat(5000)), false); // six bytes each
  assert.deepEqual([sent.length, refusals[0]?.[0]], [0, "chat_too_long"]);
  assert.equal(talk.say("", "x".repeat(5000)), true); // the server says it
});

test("without a connection no more than five lines are kept", () => {
  const { talk, wire } = atTable();
  wire.isThere = false;
  const taken = Array.from({ length: 6 }, () => talk.say("hello", ""));
  assert.deepEqual(taken, [true, true, true, true, true, false]);
});
