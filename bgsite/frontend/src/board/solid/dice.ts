/** The dice, and the doubling cube. */
import { BufferGeometry, CanvasTexture, Color, Matrix4, Quaternion, SRGBColorSpace, Vector3 } from "three";
import geometry from "../../../../../matches/geometry.json";
import type { Style } from "../renderer.ts";
import type { Side } from "../types.ts";
import { FACES } from "./motion.ts";
import { SCALE } from "./plane.ts";
import { type Fineness, roundedBox, Shape, SIDES } from "./shape.ts";

export const DIE = geometry.die * SCALE;
export const CUBE = geometry.cube * SCALE;

/** Which pips a face shows, as columns and rows −1, 0, 1. */
const PIPS: readonly (readonly [number, number])[][] = [
  [[0, 0]],
  [[-1, -1], [1, 1]],
  [[-1, -1], [0, 0], [1, 1]],
  [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
];

/** A pip as a small bowl: flat, but its normals lean inwards, so that light falls into it as into a hollow. */
function pip(shape: Shape, middle: Vector3, across: Vector3, upward: Vector3, out: Vector3, radius: number, around: number): void {
  const rings = [0, 0.55, 0.86, 1].map((part) =>
    Array.from({ length: around + 1 }, (_, step) => {
      const angle = (step / around) * 2 * Math.PI;
      const away = across.clone().multiplyScalar(Math.cos(angle)).addScaledVector(upward, Math.sin(angle));
      const place = middle.clone().addScaledVector(away, radius * part);
      const normal = out.clone().addScaledVector(away, -0.95 * part).normalize();
      return shape.vertex(place, normal, 0.5, 0.5);
    }),
  );
  rings.slice(1).forEach((ring, at) => {
    const inner = rings[at] as number[];
    for (let step = 0; step < around; step += 1) {
      shape.quad(inner[step] as number, ring[step] as number, ring[step + 1] as number, inner[step + 1] as number);
    }
  });
}

/** Body and pips of a side's dice. */
export function dieTones(side: Side, { theme, dice }: Style): { body: Color; pip: Color } {
  const [body, pip] =
    dice === "ivory"
      ? side === "white"
        ? [theme.ivory_light, theme.ivory_pip]
        : [theme.ebony, theme.ebony_pip]
      : side === "white"
        ? [theme.white, theme.white_pip]
        : [theme.black, theme.black_pip];
  return { body: new Color(body), pip: new Color(pip) };
}

/** A die round its middle; without pips it waits to be thrown. */
export function dieGeometry(side: Side, style: Style, fineness: Fineness, hasPips: boolean): BufferGeometry {
  const tones = dieTones(side, style);
  const shape = new Shape().paint(tones.body);
  // Ivory dice are round at the edges, those that go with the checkers are cut sharper, as their flat pictures are.
  roundedBox(shape, new Vector3(DIE, DIE, DIE), DIE * (style.dice === "ivory" ? 0.19 : 0.1), { steps: fineness.arc + 1 });
  if (!hasPips) return shape.geometry();
  shape.paint(tones.pip);
  FACES.forEach((face, at) => {
    const { across, upward, out } = SIDES.find((side) => side.out.distanceTo(face) < 0.1) as (typeof SIDES)[number];
    for (const [column, row] of PIPS[at] ?? []) {
      const middle = out.clone().multiplyScalar(DIE / 2 + 0.0012).addScaledVector(across, column * 0.135).addScaledVector(upward, -row * 0.135);
      pip(shape, middle, across, upward, out, at === 0 ? 0.062 : 0.05, Math.round(fineness.around / 2));
    }
  });
  return shape.geometry();
}

/** The side of the cube that a value has: 64 (and 1) the first, then 2, 4, … */
export function cubeSide(value: number): number {
  return value <= 1 ? 0 : Math.round(Math.log2(value)) % 6;
}

/** How the cube lies when it shows `value`, to be read by the near player. */
export function cubeTurn(value: number): Quaternion {
  const { across, upward, out } = SIDES[cubeSide(value)] as (typeof SIDES)[number];
  const from = new Matrix4().makeBasis(across, upward, out);
  const to = new Matrix4().makeBasis(new Vector3(1, 0, 0), new Vector3(0, 0, -1), new Vector3(0, 1, 0));
  return new Quaternion().setFromRotationMatrix(to.multiply(from.transpose()));
}

export function cubeGeometry(): BufferGeometry {
  const shape = new Shape();
  const uv = (side: number, u: number, v: number): readonly [number, number] => [((side % 3) + u) / 3, 1 - (Math.floor(side / 3) + 1 - v) / 2];
  return roundedBox(shape, new Vector3(CUBE, CUBE, CUBE), CUBE * 0.13, { steps: 6, uv }).geometry();
}

/** The cube's six sides in one picture; the side of a value above 64 shows that value. */
export function paintCube(texture: CanvasTexture, value: number, { theme }: Style): void {
  const canvas = texture.image as HTMLCanvasElement;
  const cell = canvas.width / 3;
  const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  pen.fillStyle = theme.cube;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  [64, 2, 4, 8, 16, 32].forEach((usual, side) => {
    const number = value > 64 && cubeSide(value) === side ? value : usual;
    const [x, y] = [((side % 3) + 0.5) * cell, (Math.floor(side / 3) + 0.5) * cell];
    pen.strokeStyle = theme.cube_dark;
    pen.lineWidth = cell * 0.02;
    pen.strokeRect(x - cell * 0.37, y - cell * 0.37, cell * 0.74, cell * 0.74);
    const size = number > 999 ? 0.3 : number > 99 ? 0.4 : 0.54;
    pen.font = `700 ${cell * size}px Georgia, "Times New Roman", serif`;
    pen.fillStyle = theme.cube_value;
    pen.fillText(String(number), x, y + cell * 0.03);
  });
  texture.needsUpdate = true;
}

export function cubeTexture(): CanvasTexture {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [768, 512];
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}
