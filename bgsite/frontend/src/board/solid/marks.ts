/** What shows how to play: gold rings and points, ghosts, outlines of the last play, labels. */
import {
  type BufferGeometry,
  CircleGeometry,
  Color,
  type Group,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  RingGeometry,
  type Sprite,
  TorusGeometry,
  Vector3,
} from "three";
import geometry from "../../../../../matches/geometry.json";
import type { Layout } from "../layout.ts";
import { isTray } from "../markup.ts";
import type { Style } from "../renderer.ts";
import type { Scene } from "../scene.ts";
import { OFF_NEAR, type Spot } from "../spots.ts";
import type { Side } from "../types.ts";
import { RADIUS, type Stand, standOf, THICK } from "./checkers.ts";
import { glowMaterial, labelOf, signOf } from "./letters.ts";
import { SCALE, worldOf } from "./plane.ts";
import { Shape } from "./shape.ts";
import type { Stuff } from "./stuff.ts";
import { HEIGHTS, pointShape } from "./woodwork.ts";

/** What a mark is made of, made once for a style. */
export interface MarkKit {
  /** Draw anew into a group that nobody else draws in. */
  draw(group: Group, scene: Scene, layout: Layout, counts: ReadonlyMap<Spot, number>): void;
  dispose(): void;
}

const DASHES = 12;
/** Points lie nearer than they are (stuff.ts): a line on them has to come before them, in small pictures as well. */
const OVER_POINTS = { polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -6 } as const;

function lyingRing(radius: number, wide: number): RingGeometry {
  return new RingGeometry(radius - wide / 2, radius + wide / 2, 64).rotateX(-Math.PI / 2) as RingGeometry;
}

function dashedRing(radius: number, wide: number): Shape {
  const shape = new Shape();
  const steps = 5;
  for (let dash = 0; dash < DASHES; dash += 1) {
    const ring = Array.from({ length: steps + 1 }, (_, step) => {
      const angle = ((dash + (step / steps) * 0.58) / DASHES) * 2 * Math.PI;
      return [radius + wide / 2, radius - wide / 2].map((r) =>
        shape.vertex(new Vector3(r * Math.sin(angle), 0, r * Math.cos(angle)), new Vector3(0, 1, 0), 0, 0),
      ) as [number, number];
    });
    ring.slice(1).forEach(([outer, inner], at) => {
      const [lastOuter, lastInner] = ring[at] as [number, number];
      shape.quad(lastOuter, outer, inner, lastInner);
    });
  }
  return shape;
}

export function createMarkKit(style: Style, stuff: Stuff, checkers: Record<Side, Mesh["geometry"]>): MarkKit {
  const { theme } = style;
  const ring = new TorusGeometry(RADIUS - 0.008, 0.026, 12, 56).rotateX(Math.PI / 2);
  const chosenRing = new TorusGeometry(RADIUS + 0.004, 0.038, 12, 56).rotateX(Math.PI / 2);
  const glow = new PlaneGeometry(1.3, 1.3).rotateX(-Math.PI / 2);
  const glowing = glowMaterial(theme.gold);
  const dashed = dashedRing(RADIUS - 0.02, 0.035).geometry();
  const smallDashed = dashedRing(0.2, 0.032).geometry();
  const line = (colour: string): MeshBasicMaterial => new MeshBasicMaterial({ color: new Color(colour), transparent: true, opacity: 0.95, depthWrite: false, ...OVER_POINTS });
  const left: Record<Side, MeshBasicMaterial> = { white: line(theme.white), black: line(theme.black_rim) };
  const landed = line(theme.last);
  const reached = line(theme.gold);
  reached.opacity = 0.3;

  const kept = [ring, chosenRing, glow, glowing, dashed, smallDashed, left.white, left.black, landed, reached];
  const labels = new Map<string, Sprite["material"]>();
  /** Shapes of what is drawn now, and of nothing else. */
  let passing: BufferGeometry[] = [];

  function forNow<T extends BufferGeometry>(shape: T): T {
    passing.push(shape);
    return shape;
  }

  function clear(): void {
    for (const shape of passing) shape.dispose();
    passing = [];
  }

  function label(text: string, tall: number, ink: string): Sprite {
    const key = `${text} ${tall} ${ink}`;
    const known = labels.get(key);
    const sign = known ? signOf(known, tall) : labelOf(text, tall, ink);
    labels.set(key, sign.material);
    return sign;
  }

  const put = (group: Group, shape: Mesh["geometry"], material: Mesh["material"], { place, turn }: Stand, up: number): Mesh => {
    const mesh = new Mesh(shape, material);
    mesh.position.copy(place).add(new Vector3(0, up, 0));
    mesh.quaternion.copy(turn);
    group.add(mesh);
    return mesh;
  };

  const topOf = (layout: Layout, spot: Spot, count: number): Stand => standOf(layout, spot, Math.max(0, count - 1));

  function drawSources(group: Group, scene: Scene, layout: Layout, counts: ReadonlyMap<Spot, number>): void {
    for (const spot of scene.sources) {
      const isChosen = spot === scene.source;
      if (isChosen && scene.held) continue;
      const top = topOf(layout, spot, counts.get(spot) ?? 1);
      const mesh = put(group, isChosen ? chosenRing : ring, stuff.gold, top, THICK - 0.012);
      mesh.castShadow = true;
      if (isChosen) put(group, glow, glowing, top, 0.012).renderOrder = 3;
    }
  }

  function drawTarget(group: Group, spot: Spot, layout: Layout): void {
    const shape = new Shape();
    if (isTray(spot)) {
      const well = spot === OFF_NEAR ? layout.trays.near : layout.trays.far;
      const [x, , z] = worldOf({ x: well.x + well.width / 2, y: well.y + well.height / 2 }, layout);
      const floor = new Mesh(forNow(new PlaneGeometry(well.width * SCALE, well.height * SCALE).rotateX(-Math.PI / 2)), reached);
      floor.position.set(x, HEIGHTS.tray + 0.006, z);
      floor.renderOrder = 3;
      roundedFrame(shape, (well.width - 10) * SCALE, (well.height - 10) * SCALE, 0.06, 0.05);
      const edge = new Mesh(forNow(shape.geometry()), stuff.gold);
      edge.position.copy(floor.position).add(new Vector3(0, 0.004, 0));
      group.add(floor, edge);
      return;
    }
    pointShape(shape, layout, spot, geometry.point / 2 - 1, HEIGHTS.point + 0.004, 0);
    const mesh = new Mesh(forNow(shape.geometry()), stuff.target);
    mesh.receiveShadow = true;
    mesh.renderOrder = 2;
    group.add(mesh);
  }

  function drawTargets(group: Group, scene: Scene, layout: Layout): void {
    for (const { spot } of scene.targets) drawTarget(group, spot, layout);
    for (const { spot, side, index, label: dice } of scene.targets) {
      const stand = standOf(layout, spot, index);
      const ghost = put(group, checkers[side], stuff.ghost, stand, 0.004);
      ghost.renderOrder = 4;
      if (dice === "") continue;
      const sign = label(dice, layout.narrow ? 44 : 34, theme.gold);
      // Towards the middle of the board, so that the ghost itself is seen.
      sign.position.copy(stand.place).add(new Vector3(0, THICK + 0.06, stand.place.z > 0 ? -0.42 : 0.42));
      group.add(sign);
    }
  }

  function drawLastPlay(group: Group, scene: Scene, layout: Layout, counts: ReadonlyMap<Spot, number>): void {
    for (const { spot, side, index } of scene.ghosts) {
      put(group, dashed, left[side], standOf(layout, spot, index), 0.02).renderOrder = 3;
    }
    for (const spot of scene.landed) {
      put(group, smallDashed, landed, topOf(layout, spot, counts.get(spot) ?? 1), THICK + 0.004).renderOrder = 3;
    }
  }

  function drawToRoll(group: Group, scene: Scene, layout: Layout): void {
    if (scene.toRoll === null) return;
    const { x, y, width, height } = layout.diceArea(scene.toRoll === scene.near ? "near" : "far", 2);
    const [cx, , cz] = worldOf({ x: x + width / 2, y: y + height / 2 }, layout);
    const [w, h] = [width * SCALE + 0.24, height * SCALE + 0.24];
    const frame = new Shape();
    roundedFrame(frame, w, h, 0.14, 0.036);
    const mesh = new Mesh(forNow(frame.geometry()), stuff.gold);
    mesh.position.set(cx, 0.014, cz);
    mesh.renderOrder = 3;
    group.add(mesh);
  }

  function drawOffered(group: Group, scene: Scene, layout: Layout): void {
    if (!scene.cube?.offered) return;
    const [x, , z] = worldOf(layout.cubeOffered(scene.cube.offered), layout);
    const mesh = new Mesh(forNow(lyingRing(0.5, 0.045)), stuff.gold);
    mesh.position.set(x, 0.014, z);
    const halo = new Mesh(forNow(new CircleGeometry(0.5, 48).rotateX(-Math.PI / 2)), glowing);
    halo.scale.setScalar(1.45);
    halo.position.set(x, 0.011, z);
    halo.renderOrder = 3;
    group.add(mesh, halo);
  }

  return {
    draw(group, scene, layout, counts) {
      group.clear();
      clear();
      drawLastPlay(group, scene, layout, counts);
      drawTargets(group, scene, layout);
      drawSources(group, scene, layout, counts);
      drawToRoll(group, scene, layout);
      drawOffered(group, scene, layout);
      for (const { spot, count } of scene.piles) {
        if (count <= (spot === 0 || spot === 25 ? geometry.bar_stack : geometry.stack) || isTray(spot)) continue;
        const { place } = topOf(layout, spot, count);
        const sign = label(String(count), layout.narrow ? 56 : 46, theme.count);
        sign.position.copy(place).add(new Vector3(0, THICK + 0.2, 0));
        group.add(sign);
      }
    },
    dispose() {
      clear();
      glowing.map?.dispose();
      for (const each of kept) each.dispose();
      for (const material of labels.values()) {
        material.map?.dispose();
        material.dispose();
      }
    },
  };
}

/** A flat line along a rounded rectangle. */
function roundedFrame(shape: Shape, width: number, height: number, radius: number, wide: number): void {
  const steps = 8;
  const ring: [number, number][] = [];
  for (const [sx, sz, begin] of [[1, 1, 0], [1, -1, 1], [-1, -1, 2], [-1, 1, 3]] as const) {
    for (let step = 0; step <= steps; step += 1) {
      const angle = ((begin + step / steps) * Math.PI) / 2;
      const out = new Vector3(Math.sin(angle), 0, Math.cos(angle));
      const corner = new Vector3(sx * (width / 2 - radius), 0, sz * (height / 2 - radius));
      ring.push(
        [radius + wide / 2, radius - wide / 2].map((r) =>
          shape.vertex(corner.clone().addScaledVector(out, r), new Vector3(0, 1, 0), 0, 0),
        ) as [number, number],
      );
    }
  }
  ring.forEach(([outer, inner], at) => {
    const [nextOuter, nextInner] = ring[(at + 1) % ring.length] as [number, number];
    shape.quad(outer, nextOuter, nextInner, inner);
  });
}
