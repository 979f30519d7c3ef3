/** Checkers, dice and cube on the board: where they stand, and how they get elsewhere. */
import { type CanvasTexture, Group, Mesh, MeshBasicMaterial, MeshLambertMaterial, MeshPhysicalMaterial, PlaneGeometry, Quaternion, Vector3 } from "three";
import type { Layout, Place } from "../layout.ts";
import { isTray, TILTS } from "../markup.ts";
import type { SideFlight, Style } from "../renderer.ts";
import type { Pile, Scene } from "../scene.ts";
import { OFF_NEAR } from "../spots.ts";
import type { Side } from "../types.ts";
import { checkerGeometry, RADIUS, standOf } from "./checkers.ts";
import { CUBE, cubeGeometry, cubeTexture, cubeTurn, DIE, dieGeometry, paintCube } from "./dice.ts";
import { countIn, spotTexture } from "./letters.ts";
import { eased, lying, onArc, type Throw, tumbling } from "./motion.ts";
import type { Motion, Motions } from "./motions.ts";
import { worldOf } from "./plane.ts";
import { COARSE, FINE } from "./shape.ts";
import type { Stuff } from "./stuff.ts";
import { HEIGHTS } from "./woodwork.ts";

const SIDES_OF: readonly Side[] = ["white", "black"];

interface DieMesh {
  mesh: Mesh;
  number: number;
  place: Vector3;
  turn: Quaternion;
}

export interface Pieces {
  group: Group;
  checkers: Record<Side, Mesh["geometry"]>;
  render(scene: Scene, layout: Layout, ms: number): void;
  fly(flights: readonly SideFlight[], layout: Layout, ms: number): Promise<void>;
  land(): void;
  tumble(ms: number): void;
  /** A checker in the hand, seen over a place of the world. */
  hold(side: Side, at: Vector3): void;
  release(): void;
  dispose(): void;
}

/** Each checker lies a little turned, so that no two look the same. */
function turnedBy(index: number): Quaternion {
  return new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), index * 2.4);
}

export function createPieces(style: Style, stuff: Stuff, motions: Motions, isPlain: boolean): Pieces {
  const group = new Group();
  const fineness = isPlain ? COARSE : FINE;
  const checkers: Record<Side, Mesh["geometry"]> = { white: checkerGeometry("white", style, fineness), black: checkerGeometry("black", style, fineness) };
  const pools: Record<Side, Mesh[]> = { white: [], black: [] };
  const spots: Mesh[] = [];
  const spotShape = new PlaneGeometry(RADIUS * 2.75, RADIUS * 2.75).rotateX(-Math.PI / 2);
  const spotMaterial = new MeshBasicMaterial({ map: spotTexture(), transparent: true, depthWrite: false, opacity: 0.8, polygonOffset: true, polygonOffsetFactor: -4, polygonOffsetUnits: -4 });
  const dieShapes = Object.fromEntries(
    SIDES_OF.map((side) => [side, { pips: dieGeometry(side, style, fineness, true), blank: dieGeometry(side, style, fineness, false) }]),
  ) as Record<Side, { pips: Mesh["geometry"]; blank: Mesh["geometry"] }>;
  const signs = new Group();
  const dice: DieMesh[] = [];
  const diceGroup = new Group();
  const airborne = new Group();
  let flights: Motion[] = [];
  let diceMotions: Motion[] = [];
  let cubeMotion: Motion | null = null;
  let cubeKey = "";
  const cubePicture: CanvasTexture = cubeTexture();
  const cubeMaterial = isPlain
    ? new MeshLambertMaterial({ map: cubePicture })
    : new MeshPhysicalMaterial({ map: cubePicture, roughness: 0.75, clearcoat: 0.2, clearcoatRoughness: 0.35, envMapIntensity: 0.4 });
  const cube = new Mesh(cubeGeometry(), cubeMaterial);
  cube.castShadow = true;
  cube.receiveShadow = true;
  cube.visible = false;
  group.add(signs, diceGroup, airborne, cube);

  function newMesh(shape: Mesh["geometry"]): Mesh {
    const mesh = new Mesh(shape, stuff.pieces);
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    return mesh;
  }

  function fromPool(side: Side, at: number): Mesh {
    let mesh = pools[side][at];
    if (mesh === undefined) {
      mesh = newMesh(checkers[side]);
      pools[side][at] = mesh;
      group.add(mesh);
    }
    mesh.visible = true;
    return mesh;
  }

  function spotUnder(at: number, place: Vector3): void {
    let spot = spots[at];
    if (spot === undefined) {
      spot = new Mesh(spotShape, spotMaterial);
      spot.renderOrder = 2;
      spots[at] = spot;
      group.add(spot);
    }
    spot.visible = true;
    spot.position.copy(place).add(new Vector3(0.015, 0.006, 0.02));
  }

  function renderPiles(piles: readonly Pile[], layout: Layout): void {
    const used: Record<Side, number> = { white: 0, black: 0 };
    let shaded = 0;
    for (const { spot, side, count } of piles) {
      for (let index = 0; index < count; index += 1) {
        const { place, turn } = standOf(layout, spot, index);
        const mesh = fromPool(side, used[side]);
        mesh.position.copy(place);
        mesh.quaternion.copy(turn).multiply(turnedBy(spot * 7 + index));
        used[side] += 1;
        if (!isTray(spot) && place.y < HEIGHTS.bar + 0.01) {
          spotUnder(shaded, place);
          shaded += 1;
        }
      }
    }
    for (const side of SIDES_OF) for (const mesh of pools[side].slice(used[side])) mesh.visible = false;
    for (const spot of spots.slice(shaded)) spot.visible = false;
  }

  function renderSigns(piles: readonly Pile[], layout: Layout): void {
    discard(signs);
    for (const { spot, count } of piles) {
      if (!isTray(spot)) continue;
      const well = spot === OFF_NEAR ? layout.trays.near : layout.trays.far;
      const y = spot === OFF_NEAR ? well.y + 24 : well.y + well.height - 38;
      signs.add(countIn(layout, { x: well.x + well.width / 2, y }, count, style.theme));
    }
  }

  function dieAt(place: Place, layout: Layout): Vector3 {
    return new Vector3(...worldOf(place, layout)).setY(DIE / 2);
  }

  function renderDice(scene: Scene, layout: Layout, ms: number): void {
    const shown = scene.dice?.dice ?? [];
    const before = dice.map((die) => die.number);
    const wasAt = dice.map((die) => die.place);
    for (const motion of diceMotions) motion.end();
    diceMotions = [];
    diceGroup.clear();
    dice.length = 0;
    const end = (side: Side): "near" | "far" => (side === scene.near ? "near" : "far");
    if (scene.dice) {
      const { side } = scene.dice;
      const places = layout.dice(end(side), shown.length);
      shown.forEach(({ number, used }, at) => {
        const mesh = newMesh(dieShapes[side].pips);
        if (used) mesh.material = stuff.used;
        dice.push({ mesh, number, place: dieAt(places[at] as Place, layout), turn: lying(number, ((TILTS[at % 4] ?? 0) * Math.PI) / 90) });
      });
    }
    if (scene.toRoll) {
      const side = scene.toRoll;
      layout.dice(end(side), 2).forEach((place, at) => {
        dice.push({ mesh: newMesh(dieShapes[side].blank), number: 0, place: dieAt(place, layout), turn: lying(1, ((TILTS[at] ?? 0) * Math.PI) / 90) });
      });
    }
    for (const { mesh, place, turn } of dice) {
      mesh.position.copy(place);
      mesh.quaternion.copy(turn);
      diceGroup.add(mesh);
    }
    const isSwap = ms > 0 && dice.length === 2 && before.length === 2 && before[0] === dice[1]?.number && before[1] === dice[0]?.number && before[0] !== before[1];
    if (!isSwap) return;
    diceMotions = dice.map(({ mesh, place }, at) => {
      const from = wasAt[1 - at] as Vector3;
      return motions.start(Math.max(160, ms), (t) => {
        mesh.position.copy(at === 0 ? onArc(from, place, t) : from.clone().lerp(place, eased(t)));
      });
    });
  }

  function cubeStand({ owner, offered }: NonNullable<Scene["cube"]>, layout: Layout): Vector3 {
    const place = new Vector3(...worldOf(offered ? layout.cubeOffered(offered) : layout.cube(owner), layout));
    // On a narrow board it would stand in front of the pip count.
    if (!offered && !layout.cubeTray && owner === "far") place.z += 0.2;
    const ground = offered ? 0 : layout.cubeTray ? HEIGHTS.tray : HEIGHTS.bar;
    return place.setY(ground + CUBE / 2);
  }

  function renderCube(scene: Scene, layout: Layout, ms: number): void {
    const key = JSON.stringify([scene.cube && { ...scene.cube, canDouble: null }, layout.width, layout.trays.near.x]);
    if (key === cubeKey) return;
    const wasVisible = cube.visible && cubeKey !== "";
    cubeKey = key;
    cubeMotion?.end();
    cubeMotion = null;
    cube.visible = scene.cube !== null;
    if (scene.cube === null) return;
    paintCube(cubePicture, scene.cube.value, style);
    const [place, turn] = [cubeStand(scene.cube, layout), cubeTurn(scene.cube.value)];
    const [from, turned] = [cube.position.clone(), cube.quaternion.clone()];
    const arrive = (t: number): void => {
      cube.position.copy(onArc(from, place, t));
      cube.quaternion.slerpQuaternions(turned, turn, eased(t));
    };
    if (ms === 0 || !wasVisible) arrive(1);
    else cubeMotion = motions.start(ms * 2.4, arrive);
  }

  function endFlights(): void {
    for (const motion of flights) motion.end();
    flights = [];
    airborne.clear();
  }

  function flightOf({ side, from, fromIndex, to, toIndex }: SideFlight, layout: Layout, ms: number): Motion {
    const mesh = newMesh(checkers[side]);
    airborne.add(mesh);
    const [start, goal] = [standOf(layout, from, fromIndex), standOf(layout, to, toIndex)];
    const [turnA, turnB] = [start.turn.clone().multiply(turnedBy(from * 7 + fromIndex)), goal.turn.clone().multiply(turnedBy(to * 7 + toIndex))];
    return motions.start(ms, (t) => {
      mesh.position.copy(onArc(start.place, goal.place, t));
      mesh.quaternion.slerpQuaternions(turnA, turnB, eased(t));
    });
  }

  return {
    group,
    checkers,
    render(scene, layout, ms) {
      renderPiles(scene.piles, layout);
      renderSigns(scene.piles, layout);
      renderDice(scene, layout, ms);
      renderCube(scene, layout, ms);
    },
    async fly(each, layout, ms) {
      endFlights();
      const mine = each.map((flight) => flightOf(flight, layout, ms));
      flights = mine;
      await Promise.all(mine.map((motion) => motion.over));
      if (flights === mine) endFlights();
    },
    land: endFlights,
    tumble(ms) {
      for (const motion of diceMotions) motion.end();
      diceMotions = dice.map(({ mesh, place, turn }, at) => {
        const thrown = throwOf(at);
        return motions.start(ms * (0.92 + 0.08 * at), (t) => {
          const now = tumbling(thrown, turn, DIE, t);
          mesh.position.copy(place).add(now.place);
          mesh.quaternion.copy(now.turn);
        });
      });
    },
    hold(side, at) {
      let mesh = airborne.children[0] as Mesh | undefined;
      if (mesh === undefined) {
        mesh = newMesh(checkers[side]);
        airborne.add(mesh);
      }
      mesh.position.copy(at);
    },
    release: () => void airborne.clear(),
    dispose() {
      endFlights();
      discard(signs);
      for (const shape of [...Object.values(checkers), spotShape, cube.geometry, ...Object.values(dieShapes).flatMap(({ pips, blank }) => [pips, blank])]) shape.dispose();
      cubePicture.dispose();
      cubeMaterial.dispose();
      spotMaterial.map?.dispose();
      spotMaterial.dispose();
    },
  };
}

/** Thrown from the near player's hand, each die its own way. */
function throwOf(at: number): Throw {
  const [a, b, c] = [Math.random(), Math.random(), Math.random()];
  return {
    from: new Vector3(-1.6 - a * 1.2 + at * 0.3, 0, 1.8 + b * 0.9),
    spin: new Vector3(a - 0.5, 1, c - 0.5).normalize(),
    turns: 1.4 + 0.8 * b,
  };
}

/** Empty a group whose things nobody else uses. */
export function discard(group: Group, shared: ReadonlySet<unknown> = new Set()): void {
  group.traverse((each) => {
    const { geometry, material } = each as Partial<Mesh>;
    if (geometry && !shared.has(geometry)) geometry.dispose();
    for (const one of material ? [material].flat() : []) {
      if (shared.has(one)) continue;
      (one as MeshBasicMaterial).map?.dispose();
      one.dispose();
    }
  });
  group.clear();
}

