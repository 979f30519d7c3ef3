/** What the board is made of: materials in the colours of a theme. */
import {
  type BufferGeometry,
  Color,
  DoubleSide,
  type Material,
  Mesh,
  MeshLambertMaterial,
  MeshPhysicalMaterial,
  type MeshPhysicalMaterialParameters,
  MeshStandardMaterial,
  type Texture,
  Vector2,
} from "three";
import type { Style } from "../renderer.ts";
import { feltTexture, suedeTexture, veinTexture, woodTexture } from "./grain.ts";

export interface Stuff {
  wood: Material;
  felt: Material;
  trayFelt: Material;
  /** Inlaid points; coloured by their corners. */
  points: Material;
  /** Checkers, dice; coloured by their corners. */
  pieces: Material;
  /** A ghost of a checker. */
  ghost: Material;
  /** Dice that are used. */
  used: Material;
  brass: Material;
  /** Rings round what can move. */
  gold: Material;
  /** Points that can be reached. */
  target: Material;
  dispose(): void;
}

export function createStuff({ theme }: Style, plain: boolean): Stuff {
  const size = plain ? 128 : 512;
  const grain = woodTexture(theme.wood_dark, theme.wood, theme.wood_light, size);
  const nap = feltTexture(plain ? 128 : 512);
  const suede = suedeTexture(plain ? 64 : 256);
  const veins = veinTexture(plain ? 64 : 256);
  const made: (Material | Texture)[] = [grain, nap, suede, veins];

  /** With all that light can do, or, plain, without. */
  function of(full: MeshPhysicalMaterialParameters): Material {
    const { color, map, vertexColors, transparent, opacity, depthWrite, emissive, emissiveIntensity, side, polygonOffset, polygonOffsetFactor, polygonOffsetUnits } = full;
    const same = { color, map, vertexColors, transparent, opacity, depthWrite, emissive, emissiveIntensity, side, polygonOffset, polygonOffsetFactor, polygonOffsetUnits };
    const known = Object.fromEntries(Object.entries(same).filter(([, value]) => value !== undefined));
    const isPhysical = full.clearcoat !== undefined || full.sheen !== undefined;
    const material = plain ? new MeshLambertMaterial(known) : isPhysical ? new MeshPhysicalMaterial(full) : new MeshStandardMaterial(full);
    made.push(material);
    return material;
  }

  const felt = (colour: string): Material =>
    of({
      color: new Color(colour).multiplyScalar(1.36),
      map: nap,
      bumpMap: nap,
      bumpScale: 1.2,
      roughness: 1,
      sheen: 0.6,
      sheenRoughness: 0.7,
      sheenColor: new Color(colour).lerp(new Color("#ffffff"), 0.25),
      envMapIntensity: 0.35,
    });
  const lacquer: MeshPhysicalMaterialParameters = { vertexColors: true, map: veins, roughness: 0.4, clearcoat: 0.7, clearcoatRoughness: 0.16 };
  const gold = { color: theme.gold, emissive: new Color(theme.gold) };

  const stuff = {
    wood: of({ map: grain, bumpMap: grain, bumpScale: 0.8, roughness: 0.55, clearcoat: 0.35, clearcoatRoughness: 0.35 }),
    felt: felt(theme.felt),
    trayFelt: felt(theme.felt_dark),
    points: of({ vertexColors: true, map: suede, bumpMap: suede, bumpScale: 0.5, roughness: 0.72, envMapIntensity: 0.5, polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -1 }),
    pieces: of(lacquer),
    ghost: of({ ...lacquer, transparent: true, opacity: 0.5, depthWrite: false }),
    used: of({ ...lacquer, color: "#b4b4b4", transparent: true, opacity: 0.58 }),
    brass: of({ vertexColors: true, metalness: 0.4, roughness: 0.36 }),
    gold: of({ ...gold, metalness: 0.85, roughness: 0.28, emissiveIntensity: 0.42 }),
    target: of({ ...gold, roughness: 0.6, metalness: 0.2, emissiveIntensity: 0.32, side: DoubleSide, polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -2 }),
  };
  if (stuff.wood instanceof MeshPhysicalMaterial) stuff.wood.clearcoatNormalScale = new Vector2(0, 0);
  return {
    ...stuff,
    dispose(): void {
      for (const each of made) each.dispose();
    },
  };
}

/** A thing that throws shadows and is shaded. */
export function solidMesh(shape: BufferGeometry, material: Material): Mesh {
  const mesh = new Mesh(shape, material);
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  return mesh;
}
