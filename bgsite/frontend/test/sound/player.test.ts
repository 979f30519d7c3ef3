import assert from "node:assert/strict";
import { test } from "node:test";
import { type Output, Player } from "../../src/sound/player.ts";

/** A context that only notes what is started, and at which gain. */
function fakeOutput() {
  const started: { at: number; gain: number; samples: number }[] = [];
  const buffers: number[] = [];
  const output = {
    currentTime: 0,
    sampleRate: 8000,
    destination: {},
    createBuffer(_channels: number, length: number) {
      buffers.push(length);
      return { length, copyToChannel: () => undefined };
    },
    createGain: () => ({ gain: { value: 1 }, connect: () => undefined, disconnect: () => undefined }),
    createBufferSource() {
      const source = {
        buffer: null as { length: number } | null,
        out: null as { gain: { value: number } } | null,
        connect: (to: { gain: { value: number } }) => (source.out = to),
        addEventListener: () => undefined,
        start: () =>
          started.push({ at: output.currentTime, gain: source.out?.gain.value ?? 0, samples: source.buffer?.length ?? 0 }),
      };
      return source;
    },
  };
  return { output, started, buffers, player: new Player(output as unknown as Output, () => 0.5) };
}

test("a sound is started now, as loud as the volume says", () => {
  const { player, started } = fakeOutput();
  assert.ok(player.play("move", 100));
  assert.ok(player.play("hit", 50));
  assert.deepEqual(started.map(({ gain }) => gain), [1, 0.25]);
  assert.ok(started.every(({ samples }) => samples > 0));
});

test("nothing is made and started at volume 0", () => {
  const { player, started, buffers } = fakeOutput();
  assert.equal(player.play("move", 0), false);
  assert.equal(started.length + buffers.length, 0);
});

test("checkers that land together are heard once, those after them again", () => {
  const { player, started, output } = fakeOutput();
  player.play("move", 60);
  player.play("move", 60);
  assert.equal(started.length, 1);
  output.currentTime = 0.3;
  player.play("move", 60);
  assert.equal(started.length, 2);
});

test("a sound is computed once and played again", () => {
  const { player, output, buffers } = fakeOutput();
  for (const time of [1, 2, 3]) {
    output.currentTime = time;
    player.play("dice", 60);
  }
  assert.equal(buffers.length, 1);
});
