import "./catalog.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Account, Keeping, type Outcome } from "../../src/live/keeping.ts";
import { DEFAULTS, KEY } from "../../src/live/preferences.ts";

const UNSENT = "barpoint.table.unsent.7";

/** A browser: its storage, what is posted, and a clock that goes on when told. */
function browser({ kept = {}, answer = () => new Response("{}") }: { kept?: Record<string, unknown>; answer?: () => Response } = {}) {
  const entries = new Map(Object.entries(kept).map(([key, value]) => [key, JSON.stringify(value)]));
  const posted: unknown[] = [];
  const outcomes: Outcome[] = [];
  let waiting: (() => void) | null = null;
  const around = {
    storage: () => ({
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, text: string) => void entries.set(key, text),
      removeItem: (key: string) => void entries.delete(key),
    }),
    async post(_url: string, init: RequestInit): Promise<Response> {
      posted.push(JSON.parse(init.body as string));
      return answer();
    },
    later(deed: () => void): () => void {
      waiting = deed;
      return () => (waiting = null);
    },
    told: (outcome: Outcome) => void outcomes.push(outcome),
  };
  return {
    around,
    posted,
    outcomes,
    entry: (key: string): unknown => JSON.parse(entries.get(key) ?? "null"),
    write: (key: string, value: unknown) => void entries.set(key, JSON.stringify(value)),
    async wait(): Promise<void> {
      waiting?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const account = (chosen: unknown, owner = 7): Account => ({ owner, chosen, url: "/settings/table/", csrf: "token" });
const noStorage = (): never => {
  throw new DOMException("denied", "SecurityError");
};

test("a guest's choice is kept in the browser and sent nowhere", async () => {
  const { around, posted, entry, wait, outcomes } = browser();
  new Keeping(around, null).change({ theme: "night" });
  await wait();
  assert.equal(new Keeping(around, null).now.theme, "night");
  assert.deepEqual(entry(KEY), { ...DEFAULTS, theme: "night" });
  assert.deepEqual([posted, outcomes], [[], ["browser"]]);
});

test("what was chosen before there was an account goes to it at once, and stays noted until it is there", async () => {
  const kept = { ...DEFAULTS, theme: "contrast", look: "solid" };
  const { around, posted, entry, wait, outcomes } = browser({ kept: { [KEY]: kept } });
  new Keeping(around, account(null));
  assert.deepEqual(entry(UNSENT), kept);
  await wait();
  assert.deepEqual([posted, outcomes, entry(UNSENT)], [[kept], ["account"], null]);
  new Keeping(browser().around, account(null)); // nothing was chosen: nothing is sent
});

test("what the account keeps wins over the browser", () => {
  const { around } = browser({ kept: { [KEY]: { ...DEFAULTS, theme: "sand", speed: "slow" } } });
  const { now } = new Keeping(around, account({ theme: "night" }));
  assert.equal(now.theme, "night");
  assert.equal(now.speed, DEFAULTS.speed);
});

test("an account that keeps nothing yet begins with what the browser has, and gets all of it", async () => {
  const { around, posted, wait } = browser({ kept: { [KEY]: { ...DEFAULTS, theme: "sand" } } });
  const keeping = new Keeping(around, account(null));
  assert.equal(keeping.now.theme, "sand");
  await wait();
  assert.deepEqual(posted, [{ ...DEFAULTS, theme: "sand" }]);
  keeping.change({ pips: true });
  await wait();
  assert.deepEqual(posted[1], { pips: true });
});

test("changes are gathered and sent as one", async () => {
  const { around, posted, outcomes, wait, entry } = browser();
  const keeping = new Keeping(around, account({ pips: true }));
  keeping.change({ volume: 10 });
  keeping.change({ volume: 20 });
  keeping.change({ theme: "night" });
  assert.deepEqual(posted, []);
  await wait();
  assert.deepEqual(posted, [{ volume: 20, theme: "night" }]);
  assert.deepEqual(outcomes, ["account"]);
  assert.equal(entry(UNSENT), null);
});

test("a page that goes away sends what waits", () => {
  const { around, posted } = browser();
  const keeping = new Keeping(around, account({ pips: true }));
  keeping.change({ pips: false });
  keeping.flush();
  keeping.flush();
  assert.deepEqual(posted, [{ pips: false }]);
});

test("two changes of one setting arrive in their order", async () => {
  const answers: (() => void)[] = [];
  const { around, posted, wait } = browser();
  const post = (url: string, init: RequestInit): Promise<Response> =>
    around.post(url, init).then((answer) => new Promise((resolve) => answers.push(() => resolve(answer))));
  const keeping = new Keeping({ ...around, post }, account({ pips: true }));
  keeping.change({ volume: 10 });
  await wait();
  keeping.change({ volume: 20 });
  await wait();
  assert.deepEqual(posted, [{ volume: 10 }]);
  answers.shift()?.();
  await wait();
  await wait();
  assert.deepEqual(posted, [{ volume: 10 }, { volume: 20 }]);
});

test("what waits is sent when the network is back", async () => {
  let isUp = false;
  const { around, posted, outcomes, wait } = browser({ answer: () => new Response("{}", { status: isUp ? 200 : 502 }) });
  const keeping = new Keeping(around, account({ pips: true }));
  keeping.change({ pips: false });
  await wait();
  isUp = true;
  keeping.flush();
  await wait();
  assert.deepEqual([posted.length, outcomes], [2, ["later", "account"]]);
});

test("what the server has not taken is noted, holds on the next page, and is sent from there", async () => {
  const broken = browser({ answer: () => new Response("", { status: 503 }) });
  new Keeping(broken.around, account({ pips: true })).change({ pips: false });
  await broken.wait();
  assert.deepEqual(broken.outcomes, ["later"]);
  const mended = browser({ kept: { [UNSENT]: broken.entry(UNSENT) } });
  const next = new Keeping(mended.around, account({ pips: true }));
  assert.equal(next.now.pips, false);
  await mended.wait();
  assert.deepEqual(mended.posted, [{ pips: false }]);
  assert.equal(mended.entry(UNSENT), null);
});

test("what one account could not send is not sent for the next one who logs in here", async () => {
  const { around, posted, wait } = browser({ kept: { [UNSENT]: { theme: "night" } } });
  const other = new Keeping(around, account({ pips: true }, 8));
  await wait();
  assert.deepEqual([other.now.theme, posted], [DEFAULTS.theme, []]);
});

test("what the server refuses is said, and not sent again", async () => {
  const { around, outcomes, wait, entry } = browser({
    answer: () => new Response(JSON.stringify({ error: "No." }), { status: 400 }),
  });
  new Keeping(around, account({ pips: true })).change({ pips: false });
  await wait();
  assert.deepEqual(outcomes, [{ refused: "No." }]);
  assert.equal(entry(UNSENT), null);
});

test("without a storage the choice holds for the page, and that is said", () => {
  const { around, outcomes } = browser();
  const keeping = new Keeping({ ...around, storage: noStorage }, null);
  keeping.change({ theme: "night" });
  assert.equal(keeping.now.theme, "night");
  assert.deepEqual(outcomes, ["nowhere"]);
});

test("another tab's choice is followed, other entries are not ours", () => {
  const { around, write, posted } = browser();
  const keeping = new Keeping(around, account({ pips: true }));
  const heard: string[] = [];
  keeping.follow(({ theme }) => heard.push(theme));
  keeping.elsewhere("something.else");
  write(KEY, { ...DEFAULTS, theme: "contrast" });
  keeping.elsewhere(KEY);
  keeping.elsewhere(KEY);
  assert.deepEqual([heard, posted], [["contrast"], []]);
  assert.equal(keeping.now.theme, "contrast");
});

test("broken notes are as none", () => {
  for (const noted of [null, "x", [1], { theme: "pink", nonsense: 1 }]) {
    const { around } = browser({ kept: { [UNSENT]: noted } });
    assert.deepEqual(new Keeping(around, account({ pips: false })).now, { ...DEFAULTS, pips: false }, JSON.stringify(noted));
  }
});
