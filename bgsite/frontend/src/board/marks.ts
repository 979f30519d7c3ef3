/** What the picture of a board in play has besides the pieces: gold, ghosts, outlines, dice to roll, pip counts. */
import geometry from "../../../../matches/geometry.json";
import type { Place } from "./layout.ts";
import { checkerName, INK, isTray, type Pen, polygon, rect, textAt, textsOf, TILTS, topOf, use } from "./markup.ts";
import type { Scene } from "./scene.ts";
import { OFF_NEAR } from "./spots.ts";
import type { Side } from "./types.ts";

/** Units by which a ghost stands off the blot that it would hit. */
const HIT_SHIFT = 26;

/** Two blank dice in a gold edge: a click throws them. */
export function toRollMarkup(side: Side, end: "near" | "far", pen: Pen): string {
  const { layout, theme, id } = pen;
  const faces = layout.dice(end, 2).map(
    ({ x, y }, at) => `<use href="#${id}${side}-die" transform="translate(${x} ${y}) rotate(${TILTS[at]})"/>`,
  );
  const box = layout.diceArea(end, 2);
  const grown = { x: box.x - 8, y: box.y - 8, width: box.width + 16, height: box.height + 16 };
  return `${faces.join("")}${rect(grown, `rx="16" fill="none" stroke="${theme.gold}" stroke-width="4"`)}`;
}

/** Below the checkers: target points in gold, and what the last play left. */
export function groundMarkup(scene: Scene, { layout, theme }: Pen): string {
  const half = geometry.point / 2 - 1;
  return scene.targets
    .map(({ spot }) => {
      if (isTray(spot)) {
        const well = spot === OFF_NEAR ? layout.trays.near : layout.trays.far;
        return rect(well, `fill="${theme.gold}" fill-opacity=".22" stroke="${theme.gold}" stroke-width="4"`);
      }
      const { base, tip } = layout.point(spot);
      return (
        polygon([base.x - half, base.y, base.x + half, base.y, tip.x, tip.y], `fill="${theme.gold}" stroke="${theme.gold_dark}" stroke-width="2"`) +
        polygon([base.x - half, base.y, base.x, base.y, tip.x, tip.y], 'fill="#fff" fill-opacity=".2"')
      );
    })
    .join("");
}

function ring({ x, y }: Place, radius: number, attributes: string): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" ${attributes}/>`;
}

/** A ring on a dark one: to be seen on light things and on dark ones. */
function twoTone(place: Place, radius: number, dark: string, light: string): string {
  return ring(place, radius, `stroke="${INK}" ${dark}`) + ring(place, radius, light);
}

function outlineMarkup(scene: Scene, { layout, theme }: Pen): string {
  const counts = new Map(scene.piles.map((pile) => [pile.spot, pile.count]));
  const left = scene.ghosts.map(({ spot, index, side }) => {
    const colour = side === "white" ? theme.white : theme.black_rim;
    return twoTone(layout.checker(spot, index), 27, 'stroke-opacity=".7" stroke-width="5" stroke-dasharray="7 6"', `stroke="${colour}" stroke-width="3" stroke-dasharray="7 6"`);
  });
  const landed = scene.landed.map((spot) => {
    const top = topOf(layout, spot, counts.get(spot) ?? 1);
    return twoTone(top, 25, 'stroke-opacity=".75" stroke-width="6"', `stroke="${theme.last}" stroke-width="3.5" stroke-dasharray="8 5"`);
  });
  return left.join("") + landed.join("");
}

function labelMarkup(label: string, place: Place, { layout, theme }: Pen): string {
  if (label === "") return "";
  const size = layout.narrow ? 26 : 20;
  const width = label.length * size * 0.58 + 14;
  const box = { x: place.x - width / 2, y: place.y - size * 0.7, width, height: size * 1.4 };
  return (
    rect(box, `rx="${size * 0.7}" fill="${INK}" fill-opacity=".9"`) +
    textsOf("board-label", size, theme.gold, textAt(place, size, label))
  );
}

/** A ghost stands a little nearer to the tip where it would lie on a blot, so that both are seen. */
function ghostPlace(scene: Scene, spot: number, side: Side, place: Place): Place {
  const isHit = scene.piles.some((pile) => pile.spot === spot && pile.side !== side);
  return isHit ? { x: place.x, y: place.y + (spot <= 12 ? -HIT_SHIFT : HIT_SHIFT) } : place;
}

/** Above the checkers: gold rings, ghost checkers, outlines of the last play. */
export function marksMarkup(scene: Scene, pen: Pen): string {
  const { layout, theme, id } = pen;
  const counts = new Map(scene.piles.map((pile) => [pile.spot, pile.count]));
  const isChoosing = scene.source !== null;
  const rings = scene.sources.map((spot) => {
    const top = topOf(layout, spot, counts.get(spot) ?? 1);
    if (spot === scene.source && scene.held) return "";
    if (spot === scene.source) {
      return ring(top, 32, `stroke="${theme.gold}" stroke-width="6"`) + ring(top, 37, `stroke="${theme.gold}" stroke-opacity=".35" stroke-width="6"`);
    }
    return ring(top, 30, `stroke="${theme.gold}" stroke-width="4"${isChoosing ? ' stroke-opacity=".75"' : ""}`);
  });
  const ghosts = scene.targets.map(({ spot, side, index, label }) => {
    const place = ghostPlace(scene, spot, side, layout.checker(spot, index));
    return `<g opacity=".62">${use(checkerName(side, spot, id), place)}</g>${labelMarkup(label, place, pen)}`;
  });
  return outlineMarkup(scene, pen) + rings.join("") + ghosts.join("");
}

/** Both pip counts, at the bar's ends. */
export function pipsMarkup(scene: Scene, { layout, theme }: Pen): string {
  if (scene.pips === null) return "";
  const x = layout.bar.x + layout.bar.width / 2;
  const size = layout.number - 2;
  const of = (end: "near" | "far"): string => textAt(layout.rimPlace(x, end), size, scene.pips?.[end] ?? 0);
  return textsOf("board-pips", size, theme.pips, of("near") + of("far"));
}
