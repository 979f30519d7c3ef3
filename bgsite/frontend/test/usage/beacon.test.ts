import assert from "node:assert/strict";
import { test } from "node:test";
import { drawnOf, FLAT, isOff, send, type World } from "../../src/usage/beacon.ts";

const OFFER = { token: "signed", url: "/usage/beacon/" };
const AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";

/** A browser that only remembers. */
function browser(beside: Partial<World> = {}) {
  const kept = new Map<string, string>();
  const sent: [string, Record<string, unknown>][] = [];
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  const world: World = {
    navigator: { userAgent: AGENT, hardwareConcurrency: 6 },
    cookie: () => "csrftoken=abc",
    storage: () => storage,
    now: () => new Date("2026-11-30T10:00:00Z"),
    post: (url, body) => void sent.push([url, JSON.parse(body)]),
    ...beside,
  };
  return { world, sent, kept };
}

test("just the listed fields are sent, to the address of the page", () => {
  const { world, sent } = browser();
  assert.ok(send(OFFER, FLAT, world));
  assert.deepEqual(sent, [
    [
      "/usage/beacon/",
      {
        token: "signed",
        board: "flat",
        frame: "none",
        phone: false,
        memory: "unknown",
        cores: "4",
        browser: "firefox",
        system: "linux",
      },
    ],
  ]);
});

test("once a day, by UTC", () => {
  let now = "2026-11-30T23:59:59Z";
  const { world, sent, kept } = browser({ now: () => new Date(now) });
  assert.ok(send(OFFER, FLAT, world));
  assert.ok(!send(OFFER, { board: "lost", frame: "slow" }, world));
  assert.deepEqual([...kept.values()], ["2026-11-30"]);
  now = "2026-12-01T00:00:00Z";
  assert.ok(send(OFFER, FLAT, world));
  assert.equal(sent.length, 2);
});

const OFF: readonly (readonly [string, Partial<World>])[] = [
  ["turned off in another tab", { cookie: () => "a=b; barpoint_statistics=off; c=d" }],
  ["Do-Not-Track", { navigator: { userAgent: AGENT, doNotTrack: "1" } }],
  ["Global Privacy Control", { navigator: { userAgent: AGENT, globalPrivacyControl: true } }],
];

for (const [why, beside] of OFF) {
  test(`nothing is sent or kept: ${why}`, () => {
    const { world, sent, kept } = browser(beside);
    assert.ok(!send(OFFER, FLAT, world));
    assert.deepEqual([sent, kept.size], [[], 0]);
  });
}

test("what was chosen here is stronger than a signal", () => {
  const navigator = { userAgent: AGENT, doNotTrack: "1", globalPrivacyControl: true };
  assert.ok(!isOff(browser({ navigator, cookie: () => "barpoint_statistics=on" }).world));
  assert.ok(isOff(browser({ navigator, cookie: () => "barpoint_statistics=perhaps" }).world));
  assert.ok(!isOff(browser({ cookie: () => "not_barpoint_statistics=off" }).world));
});

test("a browser that keeps nothing sends nothing: it could not tell that it did", () => {
  const refuse = () => {
    throw new DOMException("no storage", "SecurityError");
  };
  const { world, sent } = browser({ storage: refuse });
  assert.ok(!send(OFFER, FLAT, world));
  assert.deepEqual(sent, []);
});

test("an event of the board counts if it says just what we know", () => {
  assert.deepEqual(drawnOf({ board: "solid", frame: "33" }), { board: "solid", frame: "33" });
  assert.deepEqual(drawnOf({ board: "failed", frame: "none", gpu: "secret" }), { board: "failed", frame: "none" });
  for (const odd of [null, undefined, "flat", {}, { board: "round", frame: "16" }, { board: "flat", frame: 16 }]) {
    assert.equal(drawnOf(odd), null);
  }
});
