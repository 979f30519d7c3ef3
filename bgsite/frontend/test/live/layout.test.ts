import assert from "node:assert/strict";
import { test } from "node:test";
import { foldedAfter, layoutToKeep, shownLayout } from "../../src/live/layout.ts";
import { newsOf } from "../../src/live/look.ts";

test("a narrow screen has the panels below, and says nothing about a wide one", () => {
  assert.equal(shownLayout("side", false), "below");
  assert.equal(shownLayout("side", true), "side");
  assert.equal(shownLayout("hidden", false), "hidden");
  assert.equal(layoutToKeep("below", "side", false), "side");
  assert.equal(layoutToKeep("below", "hidden", false), "side");
  assert.equal(layoutToKeep("below", "side", true), "below");
});

test("a panel is folded once and opened again", () => {
  const folded = foldedAfter(foldedAfter(["text"], "log", true), "log", true);
  assert.deepEqual(folded, ["log", "text"]);
  assert.deepEqual(foldedAfter(folded, "text", false), ["log"]);
});

test("the picture is spoken of only when it is another than was wished", () => {
  const event = (why: "asked" | "failed" | "lost" | "slow") => ({ kind: "look", look: "flat", why }) as const;
  assert.equal(newsOf(event("asked"), "solid"), null);
  assert.equal(newsOf(event("failed"), "auto"), null);
  assert.equal(newsOf(event("failed"), "solid"), "failed");
  assert.equal(newsOf(event("lost"), "auto"), "lost");
  assert.equal(newsOf(event("slow"), "auto"), "slow");
});
