import assert from "node:assert/strict";
import { test } from "node:test";
import { belongsTo, optionsFor } from "../../src/start/answer.ts";

const usual = { match: { kind: "match" }, money: { kind: "money" }, single_game: { kind: "single" } };

test("a preset brings its own options", () => {
  assert.equal(optionsFor(usual, "money", "match"), usual.money);
});

test("own rules begin with what is usual for the kind of play", () => {
  assert.equal(optionsFor(usual, "custom", "single"), usual.single_game);
  assert.equal(optionsFor(usual, "custom", ""), usual.match);
});

test("an unknown preset sets nothing", () => {
  assert.equal(optionsFor(usual, "chouette", "match"), undefined);
});

test("a block belongs to the choices it names", () => {
  assert.ok(belongsTo("computer friend", "friend"));
  assert.ok(!belongsTo("computer friend", "player"));
});
