/** What is written on the board: numbers on the frame, pip counts, labels that face the viewer. */
import {
  CanvasTexture,
  Color,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PlaneGeometry,
  Sprite,
  SpriteMaterial,
  SRGBColorSpace,
} from "three";
import type { Layout, Place } from "../layout.ts";
import { INK } from "../markup.ts";
import type { Theme } from "../theme.ts";
import { SCALE, worldOf } from "./plane.ts";
import { HEIGHTS } from "./woodwork.ts";

const FONT = 'system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';

function penOn(width: number, height: number): { canvas: HTMLCanvasElement; pen: CanvasRenderingContext2D } {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  return { canvas, pen };
}

function textureOf(canvas: HTMLCanvasElement): CanvasTexture {
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}

function isDark(ink: string): boolean {
  return new Color(ink).getHSL({ h: 0, s: 0, l: 0 }).l < 0.4;
}

/** A strip lying on the wood, with what `draw` writes on it in `ink`, in units of the layout. */
function strip(layout: Layout, middle: Place, width: number, height: number, up: number, ink: string, draw: (pen: CanvasRenderingContext2D) => void): Mesh {
  const sharp = Math.min(4, 4096 / width);
  const { canvas, pen } = penOn(Math.round(width * sharp), Math.round(height * sharp));
  pen.scale(sharp, sharp);
  draw(pen);
  const plane = new PlaneGeometry(width * SCALE, height * SCALE).rotateX(-Math.PI / 2);
  const material = new MeshLambertMaterial({
    map: textureOf(canvas),
    transparent: true,
    depthWrite: false,
    emissive: new Color("#ffffff"),
    // Light letters shine a little, dark ones stay as dark as they are.
    emissiveIntensity: isDark(ink) ? 0 : 0.3,
    polygonOffset: true,
    polygonOffsetFactor: -4,
    polygonOffsetUnits: -4,
  });
  material.emissiveMap = material.map;
  const mesh = new Mesh(plane, material);
  mesh.position.set(...worldOf(middle, layout, up / SCALE));
  mesh.receiveShadow = true;
  mesh.renderOrder = 2;
  return mesh;
}

/** Writes with a dark line round the letters: light ones stand out from the wood by it, dark ones become bolder. */
function engrave(pen: CanvasRenderingContext2D, text: string, x: number, y: number, size: number, colour: string): void {
  pen.font = `700 ${size}px ${FONT}`;
  pen.lineJoin = "round";
  pen.lineWidth = size * (isDark(colour) ? 0.09 : 0.13);
  pen.strokeStyle = isDark(colour) ? colour : "rgba(20,10,4,.55)";
  pen.strokeText(text, x, y + size * 0.04);
  pen.fillStyle = colour;
  pen.fillText(text, x, y + size * 0.04);
}

const TOP = HEIGHTS.frame + 0.003;

/** The 24 numbers on the frame. */
export function numbersOn(layout: Layout, theme: Theme, turned: boolean): Group {
  const group = new Group();
  for (const end of ["near", "far"] as const) {
    const { y } = layout.rimPlace(0, end);
    const row = strip(layout, { x: layout.width / 2, y }, layout.width, layout.rim, TOP, theme.number, (pen) => {
      for (let at = 1; at <= 12; at += 1) {
        const point = end === "near" ? at : at + 12;
        const { x } = layout.point(point).base;
        engrave(pen, String(turned ? 25 - point : point), x, layout.rim / 2, layout.number, theme.number);
      }
    });
    group.add(row);
  }
  return group;
}

/** Both pip counts, at the bar's ends. */
export function pipsOn(layout: Layout, theme: Theme, pips: { near: number; far: number }): Group {
  const group = new Group();
  const x = layout.bar.x + layout.bar.width / 2;
  for (const end of ["near", "far"] as const) {
    group.add(
      strip(layout, layout.rimPlace(x, end), layout.bar.width, layout.rim, TOP + 0.001, theme.pips, (pen) => {
        engrave(pen, String(pips[end]), layout.bar.width / 2, layout.rim / 2, layout.number - 2, theme.pips);
      }),
    );
  }
  return group;
}

/** How many checkers are in a tray, on its floor's free end. */
export function countIn(layout: Layout, place: Place, count: number, theme: Theme): Mesh {
  const size = layout.number * 1.15;
  return strip(layout, place, 60, 40, HEIGHTS.tray + 0.004, theme.count, (pen) => engrave(pen, String(count), 30, 20, size, theme.count));
}

/** A label that always faces the viewer, over everything; `tall` in units of the layout. */
export function labelOf(text: string, tall: number, ink: string, paper = INK): Sprite {
  const size = 72;
  const measure = penOn(8, 8).pen;
  measure.font = `650 ${size}px ${FONT}`;
  const width = Math.max(size * 1.5, Math.ceil(measure.measureText(text).width + size * 0.9));
  const { canvas, pen } = penOn(width, Math.round(size * 1.5));
  pen.fillStyle = paper;
  pen.strokeStyle = ink;
  pen.lineWidth = 4;
  pen.beginPath();
  pen.roundRect(3, 3, canvas.width - 6, canvas.height - 6, canvas.height / 2);
  pen.fill();
  pen.stroke();
  pen.font = measure.font;
  pen.fillStyle = ink;
  pen.fillText(text, canvas.width / 2, canvas.height / 2 + size * 0.05);
  return signOf(new SpriteMaterial({ map: textureOf(canvas), depthTest: false, depthWrite: false, toneMapped: false }), tall);
}

/** The same label once more. */
export function signOf(material: SpriteMaterial, tall: number): Sprite {
  const sprite = new Sprite(material);
  const { width, height } = material.map?.image as HTMLCanvasElement;
  sprite.scale.set((tall * SCALE * width) / height, tall * SCALE, 1);
  sprite.renderOrder = 10;
  return sprite;
}

/** A round patch that fades from `inner` pixels off its middle to its edge at 64; stops are shares of that way. */
function fading(inner: number, stops: readonly (readonly [at: number, colour: string])[]): CanvasTexture {
  const { canvas, pen } = penOn(128, 128);
  const fade = pen.createRadialGradient(64, 64, inner, 64, 64, 64);
  for (const [at, colour] of stops) fade.addColorStop(at, colour);
  pen.fillStyle = fade;
  pen.fillRect(0, 0, 128, 128);
  return new CanvasTexture(canvas);
}

/** A soft dark spot under a thing that stands. */
export function spotTexture(): CanvasTexture {
  return fading(30, [[0, "rgba(0,0,0,.62)"], [0.45, "rgba(0,0,0,.32)"], [1, "rgba(0,0,0,0)"]]);
}

/** A soft light, to lie round what is chosen. */
export function glowMaterial(colour: string): MeshBasicMaterial {
  const map = fading(34, [[0, "rgba(255,255,255,.9)"], [0.4, "rgba(255,255,255,.35)"], [1, "rgba(255,255,255,0)"]]);
  return new MeshBasicMaterial({ map, color: colour, transparent: true, opacity: 0.7, depthWrite: false, toneMapped: false });
}
