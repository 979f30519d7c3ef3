/**
 * Board and pieces as SVG text, the same as matches/board_svg.py writes, character for character
 * (test/board/markup.test.ts and tests/matches/test_board_svg.py hold both to the same files). Colours are
 * presentation attributes, so that a picture needs no stylesheet.
 */
import geometry from "../../../../matches/geometry.json";
import type { Box, Layout, Place } from "./layout.ts";
import type { Style } from "./renderer.ts";
import type { Pile, Scene } from "./scene.ts";
import { isPoint, OFF_FAR, OFF_NEAR, type Spot } from "./spots.ts";
import type { DieShown } from "./state.ts";
import { artOf } from "./theme.ts";
import type { Side } from "./types.ts";

/** What a picture is drawn with: where, in which style, and the prefix of its ids. */
export interface Pen extends Style {
  layout: Layout;
  id: string;
}

export const INK = "#14181d";

/** Which pips a die shows, as columns and rows −1, 0, 1. */
export const PIPS: Record<number, [number, number][]> = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/** Degrees by which the dice lie askew, by their place in the row. */
export const TILTS = [-5, 6, -3, 4];

export function textsOf(className: string, size: number, fill: string, inner: string, font = "system-ui, sans-serif"): string {
  return (
    `<g class="${className}" font-family="${font}" font-size="${size}" font-weight="600" ` +
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

/** The inlaid points as drawings to refer to, standing on the origin. */
function pointArt({ theme, id }: Pen): string {
  const half = geometry.point / 2 - 1;
  const tall = geometry.point_height;
  return (["light", "dark"] as const)
    .map((tone) => {
      const fill = tone === "light" ? theme.point_light : theme.point_dark;
      const all = [-half, 0, half, 0, 0, -tall];
      return (
        `<g id="${id}${tone}" class="board-point-${tone}">` +
        `<path d="M-${half} 0L0-${tall} ${half} 0" fill="${fill}" stroke="#000" stroke-opacity=".45" stroke-width="5"/>` +
        polygon(all, `fill="${fill}"`) +
        polygon(all, `fill="url(#${id}vein)"`) +
        polygon([-half, 0, 0, 0, 0, -tall], 'fill="#fff" fill-opacity=".1"') +
        `<path d="M-${half} 0L0-${tall} ${half} 0" fill="none" stroke="${theme.inlay}" stroke-width="1.2"/>` +
        "</g>"
      );
    })
    .join("");
}

function woodMarkup({ layout, theme, id }: Pen): string {
  const { width: w, height: h, rim, narrow } = layout;
  const edge = narrow ? geometry.narrow.edge : geometry.wide.edge;
  const clip = `${id}${narrow ? "narrow" : "wide"}-frame`;
  const upper = [0, 0, w, 0, w - edge, rim, edge, rim];
  const lower = [0, h, w, h, w - edge, h - rim, edge, h - rim];
  const side = (x: number): string => rect({ x, y: 0, width: edge, height: h }, `fill="url(#${id}round-v)"`);
  const grown = ({ x, y, width, height }: Box): Box => ({ x: x - 3, y: y - 3, width: width + 6, height: height + 6 });
  return (
    `<clipPath id="${clip}"><rect width="${w}" height="${h}" rx="14"/></clipPath>` +
    `<g class="board-wood" clip-path="url(#${clip})">` +
    `<rect width="${w}" height="${h}" fill="url(#${id}wood-v)"/>` +
    side(0) +
    side(w - edge) +
    layout.rails.map((rail) => rect(rail, `fill="url(#${id}round-${rail.width > rail.height ? "h" : "v"})"`)).join("") +
    [upper, lower].map((rail) => polygon(rail, `fill="url(#${id}wood-h)"`) + polygon(rail, `fill="url(#${id}round-h)"`)).join("") +
    `<path d="M0 0 ${edge} ${rim}M${w} 0 ${w - edge} ${rim}M0 ${h} ${edge} ${h - rim}M${w} ${h} ${w - edge} ${h - rim}" ` +
    'stroke="#000" stroke-opacity=".4"/>' +
    layout.wells.map((well) => rect(grown(well), `rx="2" fill="none" stroke="${theme.inlay}" stroke-opacity=".75" stroke-width="1.5"`)).join("") +
    `<rect x="1" y="1" width="${w - 2}" height="${h - 2}" rx="13" fill="none" stroke="#fff" stroke-opacity=".16" ` +
    'stroke-width="2"/>' +
    "</g>"
  );
}

function wellMarkup(well: Box, { id }: Pen): string {
  return rect(well, `fill="url(#${id}felt)"`) + rect(well, `fill="url(#${id}nap)"`);
}

/** What the wood's shadow leaves dark, and its lit edge. */
function wellEdgeMarkup(well: Box, { id }: Pen): string {
  const { x, y, width, height } = well;
  return (
    rect({ ...well, height: 22 }, `fill="url(#${id}fall)"`) +
    rect({ ...well, width: 16 }, `fill="url(#${id}side)"`) +
    `<path d="M${x} ${y + height}V${y}H${x + width}" fill="none" stroke="#000" stroke-opacity=".6" stroke-width="3"/>` +
    `<path d="M${x} ${y + height}H${x + width}V${y}" fill="none" stroke="#fff" stroke-opacity=".2" stroke-width="2"/>`
  );
}

function pointMarkup(point: number, { layout, id }: Pen): string {
  const { x, y } = layout.point(point).base;
  const name = `${id}${point % 2 === 0 ? "light" : "dark"}`;
  return point <= 12 ? use(name, { x, y }) : `<use href="#${name}" transform="translate(${x} ${y}) scale(1 -1)"/>`;
}

function barMarkup({ layout, theme, id }: Pen): string {
  const { x, y, width, height } = layout.bar;
  const middle = x + width / 2;
  const hinge = (top: number): string =>
    `<rect x="${middle - 14}" y="${top - 1}" width="30" height="68" rx="5" fill="#000" fill-opacity=".4"/>` +
    `<rect x="${middle - 14}" y="${top}" width="28" height="64" rx="4" fill="url(#${id}metal)"/>` +
    `<path d="M${middle - 2} ${top}v64M${middle + 2} ${top}v64M${middle - 2} ${top + 21}h4m-4 22h4" stroke="#000" stroke-opacity=".5"/>` +
    `<path d="M${middle - 8} ${top + 10}h0m16 0h0m0 22h0m-16 0h0m0 22h0m16 0h0" stroke="${theme.metal_dark}" stroke-width="6" stroke-linecap="round"/>`;
  return (
    `<path d="M${middle} ${y}v${height}" stroke="#000" stroke-opacity=".65" stroke-width="2"/>` +
    (layout.narrow ? "" : hinge(y + 14) + hinge(y + height - 78))
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

/** Everything that never moves, its definitions first; the numbers apart. `turned`: as the far player sees them. */
export function boardParts(pen: Pen, turned = false): [string, string] {
  const { layout, id } = pen;
  const points = Array.from({ length: 24 }, (_, index) => pointMarkup(index + 1, pen));
  const board =
    `<defs>${artOf(pen, id)}${pointArt(pen)}</defs>` +
    woodMarkup(pen) +
    `<g class="board-wells">${layout.wells.map((well) => wellMarkup(well, pen)).join("")}</g>` +
    points.join("") +
    `<g class="board-edges">${barMarkup(pen)}${layout.wells.map((well) => wellEdgeMarkup(well, pen)).join("")}</g>`;
  return [board, numbersMarkup(pen, turned)];
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
  const number = (place: Place): string => textsOf("board-count", size, theme.count, textAt(place, size, count));
  if (isTray(spot)) {
    const well = spot === OFF_NEAR ? layout.trays.near : layout.trays.far;
    const y = spot === OFF_NEAR ? well.y + 16 : well.y + well.height - 16;
    return number({ x: well.x + well.width / 2, y });
  }
  const top = topOf(layout, spot, count);
  return (
    `<circle cx="${top.x}" cy="${top.y}" r="${size / 2 + 5}" fill="${INK}" stroke="${theme.count}" stroke-width="2"/>` +
    number(top)
  );
}

/** The checkers of one spot, and how many they are where that cannot be seen. */
export function pileMarkup(pile: Pile, pen: Pen): string {
  const name = checkerName(pile.side, pile.spot, pen.id);
  const heights = Array.from({ length: heightOf(pile.spot, pile.count) }, (_, index) => index);
  return heights.map((index) => use(name, pen.layout.checker(pile.spot, index))).join("") + countMarkup(pile, pen);
}

function dieMarkup({ number, used }: DieShown, side: Side, place: Place, at: number, { id }: Pen): string {
  const pips = (PIPS[number] ?? []).map(([x, y]) => use(`${id}${side}-pip`, { x: x * 14, y: y * 14 })).join("");
  return (
    `<g class="board-die" transform="translate(${place.x} ${place.y}) rotate(${TILTS[at % 4]})"${used ? ' opacity=".4"' : ""}>` +
    `<use href="#${id}${side}-die"/>${pips}</g>`
  );
}

/** The dice of one side, in its half, one text each. */
export function diceParts(dice: readonly DieShown[], side: Side, end: "near" | "far", pen: Pen): string[] {
  const places = pen.layout.dice(end, dice.length);
  return dice.map((die, at) => dieMarkup(die, side, places[at] as Place, at, pen));
}

/** What the cube says: one that was never turned shows 64. */
export function cubeShows(value: number): number {
  return value === 1 ? 64 : value;
}

/** Where the cube lies. */
export function cubePlace({ owner, offered }: NonNullable<Scene["cube"]>, layout: Layout): Place {
  return offered ? layout.cubeOffered(offered) : layout.cube(owner);
}

/** A number of the cube, with its middle at a place. */
export function cubeText(value: number, place: Place, { theme }: Pen): string {
  const size = value > 999 ? 14 : value > 99 ? 18 : value > 9 ? 27 : 34;
  return textsOf("board-cube-value", size, theme.cube_value, textAt(place, size, value), "Georgia, serif");
}

export function cubeMarkup(cube: NonNullable<Scene["cube"]>, pen: Pen): string {
  const { layout, theme, id } = pen;
  const place = cubePlace(cube, layout);
  const gold = `<circle cx="${place.x}" cy="${place.y}" r="44" fill="none" stroke="${theme.gold}" stroke-width="4"/>`;
  return use(`${id}cube`, place) + cubeText(cubeShows(cube.value), place, pen) + (cube.offered ? gold : "");
}
