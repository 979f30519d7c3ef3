import assert from "node:assert/strict";
import { test } from "node:test";
import { type SoundName, samplesOf } from "../../src/sound/synth.ts";

const NAMES: readonly SoundName[] = ["dice", "move", "hit", "off", "turn", "offer"];
const RATE = 48_000;

/** The same numbers each time (Lehmer's generator). */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const peak = (samples: Float32Array): number => samples.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
/** Root of the mean square: about how loud it is. */
const power = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, each) => sum + each * each, 0) / samples.length);

test("every sound is heard and none is distorted, whatever chance does", () => {
  for (const name of NAMES) {
    for (let seed = 1; seed <= 5; seed += 1) {
      const samples = samplesOf(name, RATE, dice(seed));
      assert.ok(samples.every(Number.isFinite), name);
      assert.ok(peak(samples) < 0.9, `${name}: peak ${peak(samples)}`);
      assert.ok(power(samples) > 0.01, `${name}: power ${power(samples)}`);
    }
  }
});

test("a sound begins at once and ends in silence within a second", () => {
  for (const name of NAMES) {
    const samples = samplesOf(name, RATE, dice(1));
    assert.ok(samples.length <= RATE, name);
    assert.ok(peak(samples.slice(0, RATE * 0.06)) > 0.01, name);
    assert.ok(peak(samples.slice(-48)) < 0.01, name);
  }
});

test("a hit is louder than a move, and a call is softer than both", () => {
  const loud = (name: SoundName): number => peak(samplesOf(name, RATE, dice(1)));
  assert.ok(loud("hit") > loud("move"));
  assert.ok(loud("turn") < loud("move"));
});

test("two throws do not sound the same", () => {
  assert.notDeepEqual(samplesOf("dice", RATE, dice(1)), samplesOf("dice", RATE, dice(2)));
});
