import assert from "node:assert/strict";
import { test } from "node:test";
import { CHOICES, DEFAULTS, FOLDABLE, LOUDEST, cleaned, keepPreferences, readPreferences } from "../../src/live/preferences.ts";
import list from "./table_settings.json";

test("the browser's list of settings is the server's", () => {
  const fields = list as Record<string, { usual: unknown; values?: readonly string[]; high?: number }>;
  assert.deepEqual(Object.keys(DEFAULTS), Object.keys(fields));
  for (const [name, value] of Object.entries(DEFAULTS)) assert.deepEqual(value, fields[name]?.usual, name);
  for (const [name, values] of Object.entries(CHOICES)) assert.deepEqual(values, fields[name]?.values, name);
  assert.deepEqual(FOLDABLE, fields["folded"]?.values);
  assert.equal(LOUDEST, fields["volume"]?.high);
});

test("what is known and right is taken over, and nothing else", () => {
  const given = { theme: "night", pips: false, volume: 5, sounds: { hit: false, move: "no" }, folded: ["log", "nothing"], more: 1 };
  const { theme, pips, volume, sounds, folded } = cleaned(given);
  assert.deepEqual([theme, pips, volume], ["night", false, 5]);
  assert.deepEqual(sounds, { ...DEFAULTS.sounds, hit: false });
  assert.deepEqual(folded, ["log"]);
  assert.deepEqual(Object.keys(cleaned(given)), Object.keys(DEFAULTS));
});

test("broken values count as none", () => {
  for (const raw of [null, "text", 7, [], { theme: "pink", pips: "yes", volume: 101, sounds: 3, folded: "log", look: null }]) {
    assert.deepEqual(cleaned(raw), DEFAULTS);
  }
});

test("without a storage there are the defaults, and nothing is kept", () => {
  const denied = (): never => {
    throw new DOMException("denied", "SecurityError");
  };
  assert.deepEqual(readPreferences(denied), DEFAULTS);
  assert.equal(keepPreferences(denied, DEFAULTS), false);
});
