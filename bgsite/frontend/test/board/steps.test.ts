import assert from "node:assert/strict";
import { test } from "node:test";
import { isSameGraph, optionByDie, optionsOf, startWalk, stepsOf, turnOf, undone, type Walk, walked } from "../../src/board/steps.ts";
import { readTurnGraphs } from "./graphs.ts";
import { BEAR_OFF, DOUBLES, ONE_CHECKER } from "./positions.ts";

function walk(start: Walk, ...steps: [number, number, number][]): Walk {
  const after = walked(start, steps);
  assert.ok(after);
  return after;
}

test("a turn begins with all dice and nothing to undo", () => {
  const turn = turnOf(startWalk(ONE_CHECKER));
  assert.deepEqual(turn.left, [5, 3]);
  assert.deepEqual([turn.steps, turn.complete, turn.canUndo], [[], false, false]);
});

test("both orders of two steps lead to a complete turn", () => {
  const start = startWalk(ONE_CHECKER);
  assert.equal(turnOf(walk(start, [13, 8, 5], [8, 5, 3])).complete, true);
  assert.equal(turnOf(walk(start, [13, 10, 3], [10, 5, 5])).complete, true);
});

test("a step takes its die away", () => {
  assert.deepEqual(turnOf(walk(startWalk(ONE_CHECKER), [13, 10, 3])).left, [5]);
});

test("undo gives back the die of the last step only", () => {
  const after = undone(walk(startWalk(ONE_CHECKER), [13, 10, 3], [10, 5, 5]));
  assert.deepEqual(turnOf(after).left, [5]);
  assert.deepEqual(stepsOf(after), [[13, 10, 3]]);
});

test("undo at the start changes nothing", () => {
  const start = startWalk(ONE_CHECKER);
  assert.deepEqual(turnOf(undone(start)), turnOf(start));
});

test("a step the graph does not have is refused", () => {
  const start = startWalk(ONE_CHECKER);
  assert.equal(walked(start, [[13, 8, 3]]), null);
  assert.equal(walked(start, [[13, 8, 5], [13, 8, 5]]), null);
});

test("combined steps of one checker are options after the single ones", () => {
  const options = optionsOf(startWalk(ONE_CHECKER));
  assert.deepEqual(options.map(({ from, to, die }) => [from, to, die]), [[13, 8, 5], [13, 10, 3], [13, 5, 8]]);
});

test("of two combined ways the one that hits is offered", () => {
  const combined = optionsOf(startWalk(ONE_CHECKER)).find((option) => option.to === 5);
  assert.deepEqual(combined?.path, [[13, 10, 3], [10, 5, 5]]);
  assert.equal(combined?.hits, true);
});

test("doubles offer one checker up to four steps", () => {
  const options = optionsOf(startWalk(DOUBLES));
  assert.deepEqual(options.map(({ to, path }) => [to, path.length]), [[22, 1], [20, 2], [18, 3], [16, 4]]);
});

test("a combined option is undone one step at a time", () => {
  const all = optionsOf(startWalk(DOUBLES)).at(-1);
  assert.ok(all);
  assert.deepEqual(turnOf(undone(walk(startWalk(DOUBLES), ...all.path))).left, [2]);
});

test("bearing off with either die uses the one that leaves more ways to go on", () => {
  const off = optionsOf(startWalk(BEAR_OFF)).filter((option) => option.from === 3);
  assert.deepEqual(off.map((option) => option.die), [3]);
});

test("one click can ask for a die by number", () => {
  const start = startWalk(BEAR_OFF);
  assert.deepEqual(optionByDie(start, 3, 6)?.path, [[3, 0, 6]]);
  assert.equal(optionByDie(start, 2, 6), null);
});

test("graphs are the same by content", () => {
  assert.ok(isSameGraph(ONE_CHECKER, structuredClone(ONE_CHECKER)));
  assert.ok(!isSameGraph(ONE_CHECKER, DOUBLES));
  assert.ok(!isSameGraph(ONE_CHECKER, null));
});

test("every path through the server's graphs can be walked, is complete only at an end, and undone to the start", () => {
  for (const graph of readTurnGraphs()) {
    const pending = [startWalk(graph)];
    for (let at = pending.pop(), budget = 4000; at && budget > 0; at = pending.pop(), budget -= 1) {
      const turn = turnOf(at);
      const singles = turn.options.filter((option) => option.path.length === 1);
      assert.equal(turn.complete, singles.length === 0);
      for (const option of singles) pending.push(walk(at, ...option.path));
      if (turn.canUndo) assert.deepEqual(turnOf(undone(at)).steps, turn.steps.slice(0, -1));
    }
  }
});

test("every option's path is walkable and ends where the option says", () => {
  for (const graph of readTurnGraphs()) {
    const start = startWalk(graph);
    for (const { from, to, die, path } of optionsOf(start)) {
      assert.ok(walked(start, path));
      assert.deepEqual([path[0]?.[0], path.at(-1)?.[1]], [from, to]);
      assert.equal(path.reduce((sum, step) => sum + step[2], 0), die);
    }
  }
});
