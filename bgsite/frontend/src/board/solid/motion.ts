/** How things move: flights in an arc, dice that roll out, the cube that turns. Pure; time goes from 0 to 1. */
import { Quaternion, Vector3 } from "three";

/** Slow at both ends. */
export function eased(t: number): number {
  return t * t * (3 - 2 * t);
}

/** On an arc from one place to another: as high as the way is long, within limits. */
export function onArc(from: Vector3, to: Vector3, t: number): Vector3 {
  const part = eased(t);
  const way = Math.hypot(to.x - from.x, to.z - from.z);
  const lift = Math.min(1.5, 0.35 + way * 0.22);
  const place = new Vector3().lerpVectors(from, to, part);
  place.y += lift * 4 * part * (1 - part);
  return place;
}

/** The faces of a die by number, 1…6, as directions of the unturned die; opposite ones add up to 7. */
export const FACES: readonly Vector3[] = [
  new Vector3(0, 1, 0),
  new Vector3(0, 0, 1),
  new Vector3(1, 0, 0),
  new Vector3(-1, 0, 0),
  new Vector3(0, 0, -1),
  new Vector3(0, -1, 0),
];

const UP = new Vector3(0, 1, 0);

/** How a die lies that shows `number`, turned by `tilt` radians seen from above. */
export function lying(number: number, tilt: number): Quaternion {
  const face = FACES[number - 1] ?? UP;
  const up = face.y < -0.5 ? new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), Math.PI) : new Quaternion().setFromUnitVectors(face, UP);
  return new Quaternion().setFromAxisAngle(UP, -tilt).multiply(up);
}

/** The number that a die turned so shows. */
export function numberUp(turn: Quaternion): number {
  const heights = FACES.map((face) => face.clone().applyQuaternion(turn).y);
  return 1 + heights.indexOf(Math.max(...heights));
}

/** Beginnings of the hops after the throw, and their heights in edges of the die. */
const HOPS: readonly [begin: number, height: number][] = [[0, 3.2], [0.36, 1.15], [0.62, 0.4], [0.8, 0.1]];

/** A thrown die's height above where it will lie, in edges. */
export function hop(t: number): number {
  if (t >= 1) return 0;
  const at = HOPS.findLastIndex(([begin]) => t >= begin);
  const [begin, height] = HOPS[at] ?? [0, 0];
  const end = HOPS[at + 1]?.[0] ?? 1;
  const part = (t - begin) / (end - begin);
  // The throw begins in the hand, at the top of its hop.
  return at === 0 ? height * (1 - part * part) : height * 4 * part * (1 - part);
}

/** What is left of the way at a time: quick in the air, slowed by each landing. */
export function wayLeft(t: number): number {
  return (1 - t) ** 2.2;
}

export interface Throw {
  /** Where from, seen from where the die will lie. */
  from: Vector3;
  /** Axis it turns round besides rolling. */
  spin: Vector3;
  turns: number;
}

/** Where a thrown die is at a time, seen from where it will lie, `edge` long. */
export function tumbling(thrown: Throw, end: Quaternion, edge: number, t: number): { place: Vector3; turn: Quaternion } {
  const left = wayLeft(t);
  const place = thrown.from.clone().multiplyScalar(left);
  place.y += hop(t) * edge;
  // Rolling the way it goes, as far as the way is long, and round an axis of its own while it is in the air.
  const axis = new Vector3(-thrown.from.z, 0, thrown.from.x).normalize();
  const rolled = new Quaternion().setFromAxisAngle(axis, thrown.turns * 2 * Math.PI * left);
  const spun = new Quaternion().setFromAxisAngle(thrown.spin, thrown.turns * 4 * Math.max(0, 0.8 - t) ** 2);
  return { place, turn: spun.multiply(rolled).multiply(end) };
}
