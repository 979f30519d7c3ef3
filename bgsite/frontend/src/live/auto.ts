/**
 * What is done for a player who wants it so: rolling, forced plays, confirming, a greedy bear-off. Pure decisions over the
 * view and the step graph of the server; no rules. Nothing is ever chosen before it is one's turn.
 */
import type { Preferences } from "./preferences.ts";
import type { GraphView, Side, View } from "./protocol.ts";
import { type Step, checkersOn } from "./localboard.ts";
import { other } from "./sides.ts";
import { sideFor } from "./wishes.ts";

export type AutoDeed =
  | { kind: "roll" }
  /** Make these steps on the board. */
  | { kind: "steps"; steps: Step[] }
  | { kind: "confirm" };

export interface Situation {
  view: View;
  you: readonly Side[];
  preferences: Preferences;
  /** The local turn so far; null when none is played here. */
  turn: { steps: readonly Step[]; complete: boolean } | null;
  /** The player switched doubling off for this turn (rules.md 2.6). */
  noDouble: boolean;
  /** The player took a step back in this turn, or a play: what comes is by hand. */
  handsOff: boolean;
}

export function autoDeed(situation: Situation): AutoDeed | null {
  const { view } = situation;
  if (view.paused || view.proposal || view.resignation) return null;
  return autoRoll(situation) ?? autoPlay(situation) ?? autoConfirm(situation);
}

/** Never while a legal double exists, unless doubling was switched off for the turn (rules.md 2.6). */
function autoRoll({ view, you, preferences, noDouble }: Situation): AutoDeed | null {
  if (!preferences.autoRoll) return null;
  const side = sideFor(view, you, "roll");
  if (side === null || (view.can[side].double && !noDouble)) return null;
  return { kind: "roll" };
}

function autoPlay({ view, preferences, turn, handsOff }: Situation): AutoDeed | null {
  if (!turn || !view.graph || turn.complete || handsOff) return null;
  const steps = greedy(view, preferences, turn.steps) ?? forced(view.graph, preferences, turn.steps);
  return steps && steps.length > 0 ? { kind: "steps", steps } : null;
}

function autoConfirm({ view, preferences, turn, handsOff }: Situation): AutoDeed | null {
  if (!turn?.complete || handsOff || turn.steps.length === 0) return null;
  const wanted =
    preferences.autoConfirm === "always" ||
    (preferences.autoConfirm === "forced" && view.graph !== null && isForced(view.graph)) ||
    (preferences.greedy && isGreedy(view, turn.steps));
  return wanted ? { kind: "confirm" } : null;
}

// -------------------------------------------------------------------- the step graph

type Edge = GraphView["edges"][number];

const leaving = (graph: GraphView, node: number): Edge[] => graph.edges.filter(([from]) => from === node);

/** The node after `steps`; null when the graph does not have them. */
function nodeAfter(graph: GraphView, steps: readonly Step[]): number | null {
  let node = 0;
  for (const [from, to, die] of steps) {
    const edge = leaving(graph, node).find((each) => each[2] === from && each[3] === to && each[4] === die);
    if (!edge) return null;
    node = edge[1];
  }
  return node;
}

/** A path to each end that can be reached from `node`. */
function paths(graph: GraphView, node: number): Map<number, Step[]> {
  const found = new Map<number, Step[]>();
  const seen = new Set<number>();
  const follow = (at: number, path: Step[]): void => {
    if (seen.has(at)) return;
    seen.add(at);
    if (graph.ends.includes(at)) found.set(at, path);
    for (const [, next, from, to, die] of leaving(graph, at)) follow(next, [...path, [from, to, die]]);
  };
  follow(node, []);
  return found;
}

/** The same for two paths that end in the same position: how many checkers came and went where. */
function outcome(path: readonly Step[]): string {
  const change = new Map<number, number>();
  const add = (point: number, by: number): void => void change.set(point, (change.get(point) ?? 0) + by);
  for (const [from, to] of path) {
    add(from, -1);
    add(to, 1);
  }
  const parts = [...change].filter(([, by]) => by !== 0).sort(([a], [b]) => b - a);
  return parts.map(([point, by]) => `${point}:${by}`).join(" ");
}

/** Hit checkers tell two positions apart, too: a path is known by the points it hits on. */
function hits(graph: GraphView, path: readonly Step[]): string {
  let node = 0;
  const points: number[] = [];
  for (const [from, to, die] of path) {
    const edge = leaving(graph, node).find((each) => each[2] === from && each[3] === to && each[4] === die);
    if (!edge) break;
    if (edge[5] === 1) points.push(to);
    node = edge[1];
  }
  return points.sort((a, b) => b - a).join(" ");
}

/** Every way to play the roll ends in the same position. */
export function isForced(graph: GraphView): boolean {
  const ways = [...paths(graph, 0).values()];
  const kinds = new Set(ways.map((path) => `${outcome(path)}|${hits(graph, path)}`));
  return ways.length > 0 && kinds.size === 1;
}

/** The rest of a forced turn, or the one step that can be made now, as the player wants it. */
function forced(graph: GraphView, { autoPlay }: Preferences, made: readonly Step[]): Step[] | null {
  if (autoPlay === "off") return null;
  const node = nodeAfter(graph, made);
  if (node === null) return null;
  if (isForced(graph)) return [...paths(graph, node).values()][0] ?? null;
  if (autoPlay !== "steps") return null;
  const edges = leaving(graph, node);
  const [edge] = edges;
  const isOnly = edge !== undefined && edges.every((each) => each[2] === edge[2] && each[3] === edge[3]);
  return isOnly ? [[edge[2], edge[3], edge[4]]] : null;
}

// -------------------------------------------------------------------- bearing off

const BEAR_OFF_FROM = 6;

/** The rearmost checker of `side` in its own numbering; 0 when all are off. */
function rearmost(view: View, side: Side): number {
  for (let point = 25; point >= 1; point -= 1) if (checkersOn(view.board, side, point) > 0) return point;
  return 0;
}

/** Nobody can hit any more. */
export function isRace(view: View): boolean {
  return rearmost(view, "white") + rearmost(view, "black") < 25;
}

const borneOff = (path: readonly Step[]): number => path.filter(([, to]) => to === 0).length;

/** The way to bear off the most; null when there is contact, nothing comes off, or several such plays differ. */
export function greedyPath(view: View): Step[] | null {
  const graph = view.graph;
  const side = view.to_act;
  if (!graph || side === null || !isRace(view) || rearmost(view, side) > BEAR_OFF_FROM) return null;
  if (rearmost(view, other(side)) === 0) return null;
  const ways = [...paths(graph, 0).values()];
  const most = Math.max(0, ...ways.map(borneOff));
  const best = ways.filter((path) => borneOff(path) === most);
  if (most === 0 || new Set(best.map(outcome)).size !== 1) return null;
  return best[0] ?? null;
}

function greedy(view: View, { greedy: isWanted }: Preferences, made: readonly Step[]): Step[] | null {
  return isWanted && made.length === 0 ? greedyPath(view) : null;
}

function isGreedy(view: View, made: readonly Step[]): boolean {
  const path = greedyPath(view);
  return path !== null && outcome(path) === outcome(made);
}
