/** A cube that turns, seen straight from above: which faces show, and how they lie. x right, y down, z to the eye. */

type Three = readonly [number, number, number];
/** A rotation: where the axes x, y and z go. */
export type Turn = readonly [Three, Three, Three];

export const UPRIGHT: Turn = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];

/** The faces of a cube, the upper one first: the way their drawing's x and y run, and the way they look. */
const FACES: readonly { across: Three; down: Three; out: Three }[] = [
  { across: [1, 0, 0], down: [0, 1, 0], out: [0, 0, 1] },
  { across: [1, 0, 0], down: [0, -1, 0], out: [0, 0, -1] },
  { across: [0, 0, -1], down: [0, 1, 0], out: [1, 0, 0] },
  { across: [0, 0, 1], down: [0, 1, 0], out: [-1, 0, 0] },
  { across: [1, 0, 0], down: [0, 0, -1], out: [0, 1, 0] },
  { across: [1, 0, 0], down: [0, 0, 1], out: [0, -1, 0] },
];

/** The way to the light. */
const LIGHT: Three = [-0.35, -0.5, 0.79];

function turned([x, y, z]: Three, [a, b, c]: Turn): Three {
  return [x * a[0] + y * b[0] + z * c[0], x * a[1] + y * b[1] + z * c[1], x * a[2] + y * b[2] + z * c[2]];
}

/** First `first`, then `second`. */
export function after(first: Turn, second: Turn): Turn {
  return [turned(first[0], second), turned(first[1], second), turned(first[2], second)];
}

/** By `angle` radians about an axis of length 1, from x towards y when the axis is z. */
export function about([x, y, z]: Three, angle: number): Turn {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const rest = 1 - cos;
  return [
    [x * x * rest + cos, x * y * rest + z * sin, x * z * rest - y * sin],
    [x * y * rest - z * sin, y * y * rest + cos, y * z * rest + x * sin],
    [x * z * rest + y * sin, y * z * rest - x * sin, z * z * rest + cos],
  ];
}

/** Rolling over the table towards (x, y), a way of length 1: forwards with a growing angle. */
export function rolling(x: number, y: number, angle: number): Turn {
  return about([-y, x, 0], angle);
}

export interface FaceSeen {
  /** Whether it looks at the eye at all. */
  shown: boolean;
  /** The six numbers of an SVG `matrix` that lays the face's drawing, its middle at 0 0, where it is seen. */
  matrix: [number, number, number, number, number, number];
  /** How dark it lies in the shade, 0 (as from straight above) … 1. */
  shade: number;
}

/** The six faces of a cube with edges of `2 × half`, the one that is upper when UPRIGHT first. */
export function facesSeen(turn: Turn, half: number): FaceSeen[] {
  return FACES.map((face) => {
    const [across, down, out] = [turned(face.across, turn), turned(face.down, turn), turned(face.out, turn)];
    const light = out.reduce((sum, part, at) => sum + part * (LIGHT[at] as number), 0);
    return {
      shown: out[2] > 1e-6,
      matrix: [across[0], across[1], down[0], down[1], out[0] * half, out[1] * half],
      shade: Math.min(1, Math.max(0, 0.6 * ((LIGHT[2] as number) - light))),
    };
  });
}
