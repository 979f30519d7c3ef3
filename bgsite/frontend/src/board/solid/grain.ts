/** Noise, and the stuffs made of it: wood, felt, ivory. Nothing is loaded; everything tiles. */
import { DataTexture, LinearFilter, LinearMipmapLinearFilter, RepeatWrapping, SRGBColorSpace } from "three";

/** A number 0…1 for a corner of a grid. */
function hash(x: number, y: number, seed: number): number {
  let h = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(seed, 2147483647);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967295;
}

/** Smooth noise 0…1 that repeats after `wide` × `tall` cells. */
export function noise(x: number, y: number, wide: number, tall: number, seed: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - left, y - top];
  const [sx, sy] = [fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)];
  const at = (column: number, row: number): number => hash(((column % wide) + wide) % wide, ((row % tall) + tall) % tall, seed);
  const upper = at(left, top) * (1 - sx) + at(left + 1, top) * sx;
  const lower = at(left, top + 1) * (1 - sx) + at(left + 1, top + 1) * sx;
  return upper * (1 - sy) + lower * sy;
}

type Rgb = readonly [number, number, number];

function rgb(colour: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as unknown as Rgb;
}

function mixed(a: Rgb, b: Rgb, part: number): Rgb {
  return [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part, a[2] + (b[2] - a[2]) * part];
}

/** A texture whose every pixel is worked out; `of` is given 0…1. */
function textureOf(width: number, height: number, of: (u: number, v: number) => Rgb): DataTexture {
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const colour = of(x / width, y / height);
      data.set([colour[0], colour[1], colour[2], 255], (y * width + x) * 4);
    }
  }
  const texture = new DataTexture(data, width, height);
  texture.wrapS = RepeatWrapping;
  texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = 8;
  texture.colorSpace = SRGBColorSpace;
  texture.needsUpdate = true;
  return texture;
}

/** Wood whose grain runs along u: broad bands of growth, fine streaks, short pores. */
export function woodTexture(dark: string, middle: string, light: string, size: number): DataTexture {
  const [d, m, l] = [rgb(dark), rgb(middle), rgb(light)];
  return textureOf(size * 2, size, (u, v) => {
    const bend = noise(u * 3, v * 3, 3, 3, 1) * 0.9 + noise(u * 6, v * 8, 6, 8, 2) * 0.35;
    const bands = 0.5 + 0.5 * Math.sin((v * 7 + bend * 1.6) * 2 * Math.PI);
    const streak = noise(u * 5, v * 90, 5, 90, 3) * 0.6 + noise(u * 9, v * 180, 9, 180, 4) * 0.4;
    const tone = bands * 0.42 + streak * 0.58;
    const pore = noise(u * 40, v * 160, 40, 160, 5);
    const base = tone < 0.5 ? mixed(d, m, tone * 2) : mixed(m, l, (tone - 0.5) * 2);
    return pore > 0.8 ? mixed(base, d, (pore - 0.8) * 2.6) : base;
  });
}

/** Felt as light and dark: short hairs lying every way. To be multiplied with a colour. */
export function feltTexture(size: number): DataTexture {
  return textureOf(size, size, (u, v) => {
    const hairs = noise(u * 90, v * 40, 90, 40, 11) + noise(u * 40, v * 90, 40, 90, 12);
    const fine = noise(u * 170, v * 170, 170, 170, 13);
    const cloud = noise(u * 6, v * 6, 6, 6, 14);
    const tone = 196 + (hairs - 1) * 34 + (fine - 0.5) * 52 + (cloud - 0.5) * 12;
    return [tone, tone, tone];
  });
}

/** Soft leather: nearly plain. To be multiplied with a colour. */
export function suedeTexture(size: number): DataTexture {
  return textureOf(size, size, (u, v) => {
    const fine = noise(u * 110, v * 110, 110, 110, 31) * 0.6 + noise(u * 48, v * 48, 48, 48, 32) * 0.4;
    const cloud = noise(u * 5, v * 5, 5, 5, 33);
    const tone = 240 + (fine - 0.5) * 30 + (cloud - 0.5) * 10;
    return [tone, tone, tone];
  });
}

/** Faint veins, as in bone or horn. To be multiplied with a colour. */
export function veinTexture(size: number): DataTexture {
  return textureOf(size, size, (u, v) => {
    const bend = noise(u * 3, v * 3, 3, 3, 21);
    const veins = noise(u * 4 + bend, v * 26 + bend * 3, 4, 26, 22) * 0.6 + noise(u * 8, v * 60, 8, 60, 23) * 0.4;
    const tone = 255 - 34 * veins * veins;
    return [tone, tone - 2, tone - 5];
  });
}
