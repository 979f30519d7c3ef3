import assert from "node:assert/strict";
import { test } from "node:test";
import { forgetDone, keepDone, parsedDone, readDone } from "../../src/learn/progress.ts";

function keeper(): Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

function switchedOff(): never {
  throw new DOMException("no storage", "SecurityError");
}

test("what is done is kept once, until it is forgotten", () => {
  const storage = keeper();
  assert.ok(keepDone(() => storage, "moving/prime"));
  keepDone(() => storage, "moving/prime");
  keepDone(() => storage, "hitting/hit");
  assert.deepEqual(readDone(() => storage), ["moving/prime", "hitting/hit"]);
  forgetDone(() => storage);
  assert.deepEqual(readDone(() => storage), []);
});

test("a browser that keeps nothing is none the worse", () => {
  assert.deepEqual(readDone(switchedOff), []);
  assert.equal(keepDone(switchedOff, "moving/prime"), false);
  forgetDone(switchedOff);
});

for (const broken of ["{", "3", '{"moving/prime": 1}', "null"]) {
  test(`a broken list counts as none: ${broken}`, () => assert.deepEqual(parsedDone(broken), []));
}

test("only texts are keys", () => assert.deepEqual(parsedDone('["a", 1, null, "a"]'), ["a"]));
