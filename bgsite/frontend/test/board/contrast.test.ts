import assert from "node:assert/strict";
import { test } from "node:test";
import { themes } from "../../src/board/theme.ts";

/** WCAG 2.2's relative luminance of "#rrggbb". */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** `over` with this opacity laid on `under`. */
function mixed(over: string, opacity: number, under: string): string {
  const parts = [1, 3, 5].map((at) => {
    const [a, b] = [over, under].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16)) as [number, number];
    return Math.round(a * opacity + b * (1 - opacity)).toString(16).padStart(2, "0");
  });
  return `#${parts.join("")}`;
}

test("the contrast formula is WCAG's", () => {
  assert.equal(contrast("#000000", "#ffffff").toFixed(2), "21.00");
  assert.equal(contrast("#777777", "#ffffff").toFixed(2), "4.48");
});

for (const [name, theme] of Object.entries(themes)) {
  const felts = [theme.felt, theme.felt_dark];
  const points = [theme.point_light, theme.point_dark].flatMap((colour) => [colour, mixed("#ffffff", 0.1, colour)]);
  const grounds = { felt: theme.felt, felt_dark: theme.felt_dark, light: theme.point_light, dark: theme.point_dark, wood: theme.wood, gold: theme.gold };

  test(`${name}: points stand out from the felt, 3:1`, () => {
    for (const felt of felts) for (const point of points) assert.ok(contrast(point, felt) >= 3, `${point} on ${felt}: ${contrast(point, felt)}`);
  });

  // A checker's edge is drawn in two tones, a line and the body inside it, so that one of them stands out anywhere.
  for (const [side, line, body] of [
    ["white", theme.white_line, theme.white],
    ["black", theme.black_rim, theme.black],
  ] as const) {
    test(`${name}: the edge of ${side} checkers stands out from every colour of the board, 3:1`, () => {
      assert.ok(contrast(line, body) >= 3);
      for (const [ground, colour] of Object.entries(grounds)) {
        const best = Math.max(contrast(line, colour), contrast(body, colour));
        assert.ok(best >= 3, `${ground}: ${best}`);
      }
    });
  }

  test(`${name}: the ring mark of dark checkers, the pips of dice and gold rings stand out, 3:1`, () => {
    assert.ok(contrast(theme.black_mark, theme.black) >= 3);
    assert.ok(contrast(theme.white_pip, theme.white_dark) >= 3);
    assert.ok(contrast(theme.black_pip, theme.black_light) >= 3);
    for (const felt of felts) assert.ok(contrast(theme.gold, felt) >= 3);
    assert.ok(contrast(theme.gold, theme.black) >= 3);
    assert.ok(contrast(theme.gold, theme.white_line) >= 3);
  });

  test(`${name}: numbers are readable, 4.5:1`, () => {
    for (const wood of [theme.wood, theme.wood_dark, theme.wood_light]) assert.ok(contrast(theme.number, mixed("#ffffff", 0.07, wood)) >= 4.5);
    assert.ok(contrast(theme.cube_value, theme.white) >= 4.5);
  });
}
