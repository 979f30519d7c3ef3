/** Checkers, dice and cube on the board: where they stand, and how they get elsewhere. */
import { Group, type Mesh, type MeshBasicMaterial, Quaternion, Vector3 } from "three";
import type { Layout } from "../layout.ts";
import { isTray } from "../markup.ts";
import type { SideFlight, Style } from "../renderer.ts";
import type { Pile, Scene } from "../scene.ts";
import { OFF_NEAR } from "../spots.ts";
import type { Side } from "../types.ts";
import { checkerGeometry, standOf } from "./checkers.ts";
import { createContacts } from "./contacts.ts";
import { createCube } from "./cube_piece.ts";
import { createDice } from "./dice_pieces.ts";
import { countIn } from "./letters.ts";
import { eased, onArc } from "./motion.ts";
import type { Motion, Motions } from "./motions.ts";
import { COARSE, FINE } from "./shape.ts";
import { solidMesh, type Stuff } from "./stuff.ts";
import { HEIGHTS } from "./woodwork.ts";

const BOTH: readonly Side[] = ["white", "black"];

export interface Pieces {
  group: Group;
  checkers: Record<Side, Mesh["geometry"]>;
  render(scene: Scene, layout: Layout, ms: number): void;
  fly(flights: readonly SideFlight[], layout: Layout, ms: number): Promise<void>;
  land(): void;
  tumble(ms: number): void;
  /** A checker in the hand, at a place of the world. */
  hold(side: Side, at: Vector3): void;
  release(): void;
  dispose(): void;
}

/** Each checker lies a little turned, so that no two look the same. */
function turnedBy(index: number): Quaternion {
  return new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), index * 2.4);
}

export function createPieces(style: Style, stuff: Stuff, motions: Motions, isPlain: boolean): Pieces {
  const fineness = isPlain ? COARSE : FINE;
  const checkers: Record<Side, Mesh["geometry"]> = {
    white: checkerGeometry("white", style, fineness),
    black: checkerGeometry("black", style, fineness),
  };
  const pools: Record<Side, Mesh[]> = { white: [], black: [] };
  const contacts = createContacts();
  const dice = createDice(style, stuff, motions, fineness);
  const cube = createCube(style, motions, isPlain);
  const group = new Group();
  const standing = new Group();
  const signs = new Group();
  const airborne = new Group();
  group.add(standing, contacts.group, signs, dice.group, airborne, cube.mesh);
  let flights: Motion[] = [];
  let signsKey = "";

  function fromPool(side: Side, at: number): Mesh {
    let mesh = pools[side][at];
    if (mesh === undefined) {
      mesh = solidMesh(checkers[side], stuff.pieces);
      pools[side][at] = mesh;
      standing.add(mesh);
    }
    mesh.visible = true;
    return mesh;
  }

  function renderPiles(piles: readonly Pile[], layout: Layout): void {
    const used: Record<Side, number> = { white: 0, black: 0 };
    const grounded: Vector3[] = [];
    for (const { spot, side, count } of piles) {
      for (let index = 0; index < count; index += 1) {
        const { place, turn } = standOf(layout, spot, index);
        const mesh = fromPool(side, used[side]);
        mesh.position.copy(place);
        mesh.quaternion.copy(turn).multiply(turnedBy(spot * 7 + index));
        used[side] += 1;
        if (!isTray(spot) && place.y <= HEIGHTS.bar) grounded.push(place);
      }
    }
    for (const side of BOTH) for (const mesh of pools[side].slice(used[side])) mesh.visible = false;
    contacts.under(grounded);
  }

  function renderSigns(piles: readonly Pile[], layout: Layout): void {
    const trays = piles.filter((pile) => isTray(pile.spot));
    const key = JSON.stringify([layout.width, layout.trays.near.x, trays]);
    if (key === signsKey) return;
    signsKey = key;
    discard(signs);
    for (const { spot, count } of trays) {
      const well = spot === OFF_NEAR ? layout.trays.near : layout.trays.far;
      // At the free end; the far one a little out from under the divider.
      const y = spot === OFF_NEAR ? well.y + 24 : well.y + well.height - 38;
      signs.add(countIn(layout, { x: well.x + well.width / 2, y }, count, style.theme));
    }
  }

  function endFlights(): void {
    for (const motion of flights) motion.end();
    flights = [];
    airborne.clear();
  }

  function flightOf({ side, from, fromIndex, to, toIndex }: SideFlight, layout: Layout, ms: number): Motion {
    const mesh = solidMesh(checkers[side], stuff.pieces);
    airborne.add(mesh);
    const [start, goal] = [standOf(layout, from, fromIndex), standOf(layout, to, toIndex)];
    const begun = start.turn.clone().multiply(turnedBy(from * 7 + fromIndex));
    const ended = goal.turn.clone().multiply(turnedBy(to * 7 + toIndex));
    return motions.start(ms, (t) => {
      mesh.position.copy(onArc(start.place, goal.place, t));
      mesh.quaternion.slerpQuaternions(begun, ended, eased(t));
    });
  }

  return {
    group,
    checkers,
    render(scene, layout, ms) {
      renderPiles(scene.piles, layout);
      renderSigns(scene.piles, layout);
      dice.render(scene, layout, ms);
      cube.render(scene, layout, ms);
    },
    async fly(each, layout, ms) {
      endFlights();
      const mine = each.map((flight) => flightOf(flight, layout, ms));
      flights = mine;
      await Promise.all(mine.map((motion) => motion.over));
      if (flights === mine) endFlights();
    },
    land: endFlights,
    tumble: dice.tumble,
    hold(side, at) {
      if (airborne.children.length === 0) airborne.add(solidMesh(checkers[side], stuff.pieces));
      airborne.children[0]?.position.copy(at);
    },
    release: () => void airborne.clear(),
    dispose() {
      endFlights();
      discard(signs);
      dice.dispose();
      cube.dispose();
      contacts.dispose();
      for (const shape of Object.values(checkers)) shape.dispose();
    },
  };
}

/** Empty a group whose things nobody else uses, but for what is `shared`. */
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
