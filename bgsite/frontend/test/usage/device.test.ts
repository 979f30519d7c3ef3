import assert from "node:assert/strict";
import { test } from "node:test";
import { deviceOf, type Seen } from "../../src/usage/device.ts";

const WEBKIT = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0";

const AGENTS: readonly (readonly [string, string, Partial<Seen>, string])[] = [
  ["Chrome on Windows", `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, {}, "chromium windows"],
  ["Edge on Windows", `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/141.0.0.0`, {}, "chromium windows"],
  ["Opera on a Mac", `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} Safari/537.36 OPR/120.0.0.0`, {}, "chromium macos"],
  ["Chrome on ChromeOS", `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, {}, "chromium linux"],
  ["Firefox on Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0", {}, "firefox linux"],
  ["Firefox on Android", "Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0", {}, "firefox android phone"],
  ["Chrome on a phone", `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`, {}, "chromium android phone"],
  ["Chrome on a tablet", `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Safari/537.36`, {}, "chromium android"],
  ["Samsung Internet", `Mozilla/5.0 (Linux; Android 10; K) SamsungBrowser/28.0 ${CHROME} Mobile Safari/537.36`, {}, "chromium android phone"],
  ["Safari on a Mac", `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/26.0 Safari/605.1.15`, { maxTouchPoints: 0 }, "safari macos"],
  ["Safari on an iPad", `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/26.0 Safari/605.1.15`, { maxTouchPoints: 5 }, "safari ios"],
  ["Safari on an old iPad", `Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) ${WEBKIT} Version/12.1 Mobile/15E148 Safari/604.1`, {}, "safari ios"],
  ["Safari on an iPhone", `Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${WEBKIT} Version/26.0 Mobile/15E148 Safari/604.1`, {}, "safari ios phone"],
  ["Chrome on an iPhone", `Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${WEBKIT} CriOS/141.0 Mobile/15E148 Safari/604.1`, {}, "safari ios phone"],
  ["Firefox on an iPhone", `Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${WEBKIT} FxiOS/143.0 Mobile/15E148 Safari/605.1.15`, {}, "safari ios phone"],
  ["a program", "curl/8.14.1", {}, "other other"],
  ["nothing", "", {}, "other other"],
];

for (const [name, userAgent, beside, expected] of AGENTS) {
  test(`${name} is ${expected}`, () => {
    const { browser, system, phone } = deviceOf({ userAgent, ...beside });
    assert.equal([browser, system, ...(phone ? ["phone"] : [])].join(" "), expected);
  });
}

test("memory is one of three buckets", () => {
  const memory = (deviceMemory: number) => deviceOf({ userAgent: "", deviceMemory }).memory;
  assert.deepEqual([0.25, 1, 2, 3, 4, 6, 8, 32].map(memory), ["2", "2", "2", "2", "4", "4", "8", "8"]);
});

test("cores are one of four buckets", () => {
  const cores = (hardwareConcurrency: number) => deviceOf({ userAgent: "", hardwareConcurrency }).cores;
  assert.deepEqual([1, 2, 3, 4, 7, 8, 12, 16, 128].map(cores), ["2", "2", "2", "4", "4", "8", "8", "16", "16"]);
});

test("what a browser does not say, or says wrongly, is unknown", () => {
  const { memory, cores } = deviceOf({ userAgent: "" });
  assert.deepEqual([memory, cores], ["unknown", "unknown"]);
  for (const odd of [0, -4, Number.NaN]) {
    const device = deviceOf({ userAgent: "", deviceMemory: odd, hardwareConcurrency: odd });
    assert.deepEqual([device.memory, device.cores], ["unknown", "unknown"]);
  }
});
