import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULTS, type Preferences } from "../../src/live/preferences.ts";
import { changeBy, isOn, read } from "../../src/settings/fields.ts";

/** The form as a browser sends it: a box that is not ticked is not in it. */
function formOf(now: Preferences): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(now)) {
    if (name === "sounds") for (const [part, isSwitched] of Object.entries(now.sounds)) isSwitched && data.append(name, part);
    else if (Array.isArray(value)) for (const part of value) data.append(name, part);
    else if (typeof value !== "boolean") data.append(name, String(value));
    else if (value) data.append(name, "on");
  }
  return data;
}

const OTHER: Preferences = {
  ...DEFAULTS,
  theme: "sand",
  pips: false,
  greedy: true,
  sounds: { ...DEFAULTS.sounds, hit: false },
  volume: 0,
  folded: ["steps", "chat"],
};

test("what a form shows is what is read from it", () => {
  assert.deepEqual(read(formOf(DEFAULTS)), DEFAULTS);
  assert.deepEqual(read(formOf(OTHER)), OTHER);
});

test("a field changes its own setting and no other", () => {
  assert.deepEqual(changeBy("theme", formOf(OTHER)), { theme: "sand" });
  assert.deepEqual(changeBy("sounds", formOf(OTHER)), { sounds: OTHER.sounds });
  assert.equal(changeBy("csrfmiddlewaretoken", formOf(OTHER)), null);
});

test("buttons and boxes show what holds", () => {
  assert.ok(isOn("theme", "sand", OTHER) && !isOn("theme", "night", OTHER));
  assert.ok(isOn("greedy", "on", OTHER) && !isOn("pips", "on", OTHER));
  assert.ok(isOn("sounds", "move", OTHER) && !isOn("sounds", "hit", OTHER));
  assert.ok(isOn("folded", "chat", OTHER) && !isOn("folded", "text", OTHER));
});
