import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULTS } from "../../src/live/preferences.ts";
import type { Side, View } from "../../src/live/protocol.ts";
import { type Moment, heardAtTable, heardOnBoard, loudness } from "../../src/sound/ears.ts";

const at = (to_act: Side | null, phase: View["phase"] = "to_roll", you: readonly Side[] = ["white"]): Moment => ({
  view: { to_act, phase },
  you,
});

test("the board's own doings are heard", () => {
  assert.equal(heardOnBoard({ kind: "rolled" }), "dice");
  assert.equal(heardOnBoard({ kind: "landed", what: "off" }), "off");
  assert.equal(heardOnBoard({ kind: "cube" }), null);
});

test("one is called when the turn comes over, and not again within it", () => {
  assert.equal(heardAtTable(at("black"), at("white")), "turn");
  assert.equal(heardAtTable(at("white"), at("white", "to_play")), null);
  assert.equal(heardAtTable(at("white"), at("black")), null);
});

test("an offered cube calls by its own sound", () => {
  assert.equal(heardAtTable(at("black"), at("white", "doubled")), "offer");
  assert.equal(heardAtTable(at("white", "doubled"), at("white", "doubled")), null);
});

test("nobody is called by the page itself, at one screen, or while watching", () => {
  assert.equal(heardAtTable({ view: null, you: ["white"] }, at("white")), null);
  assert.equal(heardAtTable(at("black", "to_roll", ["white", "black"]), at("white", "to_roll", ["white", "black"])), null);
  assert.equal(heardAtTable(at("black", "to_roll", []), at("white", "to_roll", [])), null);
});

test("each sound has its switch, and the volume is for all", () => {
  const quiet = { ...DEFAULTS, sounds: { ...DEFAULTS.sounds, hit: false, turn: false } };
  assert.equal(loudness("move", quiet, false), DEFAULTS.volume);
  assert.equal(loudness("hit", quiet, false), 0);
  assert.equal(loudness("turn", quiet, false), 0);
  assert.equal(loudness("offer", quiet, false), 0);
  assert.equal(loudness("move", { ...quiet, volume: 0 }, false), 0);
});

test("in a tab that is not seen only the call is heard", () => {
  assert.equal(loudness("dice", DEFAULTS, true), 0);
  assert.equal(loudness("turn", DEFAULTS, true), DEFAULTS.volume);
});
