/**
 * Where everything lies: place on the board → place in the picture. The picture's unit is a sixtieth of a checker.
 * Shared by the renderers and the overlay. The numbers are matches/geometry.json's; matches/board_svg.py does the
 * same sums.
 */
import geometry from "../../../../matches/geometry.json";
import { BAR_FAR, BAR_NEAR, OFF_FAR, OFF_NEAR, type Spot } from "./spots.ts";

export interface Place {
  x: number;
  y: number;
}

export interface Box extends Place {
  width: number;
  height: number;
}

/** Whose end of the board: the near player's, the far player's, or neither's. */
export type End = "near" | "far" | null;

export interface Layout {
  narrow: boolean;
  width: number;
  height: number;
  /** Height of the numbered rim above and below. */
  rim: number;
  /** Size of the numbers. */
  number: number;
  /** The four playing quarters come as two fields, left and right of the bar. */
  fields: [Box, Box];
  bar: Box;
  /** Where borne-off checkers lie. */
  trays: { near: Box; far: Box };
  /** Where the cube lies; without it the cube lies on the bar. */
  cubeTray: Box | null;
  /** Everything sunk into the wood. */
  wells: Box[];
  /** The strips of wood between them, the bar in its two halves. */
  rails: Box[];
  /** The middle of a point's base, and its tip. */
  point(point: number): { base: Place; tip: Place };
  /** The middle of the `index`-th checker (0 first) of a spot, piled up where there are too many. */
  checker(spot: Spot, index: number): Place;
  /** What belongs to a spot for a hand: no two overlap, together they leave no gap on the fields. */
  area(spot: Spot): Box;
  /** The spot a place belongs to. */
  spotAt(place: Place): Spot | null;
  /** Middles of `count` dice of the near or far player. */
  dice(end: "near" | "far", count: number): Place[];
  diceArea(end: "near" | "far", count: number): Box;
  cube(owner: End): Place;
  /** Where a cube lies that `by` has turned and that waits for the answer. */
  cubeOffered(by: "near" | "far"): Place;
  /** Middle of a number on the rim. */
  rimPlace(x: number, end: "near" | "far"): Place;
}

const SPOTS: Spot[] = Array.from({ length: 28 }, (_, spot) => spot);

export function createLayout(narrow: boolean, direction: "right" | "left"): Layout {
  const sizes = narrow ? geometry.narrow : geometry.wide;
  const { edge, rim, rail, tray, cube_tray: cubeTrayWidth, bar: barWidth } = sizes;
  const half = 6 * geometry.point;
  const radius = geometry.checker / 2;
  const fieldHeight = geometry.field_height;
  const top = rim;
  const bottom = rim + fieldHeight;
  const middle = rim + fieldHeight / 2;
  const height = fieldHeight + 2 * rim;
  const firstField = edge + (cubeTrayWidth ? cubeTrayWidth + rail : 0);
  const barX = firstField + half;
  const secondField = barX + barWidth;
  const trayX = secondField + half + rail;
  const width = trayX + tray + edge;
  const trayHeight = (fieldHeight - geometry.tray_gap) / 2;
  const mirrored = direction === "left";

  const across = (x: number): number => (mirrored ? width - x : x);
  const box = (x: number, y: number, boxWidth: number, boxHeight: number): Box => ({
    x: mirrored ? width - x - boxWidth : x,
    y,
    width: boxWidth,
    height: boxHeight,
  });

  const fields: [Box, Box] = [box(firstField, top, half, fieldHeight), box(secondField, top, half, fieldHeight)];
  const trays = {
    near: box(trayX, bottom - trayHeight, tray, trayHeight),
    far: box(trayX, top, tray, trayHeight),
  };
  const cubeTray = cubeTrayWidth ? box(edge, top, cubeTrayWidth, fieldHeight) : null;
  const rails = [
    box(barX, top, barWidth / 2, fieldHeight),
    box(barX + barWidth / 2, top, barWidth / 2, fieldHeight),
    box(trayX - rail, top, rail, fieldHeight),
    box(trayX, top + trayHeight, tray, geometry.tray_gap),
    ...(cubeTray ? [box(firstField - rail, top, rail, fieldHeight)] : []),
  ];

  function pointX(point: number): number {
    const column = point <= 12 ? 12 - point : point - 13;
    const x = column < 6 ? firstField + column * geometry.point : secondField + (column - 6) * geometry.point;
    return across(x + geometry.point / 2);
  }

  function point(number: number): { base: Place; tip: Place } {
    const x = pointX(number);
    return number <= 12
      ? { base: { x, y: bottom }, tip: { x, y: bottom - geometry.point_height } }
      : { base: { x, y: top }, tip: { x, y: top + geometry.point_height } };
  }

  function flat(end: "near" | "far", index: number): Place {
    const well = trays[end];
    const inset = 4 + geometry.flat_height / 2 + index * geometry.flat_step;
    return { x: well.x + tray / 2, y: end === "near" ? bottom - inset : top + inset };
  }

  function checker(spot: Spot, index: number): Place {
    if (spot === OFF_NEAR) return flat("near", index);
    if (spot === OFF_FAR) return flat("far", index);
    if (spot === BAR_NEAR || spot === BAR_FAR) {
      const away = sizes.bar_start + geometry.checker * Math.min(index, geometry.bar_stack - 1);
      return { x: across(barX + barWidth / 2), y: spot === BAR_NEAR ? middle + away : middle - away };
    }
    const { base } = point(spot);
    const away = radius + geometry.checker * Math.min(index, geometry.stack);
    return { x: base.x, y: spot <= 12 ? base.y - away : base.y + away };
  }

  function area(spot: Spot): Box {
    const lower = spot <= 12 || spot === BAR_NEAR || spot === OFF_NEAR;
    const far = spot === BAR_FAR || spot === OFF_FAR;
    const near = lower && !far;
    const y = near ? middle + geometry.die / 2 : 0;
    const tall = middle - geometry.die / 2;
    if (spot === OFF_NEAR || spot === OFF_FAR) {
      return box(trayX - rail / 2, near ? middle : 0, tray + edge + rail / 2, middle);
    }
    if (spot === BAR_NEAR || spot === BAR_FAR) return box(barX, y, barWidth, tall);
    return { x: pointX(spot) - geometry.point / 2, y, width: geometry.point, height: tall };
  }

  function dice(end: "near" | "far", count: number): Place[] {
    const field = end === "near" ? secondField : firstField;
    const centre = across(field + half / 2);
    return Array.from({ length: count }, (_, index) => ({
      x: centre + (index - (count - 1) / 2) * geometry.die_step,
      y: middle,
    }));
  }

  function cube(owner: End): Place {
    const x = across(cubeTray ? edge + cubeTrayWidth / 2 : barX + barWidth / 2);
    const inset = geometry.cube / 2 + 8;
    if (owner === null) return { x, y: middle };
    return { x, y: owner === "near" ? bottom - inset : top + inset };
  }

  return {
    narrow,
    width,
    height,
    rim,
    number: sizes.number,
    fields,
    bar: box(barX, top, barWidth, fieldHeight),
    trays,
    cubeTray,
    wells: [...fields, trays.near, trays.far, ...(cubeTray ? [cubeTray] : [])],
    rails,
    point,
    checker,
    area,
    spotAt: (place) => SPOTS.find((spot) => isInside(place, area(spot))) ?? null,
    dice,
    diceArea(end, count) {
      const [first] = dice(end, count) as [Place];
      const long = (count - 1) * geometry.die_step + geometry.die;
      return { x: first.x - geometry.die / 2, y: middle - geometry.die / 2, width: long, height: geometry.die };
    },
    cube,
    cubeOffered: (by) => ({ x: across((by === "near" ? secondField : firstField) + half / 2), y: middle }),
    rimPlace: (x, end) => ({ x, y: end === "near" ? height - rim / 2 : rim / 2 }),
  };
}

function isInside(place: Place, box: Box): boolean {
  return place.x >= box.x && place.x < box.x + box.width && place.y >= box.y && place.y < box.y + box.height;
}
