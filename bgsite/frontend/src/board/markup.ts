/**
 * Board and pieces as SVG text, the same as matches/board_svg.py writes, character for character
 * (test/board/markup.test.ts and tests/matches/test_board_svg.py hold both to the same files). Colours are
 * presentation attributes, so that a picture needs no stylesheet.
 */
import geometry from "../../../../matches/geometry.json";
import art from "../../../../matches/board_art.svg";
import type { Box, Layout, Place } from "./layout.ts";
import type { Pile, Scene } from "./scene.ts";
import { isPoint, OFF_FAR, OFF_NEAR, type Spot } from "./spots.ts";
import type { DieShown } from "./state.ts";
import { painted, type Theme } from "./theme.ts";
import type { Side } from "./types.ts";

/** What a picture is drawn with: where, in which colours, and the prefix of its ids. */
export interface Pen {
  layout: Layout;
  theme: Theme;
  id: string;
}

export const INK = "#14181d";

/** Which pips a die shows, as columns and rows −1, 0, 1. */
const PIPS: Record<number, [number, number][]> = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/** Degrees by which the dice lie askew, by their place in the row. */
export const TILTS = [-5, 6, -3, 4];

export function textsOf(className: string, size: number, fill: string, inner: string): string {
  return (
    `<g class="${className}" font-family="system-ui, sans-serif" font-size="${size}" font-weight="600" ` +
    `text-anchor="middle" fill="${fill}">${inner}</g>`
  );
}

/** `size` is the font's; the baseline is set by it, since not every renderer centres text. */
export function textAt({ x, y }: Place, size: number, text: string | number): string {
  return `<text x="${x}" y="${y + Math.round(size * 0.36)}">${text}</text>`;
}

export function rect({ x, y, width, height }: Box, attributes: string): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" ${attributes}/>`;
}

export function polygon(corners: number[], attributes: string): string {
  return `<path d="M${corners.join(" ")}z" ${attributes}/>`;
}

function woodMarkup({ layout, id }: Pen): string {
  const { width: w, height: h, rim, narrow } = layout;
  const edge = narrow ? geometry.narrow.edge : geometry.wide.edge;
  const clip = `${id}${narrow ? "narrow" : "wide"}-frame`;
  return (
    `<clipPath id="${clip}"><rect width="${w}" height="${h}" rx="14"/></clipPath>` +
    `<g clip-path="url(#${clip})">` +
    `<rect width="${w}" height="${h}" fill="url(#${id}wood-v)"/>` +
    polygon([0, 0, w, 0, w - edge, rim, edge, rim], `fill="url(#${id}wood-h)"`) +
    polygon([0, h, w, h, w - edge, h - rim, edge, h - rim], `fill="url(#${id}wood-h)"`) +
    polygon([0, 0, w, 0, w - edge, rim, edge, rim], 'fill="#fff" fill-opacity=".07"') +
    polygon([0, h, w, h, w - edge, h - rim, edge, h - rim], 'fill="#000" fill-opacity=".18"') +
    `<path d="M0 0 ${edge} ${rim}M${w} 0 ${w - edge} ${rim}M0 ${h} ${edge} ${h - rim}M${w} ${h} ${w - edge} ${h - rim}" ` +
    'stroke="#000" stroke-opacity=".4"/>' +
    `<rect x="1" y="1" width="${w - 2}" height="${h - 2}" rx="13" fill="none" stroke="#fff" stroke-opacity=".16" ` +
    'stroke-width="2"/>' +
    "</g>"
  );
}

function wellMarkup(well: Box, { id }: Pen): string {
  return (
    rect(well, `fill="url(#${id}felt)"`) +
    rect(well, `fill="url(#${id}nap)"`) +
    rect({ ...well, height: 14 }, `fill="url(#${id}fall)"`) +
    rect({ ...well, width: 10 }, `fill="url(#${id}side)"`)
  );
}

function wellEdgeMarkup({ x, y, width, height }: Box): string {
  return (
    `<path d="M${x} ${y + height}V${y}H${x + width}" fill="none" stroke="#000" stroke-opacity=".6" stroke-width="3"/>` +
    `<path d="M${x} ${y + height}H${x + width}V${y}" fill="none" stroke="#fff" stroke-opacity=".16" stroke-width="2"/>`
  );
}

function pointMarkup(point: number, { layout, theme }: Pen): string {
  const { base, tip } = layout.point(point);
  const half = geometry.point / 2 - 1;
  const fill = point % 2 === 0 ? theme.point_light : theme.point_dark;
  return (
    polygon([base.x - half, base.y, base.x + half, base.y, tip.x, tip.y], `fill="${fill}"`) +
    polygon([base.x - half, base.y, base.x, base.y, tip.x, tip.y], 'fill="#fff" fill-opacity=".1"')
  );
}

function barMarkup({ layout, id }: Pen): string {
  const { x, y, width, height } = layout.bar;
  const middle = x + width / 2;
  const hinge = (top: number): string =>
    `<rect x="${middle - 13}" y="${top}" width="26" height="64" rx="4" fill="url(#${id}brass)"/>` +
    `<path d="M${middle} ${top}v64M${middle - 8} ${top + 10}h3m10 0h3M${middle - 8} ${top + 54}h3m10 0h3" stroke="#3a2a0c" stroke-width="2"/>`;
  return (
    rect(layout.bar, 'fill="#000" fill-opacity=".16"') +
    `<path d="M${middle} ${y}v${height}" stroke="#000" stroke-opacity=".55" stroke-width="2"/>` +
    (layout.narrow ? "" : hinge(y + 12) + hinge(y + height - 76))
  );
}

function numbersMarkup({ layout, theme }: Pen, turned: boolean): string {
  let numbers = "";
  for (let point = 1; point <= 24; point += 1) {
    const place = layout.rimPlace(layout.point(point).base.x, point <= 12 ? "near" : "far");
    numbers += textAt(place, layout.number, turned ? 25 - point : point);
  }
  return textsOf("board-numbers", layout.number, theme.number, numbers);
}

/** Everything that never moves, its definitions first; `turned`: numbered as the far player sees it. */
export function boardMarkup(pen: Pen, turned = false): string {
  const { layout, theme, id } = pen;
  const points = Array.from({ length: 24 }, (_, index) => pointMarkup(index + 1, pen));
  return (
    painted(art, theme, id) +
    woodMarkup(pen) +
    layout.wells.map((well) => wellMarkup(well, pen)).join("") +
    points.join("") +
    barMarkup(pen) +
    layout.wells.map(wellEdgeMarkup).join("") +
    numbersMarkup(pen, turned)
  );
}

export function use(name: string, { x, y }: Place): string {
  return `<use href="#${name}" x="${x}" y="${y}"/>`;
}

export function isTray(spot: Spot): boolean {
  return spot === OFF_NEAR || spot === OFF_FAR;
}

/** Name of the drawing of one checker: flat in a tray, round elsewhere. */
export function checkerName(side: Side, spot: Spot, id: string): string {
  return `${id}${side}${isTray(spot) ? "-flat" : ""}`;
}

/** How many checkers of a pile are drawn. */
function heightOf(spot: Spot, count: number): number {
  if (isTray(spot)) return count;
  return Math.min(count, isPoint(spot) ? geometry.stack : geometry.bar_stack);
}

/** The middle of a pile's top checker. */
export function topOf(layout: Layout, spot: Spot, count: number): Place {
  return layout.checker(spot, Math.max(0, heightOf(spot, count) - 1));
}

function countMarkup({ spot, count }: Pile, { layout, theme }: Pen): string {
  const shown = heightOf(spot, count);
  if (count === 0 || (shown === count && !isTray(spot))) return "";
  const size = layout.number;
  const number = (place: Place): string => textsOf("board-count", size, theme.number, textAt(place, size, count));
  if (isTray(spot)) {
    const well = spot === OFF_NEAR ? layout.trays.near : layout.trays.far;
    const y = spot === OFF_NEAR ? well.y + 16 : well.y + well.height - 16;
    return number({ x: well.x + well.width / 2, y });
  }
  const top = topOf(layout, spot, count);
  return (
    `<circle cx="${top.x}" cy="${top.y}" r="${size / 2 + 5}" fill="${INK}" stroke="${theme.number}" stroke-width="2"/>` +
    number(top)
  );
}

export function checkersMarkup(piles: readonly Pile[], pen: Pen): string {
  const { layout, id } = pen;
  return piles
    .map((pile) => {
      const name = checkerName(pile.side, pile.spot, id);
      const heights = Array.from({ length: heightOf(pile.spot, pile.count) }, (_, index) => index);
      return heights.map((index) => use(name, layout.checker(pile.spot, index))).join("") + countMarkup(pile, pen);
    })
    .join("");
}

function dieMarkup({ number, used }: DieShown, side: Side, place: Place, at: number, { theme, id }: Pen): string {
  const pip = side === "white" ? theme.white_pip : theme.black_pip;
  const pips = (PIPS[number] ?? []).map(([x, y]) => `<circle cx="${x * 14}" cy="${y * 14}" r="5"/>`).join("");
  return (
    `<g class="board-die" transform="translate(${place.x} ${place.y}) rotate(${TILTS[at % 4]})"${used ? ' opacity=".4"' : ""}>` +
    `<use href="#${id}${side}-die"/><g fill="${pip}">${pips}</g></g>`
  );
}

/** The dice of one side, in its half. */
export function diceMarkup(dice: readonly DieShown[], side: Side, end: "near" | "far", pen: Pen): string {
  const places = pen.layout.dice(end, dice.length);
  return dice.map((die, at) => dieMarkup(die, side, places[at] as Place, at, pen)).join("");
}

/** The cube; a centred one that was never turned shows 64. */
export function cubeMarkup(cube: NonNullable<Scene["cube"]>, pen: Pen): string {
  const { layout, theme, id } = pen;
  const place = cube.offered ? layout.cubeOffered(cube.offered) : layout.cube(cube.owner);
  const value = cube.value === 1 ? 64 : cube.value;
  const size = value > 999 ? 18 : value > 99 ? 24 : 33;
  const gold = `<circle cx="${place.x}" cy="${place.y}" r="44" fill="none" stroke="${theme.gold}" stroke-width="4"/>`;
  return (
    use(`${id}cube`, place) +
    textsOf("board-cube-value", size, theme.cube_value, textAt(place, size, value)) +
    (cube.offered ? gold : "")
  );
}
