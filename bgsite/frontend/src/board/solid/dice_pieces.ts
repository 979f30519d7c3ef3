/** The dice on the board: where they lie, thrown, swapped. */
import { Group, type Mesh, type Quaternion, Vector3 } from "three";
import type { Layout, Place } from "../layout.ts";
import { TILTS } from "../markup.ts";
import type { Style } from "../renderer.ts";
import type { Scene } from "../scene.ts";
import type { Side } from "../types.ts";
import { DIE, dieGeometry } from "./dice.ts";
import { eased, lying, onArc, type Throw, tumbling } from "./motion.ts";
import type { Motion, Motions } from "./motions.ts";
import { worldOf } from "./plane.ts";
import type { Fineness } from "./shape.ts";
import { solidMesh, type Stuff } from "./stuff.ts";

/** Milliseconds that two dice need at least to change places. */
const SWAP_MS = 160;

interface Die {
  mesh: Mesh;
  /** 0: it waits to be thrown. */
  number: number;
  place: Vector3;
  turn: Quaternion;
}

export interface Dice {
  group: Group;
  render(scene: Scene, layout: Layout, ms: number): void;
  tumble(ms: number): void;
  dispose(): void;
}

/** Thrown by one hand at the near player's end, side by side, so that no two meet on the way. */
function throwsOf(count: number): Throw[] {
  const from = new Vector3(-1.7 - Math.random(), 0, 1.9 + Math.random() * 0.7);
  return Array.from({ length: count }, (_, at) => {
    const [a, b, c] = [Math.random(), Math.random(), Math.random()];
    return {
      from: from.clone().add(new Vector3(at * 0.2 + a * 0.1, 0, (b - 0.5) * 0.5)),
      spin: new Vector3(a - 0.5, 1, c - 0.5).normalize(),
      turns: 1.4 + 0.8 * b,
    };
  });
}

/** Whether two unlike dice have changed places. */
function isSwapped(before: readonly Die[], now: readonly Die[]): boolean {
  const [a, b] = [before.map((die) => die.number), now.map((die) => die.number)];
  return a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0] && a[0] !== a[1];
}

export function createDice(style: Style, stuff: Stuff, motions: Motions, fineness: Fineness): Dice {
  const group = new Group();
  const shapesOf = (hasPips: boolean): Record<Side, Mesh["geometry"]> => ({
    white: dieGeometry("white", style, fineness, hasPips),
    black: dieGeometry("black", style, fineness, hasPips),
  });
  const [pipped, blank] = [shapesOf(true), shapesOf(false)];
  let dice: Die[] = [];
  let moving: Motion[] = [];
  let key = "";

  function newDie(shape: Mesh["geometry"], number: number, at: number, middle: Place, layout: Layout): Die {
    const place = new Vector3(...worldOf(middle, layout)).setY(DIE / 2);
    // Twice as askew as in the flat picture, which shows nothing but their tops.
    const turn = lying(Math.max(1, number), ((TILTS[at % 4] ?? 0) * Math.PI) / 90);
    const mesh = solidMesh(shape, stuff.pieces);
    mesh.position.copy(place);
    mesh.quaternion.copy(turn);
    return { mesh, number, place, turn };
  }

  function laid({ dice: shown, toRoll, near }: Scene, layout: Layout): Die[] {
    const end = (side: Side): "near" | "far" => (side === near ? "near" : "far");
    const made: Die[] = [];
    if (shown) {
      const places = layout.dice(end(shown.side), shown.dice.length);
      shown.dice.forEach(({ number, used }, at) => {
        const die = newDie(pipped[shown.side], number, at, places[at] as Place, layout);
        if (used) die.mesh.material = stuff.used;
        made.push(die);
      });
    }
    if (toRoll) layout.dice(end(toRoll), 2).forEach((place, at) => made.push(newDie(blank[toRoll], 0, at, place, layout)));
    return made;
  }

  function endMotions(): void {
    for (const motion of moving) motion.end();
    moving = [];
  }

  function swap(before: readonly Die[], ms: number): void {
    moving = dice.map(({ mesh, place }, at) => {
      const from = (before[1 - at] as Die).place;
      return motions.start(Math.max(SWAP_MS, ms), (t) => {
        mesh.position.copy(at === 0 ? onArc(from, place, t) : from.clone().lerp(place, eased(t)));
      });
    });
  }

  return {
    group,
    render(scene, layout, ms) {
      // Dice that tumble tumble on while something else changes.
      const next = JSON.stringify([scene.dice, scene.toRoll, scene.near, layout.width, layout.trays.near.x]);
      if (next === key) return;
      key = next;
      endMotions();
      const before = dice;
      dice = laid(scene, layout);
      group.clear();
      for (const { mesh } of dice) group.add(mesh); // `add` of nothing is an error to three
      if (ms > 0 && isSwapped(before, dice)) swap(before, ms);
    },
    tumble(ms) {
      endMotions();
      const throws = throwsOf(dice.length);
      moving = dice.map(({ mesh, place, turn }, at) => {
        const thrown = throws[at] as Throw;
        return motions.start(ms * (0.92 + 0.08 * at), (t) => {
          const now = tumbling(thrown, turn, DIE, t);
          mesh.position.copy(place).add(now.place);
          mesh.quaternion.copy(now.turn);
        });
      });
    },
    dispose() {
      endMotions();
      for (const shape of [...Object.values(pipped), ...Object.values(blank)]) shape.dispose();
    },
  };
}
