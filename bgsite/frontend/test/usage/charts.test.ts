import assert from "node:assert/strict";
import { test } from "node:test";
import { barChart, COLOURS, type Drawing, heightOf } from "../../src/usage/charts.ts";

const INK = { text: "rgb(1, 2, 3)", line: "rgb(4, 5, 6)" };
const ONE: Drawing = { kind: "bar", labels: ["0–9", "10–19"], series: [{ name: "Games", values: [7, 12] }] };
const TWO: Drawing = {
  kind: "stacked",
  labels: ["2026-11-29", "2026-11-30"],
  series: [
    { name: "Against the computer", values: [5, 8] },
    { name: "Friend by link", values: [null, 6] },
  ],
};
const LYING: Drawing = { kind: "across", labels: Array.from({ length: 20 }, (_, n) => `label ${n}`), series: ONE.series };

test("the numbers of the table are drawn as they are, and what is not shown stays a gap", () => {
  const { data } = barChart(TWO, INK);
  assert.deepEqual(data.labels, ["2026-11-29", "2026-11-30"]);
  assert.deepEqual(
    data.datasets.map((one) => [one.label, one.data]),
    [
      ["Against the computer", [5, 8]],
      ["Friend by link", [null, 6]],
    ],
  );
});

test("kinds of play stand on each other, single counts do not", () => {
  const stackings = (drawing: Drawing) => Object.values(barChart(drawing, INK).options?.scales ?? {});
  assert.deepEqual(stackings(TWO).map((scale) => scale?.stacked), [true, true]);
  assert.deepEqual(stackings(ONE).map((scale) => scale?.stacked), [false, false]);
});

test("counts begin at zero, on the axis along which the bars grow", () => {
  const upright = barChart(ONE, INK).options;
  const lying = barChart(LYING, INK).options;
  assert.equal(upright?.indexAxis, "x");
  assert.equal((upright?.scales?.["y"] as { beginAtZero?: boolean }).beginAtZero, true);
  assert.equal(lying?.indexAxis, "y");
  assert.equal((lying?.scales?.["x"] as { beginAtZero?: boolean }).beginAtZero, true);
});

test("every label of a lying chart has a line of its own", () => {
  assert.ok(heightOf(LYING) >= 20 * 24);
  assert.ok(heightOf({ ...LYING, labels: ["one"] }) < heightOf(LYING));
  assert.equal(heightOf(ONE), heightOf(TWO));
});

test("nothing moves, so nobody who wishes little motion is disturbed", () => {
  for (const drawing of [ONE, TWO, LYING]) assert.equal(barChart(drawing, INK).options?.animation, false);
});

test("a legend is there only where there is more than one thing to tell apart", () => {
  assert.equal(barChart(ONE, INK).options?.plugins?.legend?.display, false);
  assert.equal(barChart(TWO, INK).options?.plugins?.legend?.display, true);
});

test("neighbours never have the same colour, however many there are", () => {
  const series = Array.from({ length: COLOURS.length + 2 }, (_, n) => ({ name: `${n}`, values: [n] }));
  const colours = barChart({ kind: "stacked", labels: ["x"], series }, INK).data.datasets.map((one) => one.backgroundColor);
  colours.slice(1).forEach((colour, place) => assert.notEqual(colour, colours[place]));
});

/** WCAG's relative luminance of "#rrggbb". */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

test("every bar is seen on dark pages and on light ones", () => {
  for (const ground of ["#14181d", "#121212", "#ffffff", "#f8f8f8"]) {
    for (const colour of COLOURS) {
      const [low = 0, high = 0] = [luminance(ground), luminance(colour)].sort((one, other) => one - other);
      assert.ok((high + 0.05) / (low + 0.05) >= 3, `${colour} on ${ground}`);
    }
  }
});

test("words and lines have the colours of the page", () => {
  const scales = barChart(ONE, INK).options?.scales;
  assert.equal(scales?.["x"]?.ticks?.color, INK.text);
  assert.equal(scales?.["y"]?.grid?.color, INK.line);
});
