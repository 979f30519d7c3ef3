/** Builds bodies out of profiles: frames with mitred corners, beams, turned things. Triangles only, one body a shape. */
import { BufferGeometry, Color, Float32BufferAttribute, Vector3 } from "three";

/** A corner of a profile: outwards (or across), upwards, and the radius with which it is rounded. */
export type Corner = readonly [out: number, up: number, radius?: number];

interface ProfilePoint {
  out: number;
  up: number;
  /** Normal in the plane of the profile. */
  nOut: number;
  nUp: number;
  /** Length of the profile up to here. */
  along: number;
}

interface LinePoint {
  out: number;
  up: number;
  smooth: boolean;
}

/** Pairs of neighbouring points of a profile, with the normals of a smooth edge where it is rounded. */
type Profile = readonly (readonly [ProfilePoint, ProfilePoint])[];

/** How finely round things are drawn: lines of a profile's arc, sides of what is turned on a lathe. */
export interface Fineness {
  arc: number;
  around: number;
}

export const FINE: Fineness = { arc: 4, around: 44 };
export const COARSE: Fineness = { arc: 1, around: 18 };

/** The corners as a line, the rounded ones as arcs. */
function outline(corners: readonly Corner[], steps: number): LinePoint[] {
  return corners.flatMap(([out, up, radius = 0], at): LinePoint[] => {
    const [before, after] = [corners[at - 1], corners[at + 1]];
    if (radius === 0 || before === undefined || after === undefined) return [{ out, up, smooth: false }];
    const toward = ([x, y]: Corner): { out: number; up: number } => {
      const length = Math.hypot(x - out, y - up);
      const cut = Math.min(radius, length / 2);
      return { out: out + ((x - out) / length) * cut, up: up + ((y - up) / length) * cut };
    };
    const [from, to] = [toward(before), toward(after)];
    return Array.from({ length: steps + 1 }, (_, step) => {
      const t = step / steps;
      const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t * t];
      return { out: a * from.out + b * out + c * to.out, up: a * from.up + b * up + c * to.up, smooth: true };
    });
  });
}

/** A profile whose outside is to the right of its way, seen with `out` to the right and `up` upwards. */
export function profileOf(corners: readonly Corner[], { arc } = FINE): Profile {
  const line = outline(corners, arc);
  const normals = line.slice(1).map((point, at) => {
    const before = line[at] as LinePoint;
    const length = Math.hypot(point.out - before.out, point.up - before.up) || 1;
    return { nOut: (point.up - before.up) / length, nUp: -(point.out - before.out) / length, length };
  });
  const normalAt = (at: number, own: number): { nOut: number; nUp: number } => {
    const [a, b] = [normals[at - 1], normals[at]];
    const mine = normals[own] as { nOut: number; nUp: number };
    if (!line[at]?.smooth || !a || !b) return mine;
    const length = Math.hypot(a.nOut + b.nOut, a.nUp + b.nUp) || 1;
    return { nOut: (a.nOut + b.nOut) / length, nUp: (a.nUp + b.nUp) / length };
  };
  let along = 0;
  return normals.map(({ length }, at) => {
    const [from, to] = [line[at], line[at + 1]] as [LinePoint, LinePoint];
    const begin = along;
    along += length;
    return [
      { ...from, ...normalAt(at, at), along: begin },
      { ...to, ...normalAt(at + 1, at), along },
    ] as const;
  });
}

export class Shape {
  readonly #positions: number[] = [];
  readonly #normals: number[] = [];
  readonly #uvs: number[] = [];
  readonly #colors: number[] = [];
  readonly #indices: number[] = [];
  #color = new Color(1, 1, 1);

  /** What is added from now on has this colour. */
  paint(color: Color): this {
    this.#color = color;
    return this;
  }

  vertex(place: Vector3, normal: Vector3, u: number, v: number): number {
    this.#positions.push(place.x, place.y, place.z);
    this.#normals.push(normal.x, normal.y, normal.z);
    this.#uvs.push(u, v);
    this.#colors.push(this.#color.r, this.#color.g, this.#color.b);
    return this.#positions.length / 3 - 1;
  }

  triangle(a: number, b: number, c: number): this {
    this.#indices.push(a, b, c);
    return this;
  }

  quad(a: number, b: number, c: number, d: number): this {
    return this.triangle(a, b, c).triangle(a, c, d);
  }

  /**
   * Draw a profile along a line: `start` and `end` say where a profile's point begins and ends, `outward` is where its
   * `out` goes. The grain runs along; `shift` gives each beam its own piece of the wood.
   */
  along(profile: Profile, ends: (out: number) => readonly [Vector3, Vector3], outward: Vector3, shift = 0): this {
    for (const [from, to] of profile) {
      const corners = [from, to].flatMap((point) => {
        const normal = new Vector3(outward.x * point.nOut, point.nUp, outward.z * point.nOut);
        const [start, end] = ends(point.out);
        const long = start.distanceTo(end);
        const skew = (long / 2) * 0.25;
        return [start, end].map((place, at) =>
          this.vertex(place.clone().setY(point.up), normal, shift + (at === 0 ? -skew : skew), shift * 0.37 + point.along),
        );
      }) as [number, number, number, number];
      const [a, b, d, c] = corners;
      this.quad(a, b, c, d);
    }
    return this;
  }

  /**
   * Draw a profile round a rectangle, mitred at the corners; its `out` counts from the rectangle's edges, at the left
   * and the right end times `sides`.
   */
  around(profile: Profile, x: readonly [number, number], z: readonly [number, number], sides = 1): this {
    const [left, right, far, near] = [x[0], x[1], z[0], z[1]];
    const at = (px: number, pz: number): Vector3 => new Vector3(px, 0, pz);
    const corner = (o: number, isRight: boolean, isNear: boolean): Vector3 =>
      at(isRight ? right + o * sides : left - o * sides, isNear ? near + o : far - o);
    this.along(profile, (o) => [corner(o, false, true), corner(o, true, true)], at(0, 1), 0.1);
    this.along(profile, (o) => [corner(o, true, true), corner(o, true, false)], at(1, 0), 0.41);
    this.along(profile, (o) => [corner(o, true, false), corner(o, false, false)], at(0, -1), 0.67);
    return this.along(profile, (o) => [corner(o, false, false), corner(o, false, true)], at(-1, 0), 0.93);
  }

  /** Turn a profile round the upright axis; `out` is the radius. */
  turned(profile: Profile, { around } = FINE): this {
    for (const [from, to] of profile) {
      const ring = [from, to].map((point) =>
        Array.from({ length: around + 1 }, (_, step) => {
          const angle = (step / around) * 2 * Math.PI;
          const [s, c] = [Math.sin(angle), Math.cos(angle)];
          const place = new Vector3(point.out * s, point.up, point.out * c);
          return this.vertex(place, new Vector3(point.nOut * s, point.nUp, point.nOut * c), 0.5 + place.x, 0.5 + place.z + point.up);
        }),
      ) as [number[], number[]];
      for (let step = 0; step < around; step += 1) {
        const [low, high] = ring;
        this.quad(low[step] as number, low[step + 1] as number, high[step + 1] as number, high[step] as number);
      }
    }
    return this;
  }

  /** A level rectangle, seen from above. */
  floor(x: readonly [number, number], z: readonly [number, number], up: number, scale = 1): this {
    const normal = new Vector3(0, 1, 0);
    const corner = (px: number, pz: number): number => this.vertex(new Vector3(px, up, pz), normal, px * scale, pz * scale);
    return this.quad(corner(x[0], z[1]), corner(x[1], z[1]), corner(x[1], z[0]), corner(x[0], z[0]));
  }

  /** A level triangle, its corners against the clock seen from above. */
  level(corners: readonly [Vector3, Vector3, Vector3], scale = 1): this {
    const normal = new Vector3(0, 1, 0);
    const [a, b, c] = corners.map((place) => this.vertex(place, normal, place.x * scale, place.z * scale)) as [number, number, number];
    return this.triangle(a, b, c);
  }

  geometry(): BufferGeometry {
    const made = new BufferGeometry();
    made.setAttribute("position", new Float32BufferAttribute(this.#positions, 3));
    made.setAttribute("normal", new Float32BufferAttribute(this.#normals, 3));
    made.setAttribute("uv", new Float32BufferAttribute(this.#uvs, 2));
    made.setAttribute("color", new Float32BufferAttribute(this.#colors, 3));
    made.setIndex(this.#indices);
    return made;
  }
}

/** The six sides of a box: where its picture's right and upper edge are, and where it looks. */
export const SIDES: readonly { across: Vector3; upward: Vector3; out: Vector3 }[] = (
  [
    [[1, 0, 0], [0, 0, -1], [0, 1, 0]],
    [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    [[0, 0, -1], [0, 1, 0], [1, 0, 0]],
    [[0, 0, 1], [0, 1, 0], [-1, 0, 0]],
    [[-1, 0, 0], [0, 1, 0], [0, 0, -1]],
    [[1, 0, 0], [0, 0, 1], [0, -1, 0]],
  ] as const
).map(([across, upward, out]) => ({
  across: new Vector3(...across),
  upward: new Vector3(...upward),
  out: new Vector3(...out),
}));

export interface BoxOptions {
  place?: Vector3;
  steps?: number;
  /** Where a side's picture lies in the texture: side 0…5 and its own u, v → the texture's. */
  uv?: (side: number, u: number, v: number) => readonly [number, number];
}

/** A box with rounded edges round a place; its sides are `SIDES`. */
export function roundedBox(
  shape: Shape,
  size: Vector3,
  radius: number,
  { place = new Vector3(), steps = 5, uv = (_, u, v) => [u, v] }: BoxOptions = {},
): Shape {
  const inner = size.clone().multiplyScalar(0.5).subScalar(radius);
  const marks = (half: number): number[] => [
    ...Array.from({ length: steps + 1 }, (_, at) => -half - radius * Math.cos((at / steps) * (Math.PI / 2))),
    ...Array.from({ length: steps + 1 }, (_, at) => half + radius * Math.sin((at / steps) * (Math.PI / 2))),
  ];
  SIDES.forEach(({ across, upward, out }, side) => {
    const [halfU, halfV, halfN] = [across, upward, out].map((axis) => Math.abs(axis.dot(inner))) as [number, number, number];
    const [us, vs] = [marks(halfU), marks(halfV)];
    const grid = vs.map((v) =>
      us.map((u) => {
        // The flat face's point, pulled onto the sphere round the nearest corner of the inner box.
        const core = new Vector3()
          .addScaledVector(across, Math.max(-halfU, Math.min(halfU, u)))
          .addScaledVector(upward, Math.max(-halfV, Math.min(halfV, v)))
          .addScaledVector(out, halfN);
        const flat = new Vector3().addScaledVector(across, u).addScaledVector(upward, v).addScaledVector(out, halfN + radius);
        const normal = flat.sub(core).normalize();
        const at = core.addScaledVector(normal, radius).add(place);
        return shape.vertex(at, normal, ...uv(side, u / (2 * (halfU + radius)) + 0.5, v / (2 * (halfV + radius)) + 0.5));
      }),
    );
    for (let row = 0; row + 1 < grid.length; row += 1) {
      for (let column = 0; column + 1 < us.length; column += 1) {
        const [low, high] = [grid[row] as number[], grid[row + 1] as number[]];
        shape.quad(low[column] as number, low[column + 1] as number, high[column + 1] as number, high[column] as number);
      }
    }
  });
  return shape;
}
