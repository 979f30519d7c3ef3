import assert from "node:assert/strict";
import { test } from "node:test";
import { INK } from "../../src/board/markup.ts";
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
    for (const wood of [theme.wood, theme.wood_dark, theme.wood_light].map((colour) => mixed("#ffffff", 0.07, colour))) {
      assert.ok(contrast(theme.number, wood) >= 4.5);
      assert.ok(contrast(theme.pips, wood) >= 4.5, `pips on ${wood}: ${contrast(theme.pips, wood)}`);
    }
    for (const ground of [INK, ...felts]) assert.ok(contrast(theme.count, ground) >= 4.5);
    assert.ok(contrast(theme.gold, INK) >= 4.5);
    for (const face of [theme.cube_light, theme.cube, mixed("#ffffff", 0.25, theme.cube)]) assert.ok(contrast(theme.cube_value, face) >= 4.5);
  });

  test(`${name}: dice of either make stand out from the felt, and their pips from them, 3:1`, () => {
    for (const [light, body, dark, line, pip] of [
      [theme.ivory_light, theme.ivory, theme.ivory_dark, theme.ivory_line, theme.ivory_pip],
      [theme.ebony_light, theme.ebony, theme.ebony_dark, theme.ebony_line, theme.ebony_pip],
      [theme.white_light, theme.white, theme.white_dark, theme.white_line, theme.white_pip],
      [theme.black_light, theme.black, theme.black_dark, theme.black_rim, theme.black_pip],
    ] as const) {
      for (const face of [light, body, dark]) assert.ok(contrast(pip, face) >= 3, `${pip} on ${face}`);
      for (const felt of felts) assert.ok(Math.max(contrast(body, felt), contrast(line, felt)) >= 3);
    }
  });

  test(`${name}: the cube stands out from felt and wood, 3:1`, () => {
    for (const ground of [...felts, theme.wood]) assert.ok(Math.max(contrast(theme.cube, ground), contrast(theme.cube_line, ground)) >= 3);
  });

  // A ghost is a checker at 62 per cent, on gold.
  for (const [side, line, body] of [
    ["white", theme.white_line, theme.white],
    ["black", theme.black_rim, theme.black],
  ] as const) {
    test(`${name}: ${side} ghosts stand out from the gold below them, 3:1`, () => {
      const [edge, face] = [mixed(line, 0.62, theme.gold), mixed(body, 0.62, theme.gold)];
      assert.ok(Math.max(contrast(edge, theme.gold), contrast(face, theme.gold)) >= 3);
    });
  }

  test(`${name}: the outlines of the last play stand out from what they lie on, 3:1`, () => {
    assert.ok(contrast(theme.last, INK) >= 3);
    for (const outline of [theme.white, theme.black_rim]) {
      for (const ground of [...felts, theme.point_light, theme.point_dark]) {
        const under = mixed(INK, 0.7, ground);
        assert.ok(Math.max(contrast(outline, ground), contrast(outline, under), contrast(under, ground)) >= 3, `${outline} on ${ground}`);
      }
    }
  });

  test(`${name}: inlays show which side a checker is, 3:1`, () => {
    assert.ok(contrast(theme.black_mark, theme.black_dark) >= 3);
    assert.ok(contrast(theme.black_rim, theme.black_dark) >= 3);
    assert.ok(contrast(theme.white_light, theme.black) >= 7);
  });
}
