/** Which match began, and which tab goes there. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Beginnings, Mover, type Tabs } from "../../src/lobby/began.ts";
import type { GameView, Mine } from "../../src/lobby/protocol.ts";

const game = (code: string, mine = true): GameView => ({
  code,
  opponent: "bart",
  title: "3-point match",
  score: "0 : 0",
  my_turn: false,
  paused: false,
  mine,
});
const list = (...games: GameView[]): Mine => ({ waiting: 0, games, incoming: [], outgoing: [], declined: [] });

test("what ran before the page came is no beginning", () => {
  assert.deepEqual(new Beginnings().since(list(game("a"))), []);
});

test("a game that somebody began by saying yes to me is one, once", () => {
  const seen = new Beginnings();
  seen.since(list(game("a")));
  assert.deepEqual(
    seen.since(list(game("a"), game("b"))).map((one) => one.code),
    ["b"],
  );
  assert.deepEqual(seen.since(list(game("a"), game("b"))), []);
});

test("a game that I began myself is none", () => {
  const seen = new Beginnings();
  seen.since(list());
  assert.deepEqual(seen.since(list(game("a", false))), []);
});

function tab(visible: boolean, focused: boolean) {
  const went: string[] = [];
  const said: string[] = [];
  const later: (() => void)[] = [];
  const state = { visible, focused };
  const tabs: Tabs = {
    isVisible: () => state.visible,
    hasFocus: () => state.focused,
    go: (code) => went.push(code),
    tell: (code) => said.push(code),
    after: (_milliseconds, run) => later.push(run),
  };
  return { mover: new Mover(tabs), went, said, later, state };
}

test("the tab that is looked at goes at once, and tells the others", () => {
  const { mover, went, said } = tab(true, true);
  mover.began("a");
  assert.deepEqual([went, said], [["a"], ["a"]]);
});

test("a hidden tab stays, and goes when it is looked at", () => {
  const { mover, went, state } = tab(false, false);
  mover.began("a");
  assert.deepEqual(went, []);
  state.visible = state.focused = true;
  mover.looked();
  assert.deepEqual(went, ["a"]);
});

test("a hidden tab stays when another one went", () => {
  const { mover, went, state } = tab(false, false);
  mover.began("a");
  mover.taken("a");
  state.visible = state.focused = true;
  mover.looked();
  assert.deepEqual(went, []);
});

test("a visible window without the focus gives way to the one with it", () => {
  const first = tab(true, false);
  first.mover.began("a");
  first.mover.taken("a");
  first.later[0]?.();
  assert.deepEqual(first.went, []);
  const alone = tab(true, false);
  alone.mover.began("a");
  alone.later[0]?.();
  assert.deepEqual(alone.went, ["a"]);
});
