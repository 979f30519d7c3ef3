/**
 * Where the board is seen from, as plain numbers: an eye on a dome over the middle of the board, as near as the whole
 * board allows. Zooming and shifting happen in the picture, so that the board always covers the place it has.
 * World units are hundredths of the layout's; x to the right, y up, z towards the near player.
 */

/** Radians; `pitch` over the table, `yaw` round it, 0 at the near player's. */
export interface Eye {
  yaw: number;
  pitch: number;
  /** 1: the whole board. */
  zoom: number;
  /** How far the picture is shifted, in halves of the place the board has. */
  panX: number;
  panY: number;
}

export type ViewName = "oblique" | "top" | "free";

export interface View {
  name: ViewName;
  eye: Eye;
}

const DEGREE = Math.PI / 180;
export const LOWEST = 22 * DEGREE;
export const HIGHEST = 90 * DEGREE;
export const MOST_ZOOM = 3;
/** Half the angle between the upper and the lower edge of the picture: on narrow ones the far points stay as wide as a finger. */
const HALF_ANGLE = { usual: 11 * DEGREE, narrow: 5.5 * DEGREE };
const NARROW_BELOW = 568;

export const OBLIQUE: Eye = { yaw: 0, pitch: 62 * DEGREE, zoom: 1, panX: 0, panY: 0 };
export const TOP: Eye = { yaw: 0, pitch: HIGHEST, zoom: 1, panX: 0, panY: 0 };

function between(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** The nearest eye that keeps the board in view. */
export function limited({ yaw, pitch, zoom, panX, panY }: Eye): Eye {
  const near = between(1, zoom, MOST_ZOOM);
  const most = near - 1;
  const turns = Math.round(yaw / (2 * Math.PI));
  return {
    yaw: yaw - turns * 2 * Math.PI,
    pitch: between(LOWEST, pitch, HIGHEST),
    zoom: near,
    panX: between(0 - most, panX, most),
    panY: between(0 - most, panY, most),
  };
}

/** A drag by so many parts of the picture's width and height. */
export function orbited(eye: Eye, across: number, down: number): Eye {
  return limited({ ...eye, yaw: eye.yaw - across * 3.2, pitch: eye.pitch + down * 2.2 });
}

/** Nearer by a factor, with what is at (x, y) staying there; both −1…1 in the place the board has. */
export function zoomed(eye: Eye, factor: number, x = 0, y = 0): Eye {
  const zoom = between(1, eye.zoom * factor, MOST_ZOOM);
  const grown = zoom / eye.zoom;
  return limited({ ...eye, zoom, panX: x + (eye.panX - x) * grown, panY: y + (eye.panY - y) * grown });
}

export function shifted(eye: Eye, x: number, y: number): Eye {
  return limited({ ...eye, panX: eye.panX + x, panY: eye.panY + y });
}

/** On the way from one eye to another, the short way round. */
export function onTheWay(from: Eye, to: Eye, part: number): Eye {
  const mixed = (a: number, b: number): number => a + (b - a) * part;
  const round = limited({ ...to, yaw: to.yaw - from.yaw }).yaw;
  return {
    yaw: from.yaw + round * part,
    pitch: mixed(from.pitch, to.pitch),
    zoom: mixed(from.zoom, to.zoom),
    panX: mixed(from.panX, to.panX),
    panY: mixed(from.panY, to.panY),
  };
}

export type Triple = readonly [number, number, number];

/** The picture's size and the strips at its edges that the board leaves free, in CSS pixels. */
export interface Canvas {
  width: number;
  height: number;
  top: number;
  side: number;
  bottom: number;
}

/** A camera, ready for use. Matrices are column by column, as WebGL's. */
export interface Shot {
  right: Triple;
  up: Triple;
  back: Triple;
  position: Triple;
  near: number;
  far: number;
  projection: number[];
  /** From world to clip space. */
  matrix: number[];
}

function dot(a: Triple, b: Triple): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** Distance and shift at which `spread` just fits between −`slope` and +`slope` of the distance. */
function fitted(spread: readonly { off: number; back: number }[], slope: number): { distance: number; shift: number } {
  const high = Math.max(...spread.map(({ off, back }) => off + slope * back));
  const low = Math.min(...spread.map(({ off, back }) => off - slope * back));
  return { distance: (high - low) / (2 * slope), shift: (high + low) / 2 };
}

function shiftAt(spread: readonly { off: number; back: number }[], distance: number): number {
  // In the middle of what is seen, which perspective makes another one than the middle of the board.
  let shift = 0;
  for (let round = 0; round < 8; round += 1) {
    const seen = spread.map(({ off, back }) => (off - shift) / (distance - back));
    shift += ((Math.min(...seen) + Math.max(...seen)) / 2) * distance;
  }
  return shift;
}

/** The camera of an eye: as near as the corners allow, which are all to be seen at zoom 1. */
export function shotOf(eye: Eye, corners: readonly Triple[], canvas: Canvas): Shot {
  const [sinYaw, cosYaw] = [Math.sin(eye.yaw), Math.cos(eye.yaw)];
  const [sinPitch, cosPitch] = [Math.sin(eye.pitch), Math.cos(eye.pitch)];
  const right: Triple = [cosYaw, 0, -sinYaw];
  const back: Triple = [sinYaw * cosPitch, sinPitch, cosYaw * cosPitch];
  const up: Triple = [-sinYaw * sinPitch, cosPitch, -cosYaw * sinPitch];
  const { width, height } = canvas;
  const tall = Math.tan(width < NARROW_BELOW ? HALF_ANGLE.narrow : HALF_ANGLE.usual);
  const wide = (tall * width) / height;
  const partX = Math.max(0.2, (width - 2 * canvas.side) / width);
  const partY = Math.max(0.2, (height - canvas.top - canvas.bottom) / height);
  const across = corners.map((corner) => ({ off: dot(corner, right), back: dot(corner, back) }));
  const upward = corners.map((corner) => ({ off: dot(corner, up), back: dot(corner, back) }));
  const distance = Math.max(fitted(across, wide * partX).distance, fitted(upward, tall * partY).distance);
  const [x, y] = [shiftAt(across, distance), shiftAt(upward, distance)];
  const position = [0, 1, 2].map((at) => (right[at] ?? 0) * x + (up[at] ?? 0) * y + (back[at] ?? 0) * distance) as unknown as Triple;
  const reach = Math.max(...corners.map((corner) => Math.hypot(...corner))) + 2;
  const near = Math.max(0.5, distance - reach);
  const far = distance + reach;
  const shiftX = eye.panX * partX;
  const shiftY = eye.panY * partY + (canvas.bottom - canvas.top) / height;
  const depth = -(far + near) / (far - near);
  const projection = [
    eye.zoom / wide, 0, 0, 0,
    0, eye.zoom / tall, 0, 0,
    -shiftX, -shiftY, depth, -1,
    0, 0, (-2 * far * near) / (far - near), 0,
  ];
  const view = [
    right[0], up[0], back[0], 0,
    right[1], up[1], back[1], 0,
    right[2], up[2], back[2], 0,
    -dot(position, right), -dot(position, up), -dot(position, back), 1,
  ];
  return { right, up, back, position, near, far, projection, matrix: multiplied(projection, view) };
}

/** a·b of two 4×4 matrices. */
function multiplied(a: readonly number[], b: readonly number[]): number[] {
  return Array.from({ length: 16 }, (_, at) => {
    const [column, row] = [Math.floor(at / 4), at % 4];
    return [0, 1, 2, 3].reduce((sum, each) => sum + (a[each * 4 + row] ?? 0) * (b[column * 4 + each] ?? 0), 0);
  });
}

/** Where a point of the world is in the picture, in CSS pixels from its upper left corner. */
export function seenAt(shot: Shot, canvas: Canvas, [x, y, z]: Triple): { x: number; y: number } {
  const row = (at: number): number =>
    (shot.matrix[at] ?? 0) * x + (shot.matrix[4 + at] ?? 0) * y + (shot.matrix[8 + at] ?? 0) * z + (shot.matrix[12 + at] ?? 0);
  const w = row(3);
  return { x: ((row(0) / w + 1) / 2) * canvas.width, y: ((1 - row(1) / w) / 2) * canvas.height };
}
