/** The checkers: turned on a lathe, the dark ones with a ring mark, and where they stand. */
import { BufferGeometry, Color, Quaternion, Vector3 } from "three";
import geometry from "../../../../../matches/geometry.json";
import type { Layout } from "../layout.ts";
import { BAR_FAR, BAR_NEAR, isPoint, OFF_FAR, OFF_NEAR, type Spot } from "../spots.ts";
import type { Style } from "../renderer.ts";
import type { Side } from "../types.ts";
import { worldOf } from "./plane.ts";
import { type Corner, type Fineness, profileOf, Shape } from "./shape.ts";
import { HEIGHTS } from "./woodwork.ts";

export const RADIUS = 0.294;
export const THICK = 0.165;

/** Profiles run from the middle of the underside outwards and over the edge to the middle of the face. */
const EDGE: readonly Corner[] = [
  [0, 0],
  [RADIUS - 0.02, 0, 0.02],
  [RADIUS - 0.006, 0.03, 0.02],
  [RADIUS, THICK * 0.5, 0.06],
  [RADIUS - 0.006, THICK - 0.03, 0.02],
  [RADIUS - 0.028, THICK, 0.022],
  [0.264, THICK],
];
/** A line of another colour near the edge: a checker stands out from every ground by its body or by this line. */
const LINE: readonly Corner[] = [[0.264, THICK], [0.24, THICK]];

type Paint = (colour: string, corners: readonly Corner[]) => void;

/** A dish with a groove and a low dome; in the dark ones the ring mark lies on its floor. */
function turnedFace(paint: Paint, side: Side, { theme }: Style): void {
  const floor = THICK - 0.036;
  const body = side === "white" ? theme.white : theme.black;
  // Less light gets into the corners.
  const shaded = (part: number): string => `#${new Color(body).multiplyScalar(part).getHexString()}`;
  paint(body, [[0.24, THICK], [0.232, THICK, 0.01], [0.224, THICK - 0.01]]);
  paint(shaded(0.88), [[0.224, THICK - 0.01], [0.206, floor, 0.014], [0.196, floor]]);
  paint(body, [[0.196, floor], [0.174, floor + 0.002]]);
  paint(shaded(0.74), [[0.174, floor + 0.002], [0.168, floor - 0.006], [0.161, floor + 0.004]]);
  paint(body, [[0.161, floor + 0.004], [0.14, floor + 0.004]]);
  paint(side === "black" ? theme.black_mark : body, [[0.14, floor + 0.004], [0.112, floor + 0.004]]);
  paint(shaded(0.8), [[0.112, floor + 0.004], [0.1, floor]]);
  paint(body, [[0.1, floor], [0.088, floor + 0.012, 0.01], [0.04, floor + 0.022, 0.04], [0, floor + 0.024]]);
}

/** A disc let into the face: a star in the light ones, a ring in a circle of dots in the dark ones. */
function inlaidFace(shape: Shape, paint: Paint, side: Side, { theme }: Style): void {
  const isWhite = side === "white";
  const floor = THICK - 0.006;
  const ground = isWhite ? theme.white_mark : theme.black_dark;
  paint(isWhite ? theme.white : theme.black, [[0.24, THICK], [0.216, THICK]]);
  paint(isWhite ? theme.metal : theme.black_rim, [[0.216, THICK], [0.203, THICK]]);
  paint(ground, [[0.203, THICK], [0.2, floor], [isWhite ? 0 : 0.1, floor]]);
  if (isWhite) star(shape, floor + 0.002, new Color(theme.white_light), new Color(theme.white_light).lerp(new Color(theme.white_line), 0.28));
  else {
    paint(theme.black_mark, [[0.1, floor], [0.066, floor]]);
    paint(ground, [[0.066, floor], [0, floor]]);
    shape.paint(new Color(theme.black_rim));
    for (let dot = 0; dot < 12; dot += 1) spot(shape, ((dot + 0.5) / 12) * 2 * Math.PI, 0.153, floor + 0.002);
  }
}

/** Eight points, each with a light and a shaded half. */
function star(shape: Shape, up: number, light: Color, shaded: Color): void {
  const at = (step: number): Vector3 => {
    const angle = (step / 16) * 2 * Math.PI;
    const radius = step % 2 === 0 ? 0.185 : 0.086;
    return new Vector3(radius * Math.sin(angle), up, radius * Math.cos(angle));
  };
  const middle = new Vector3(0, up, 0);
  for (let step = 0; step < 16; step += 1) shape.paint(step % 2 === 0 ? shaded : light).level([middle, at(step), at(step + 1)]);
}

function spot(shape: Shape, angle: number, away: number, up: number): void {
  const middle = new Vector3(away * Math.sin(angle), up, away * Math.cos(angle));
  const rim = (step: number): Vector3 => {
    const turn = (step / 10) * 2 * Math.PI;
    return middle.clone().add(new Vector3(0.019 * Math.sin(turn), 0, 0.019 * Math.cos(turn)));
  };
  for (let step = 0; step < 10; step += 1) shape.level([middle, rim(step), rim(step + 1)]);
}

/** One checker, its underside's middle at the origin. */
export function checkerGeometry(side: Side, style: Style, fineness: Fineness): BufferGeometry {
  const { theme } = style;
  const shape = new Shape();
  const paint: Paint = (colour, corners) => void shape.paint(new Color(colour)).turned(profileOf(corners, fineness), fineness);
  paint(side === "white" ? theme.white : theme.black, EDGE);
  paint(side === "white" ? theme.white_line : theme.black_rim, LINE);
  if (style.checkers === "inlaid") inlaidFace(shape, paint, side, style);
  else turnedFace(paint, side, style);
  return shape.geometry();
}

export interface Stand {
  place: Vector3;
  turn: Quaternion;
}

const FLAT = new Quaternion();
const ON_EDGE = new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), Math.PI / 2);

/** Layer and place in it of the `index`-th checker, if the lowest layer has room for `row`, each higher one for one less. */
export function layerOf(index: number, row: number): { layer: number; at: number } {
  let [layer, at] = [0, index];
  while (at >= row - layer && row - layer > 1) {
    at -= row - layer;
    layer += 1;
  }
  return { layer, at: Math.min(at, row - layer - 1) };
}

/** Where the `index`-th checker of a spot stands: in a row, then in a second layer on it; on its edge in a tray. */
export function standOf(layout: Layout, spot: Spot, index: number): Stand {
  if (spot === OFF_NEAR || spot === OFF_FAR) {
    const [x, , z] = worldOf(layout.checker(spot, index), layout);
    return { place: new Vector3(x, HEIGHTS.tray + RADIUS, z - THICK / 2), turn: ON_EDGE };
  }
  const { layer, at } = layerOf(index, isPoint(spot) ? geometry.stack : geometry.bar_stack);
  const [first, second] = [worldOf(layout.checker(spot, 0), layout), worldOf(layout.checker(spot, 1), layout)];
  const steps = at + layer / 2;
  const ground = spot === BAR_NEAR || spot === BAR_FAR ? HEIGHTS.bar : 0;
  const x = first[0] + (second[0] - first[0]) * steps;
  const z = first[2] + (second[2] - first[2]) * steps;
  return { place: new Vector3(x, ground + layer * THICK, z), turn: FLAT };
}
