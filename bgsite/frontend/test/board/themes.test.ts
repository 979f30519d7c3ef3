/** The themes of matches/geometry.json are whole: a missing or broken colour fails here, never before a player. */
import assert from "node:assert/strict";
import { test } from "node:test";
import geometry from "../../../../matches/geometry.json";
import { artOf, type ThemeName, themes } from "../../src/board/theme.ts";

/** What is wrong with themes, in words: the first one has the names that all must have. */
function faultsOf(all: Record<string, Record<string, unknown>>): string[] {
  const [model = {}] = Object.values(all);
  return Object.entries(all).flatMap(([name, theme]) => [
    ...Object.keys(model).filter((key) => !(key in theme)).map((key) => `${name} has no ${key}`),
    ...Object.keys(theme).filter((key) => !(key in model)).map((key) => `${name} has ${key}, which no other has`),
    ...Object.entries(theme)
      .filter(([, value]) => typeof value !== "string" || !/^#[0-9a-f]{6}$/.test(value))
      .map(([key, value]) => `${name}.${key} is ${JSON.stringify(value)}, not #rrggbb`),
  ]);
}

test("every theme has the same colours, and each is #rrggbb", () => {
  assert.deepEqual(faultsOf(geometry.themes), []);
  assert.deepEqual(Object.keys(geometry.themes), ["classic", "night", "sand", "contrast"]);
});

for (const [what, theme, fault] of [
  ["a missing colour", {}, "broken has no wood"],
  ["a colour too much", { wood: "#123456", woood: "#123456" }, "broken has woood, which no other has"],
  ["a short colour", { wood: "#123" }, 'broken.wood is "#123", not #rrggbb'],
  ["a colour's name", { wood: "red" }, 'broken.wood is "red", not #rrggbb'],
  ["a number", { wood: 0x123456 }, "broken.wood is 1193046, not #rrggbb"],
  ["capital letters, since the pictures are compared as text", { wood: "#ABCDEF" }, 'broken.wood is "#ABCDEF", not #rrggbb'],
] as const) {
  test(`${what} is found`, () => {
    assert.deepEqual(faultsOf({ whole: { wood: "#000000" }, broken: theme }), [fault]);
  });
}

test("the drawings ask for no colour that the themes have not, whatever the make", () => {
  for (const name of Object.keys(themes) as ThemeName[]) {
    for (const checkers of ["turned", "inlaid"] as const) {
      for (const dice of ["ivory", "matching"] as const) {
        const art = artOf({ theme: themes[name], checkers, dice }, "x-");
        assert.ok(!/undefined|[{}]/.test(art), `${name} ${checkers} ${dice}`);
      }
    }
  }
});

test("sizes are whole numbers from 0", () => {
  const { themes: _, wide, narrow, ...sizes } = geometry;
  for (const [name, size] of Object.entries({ ...sizes, ...wide, ...narrow })) assert.ok(Number.isInteger(size) && size >= 0, name);
});
