import assert from "node:assert/strict";
import { test } from "node:test";
import { scrollDistance } from "../../src/live/dialog/sight.ts";

const edges = (top: number, bottom: number) => ({ top, bottom });

test("nothing is scrolled when board and offer are seen", () => {
  assert.equal(scrollDistance(edges(90, 440), edges(540, 570), edges(530, 800), 844), 0);
});

test("the page is scrolled as far as the offer needs", () => {
  assert.equal(scrollDistance(edges(90, 440), edges(540, 570), edges(530, 800), 760), 40);
});

test("the board stays whole though the offer is not", () => {
  assert.equal(scrollDistance(edges(90, 440), edges(540, 570), edges(530, 800), 600), 90);
});

test("a reader who has scrolled down is brought back to the board", () => {
  assert.equal(scrollDistance(edges(-700, -350), edges(-250, -220), edges(-260, 10), 844), -700);
});

test("on a screen too low for both the offer comes first", () => {
  assert.equal(scrollDistance(edges(90, 440), edges(540, 570), edges(530, 800), 470), null);
});
