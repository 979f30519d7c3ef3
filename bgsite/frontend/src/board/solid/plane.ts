/** The plane of the felt in the picture: places of the layout → pixels and back, and the buttons' CSS matrix. */
import type { Box, Place } from "../layout.ts";
import { type Canvas, seenAt, type Shot, type Triple } from "./eye.ts";

/** World units in one unit of the layout. */
export const SCALE = 0.01;

/** 3×3, row by row: (x, y, 1) of the layout → pixels of the canvas, times w. */
export type Homography = readonly number[];

/** A place of the layout, so many units of the layout above the felt, in the world. */
export function worldOf({ x, y }: Place, size: { width: number; height: number }, up = 0): Triple {
  return [(x - size.width / 2) * SCALE, up * SCALE, (y - size.height / 2) * SCALE];
}

export function homographyOf(shot: Shot, canvas: Canvas, size: { width: number; height: number }): Homography {
  const m = (row: number, column: number): number => shot.matrix[column * 4 + row] ?? 0;
  const [offX, offZ] = [(-size.width / 2) * SCALE, (-size.height / 2) * SCALE];
  const clip = (row: number): Triple => [
    m(row, 0) * SCALE,
    m(row, 2) * SCALE,
    m(row, 0) * offX + m(row, 2) * offZ + m(row, 3),
  ];
  const [x, y, w] = [clip(0), clip(1), clip(3)];
  const pixels = (part: Triple, sign: 1 | -1, size: number): number[] =>
    part.map((value, at) => ((sign * value + (w[at] ?? 0)) / 2) * size);
  return [...pixels(x, 1, canvas.width), ...pixels(y, -1, canvas.height), ...w];
}

export function throughPlane(h: Homography, { x, y }: Place): Place {
  const row = (at: number): number => (h[at] ?? 0) * x + (h[at + 1] ?? 0) * y + (h[at + 2] ?? 0);
  const w = row(6);
  return { x: row(0) / w, y: row(3) / w };
}

export function inverted(h: Homography): Homography {
  const [a, b, c, d, e, f, g, i, j] = h as unknown as [number, number, number, number, number, number, number, number, number];
  return [
    e * j - f * i, c * i - b * j, b * f - c * e,
    f * g - d * j, a * j - c * g, c * d - a * f,
    d * i - e * g, b * g - a * i, a * e - b * d,
  ];
}

/** The same for an element whose own pixels are `unit` of the layout's units each, and that begins `top` pixels down. */
export function cssMatrix(h: Homography, unit: number, top: number): string {
  const [a, b, c, d, e, f, g, i, j] = h as unknown as [number, number, number, number, number, number, number, number, number];
  const [dd, ee, ff] = [d - top * g, e - top * i, f - top * j];
  const rows = [a * unit, dd * unit, 0, g * unit, b * unit, ee * unit, 0, i * unit, 0, 0, j, 0, c, ff, 0, j];
  return `matrix3d(${rows.map((value) => (value / j).toPrecision(9)).join(",")})`;
}

/** Where a thing on `box`, `height` units of the layout high, is seen: the part of the plane that it covers. */
export function liftedBox(box: Box, height: number, shot: Shot, canvas: Canvas, size: { width: number; height: number }): Box {
  const back = inverted(homographyOf(shot, canvas, size));
  const corners = [box.x, box.x + box.width].flatMap((x) => [box.y, box.y + box.height].map((y) => ({ x, y })));
  const covered = corners.flatMap((corner) =>
    [0, height].map((up) => throughPlane(back, seenAt(shot, canvas, worldOf(corner, size, up)))),
  );
  const [xs, ys] = [covered.map((place) => place.x), covered.map((place) => place.y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
