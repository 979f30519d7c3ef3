/**
 * Walks the step graph of a turn. All rules are in the graph: this only follows its edges. Points are in the mover's
 * numbering (24…1, 25 bar, 0 off).
 */
import type { LocalTurn, StepGraph, StepOption, StepTriple } from "./types.ts";

interface Edge {
  node: number;
  next: number;
  from: number;
  to: number;
  die: number;
  hits: boolean;
}

/** A turn under way. */
export interface Walk {
  graph: StepGraph;
  /** Edges by the node they leave. */
  edges: ReadonlyMap<number, Edge[]>;
  /** How many different ways lead from each node to an end. */
  ways: ReadonlyMap<number, number>;
  /** The edges walked so far. */
  taken: readonly Edge[];
}

export function startWalk(graph: StepGraph): Walk {
  const edges = new Map<number, Edge[]>();
  for (const [node = 0, next = 0, from = 0, to = 0, die = 0, hits = 0] of graph.edges) {
    const leaving = edges.get(node) ?? [];
    leaving.push({ node, next, from, to, die, hits: hits === 1 });
    edges.set(node, leaving);
  }
  return { graph, edges, ways: countedWays(edges), taken: [] };
}

function countedWays(edges: ReadonlyMap<number, Edge[]>): Map<number, number> {
  const ways = new Map<number, number>();
  function count(node: number): number {
    const known = ways.get(node);
    if (known !== undefined) return known;
    const leaving = edges.get(node) ?? [];
    const total = leaving.length === 0 ? 1 : leaving.reduce((sum, edge) => sum + count(edge.next), 0);
    ways.set(node, total);
    return total;
  }
  for (const node of edges.keys()) count(node);
  return ways;
}

function nodeOf(walk: Walk): number {
  return walk.taken.at(-1)?.next ?? 0;
}

function tripleOf({ from, to, die }: Edge): StepTriple {
  return [from, to, die];
}

/** Every path of one checker from the present node, by one or several dice. */
function paths(walk: Walk): Edge[][] {
  const found: Edge[][] = [];
  function follow(path: Edge[], last: Edge): void {
    found.push(path);
    for (const edge of walk.edges.get(last.next) ?? []) {
      if (last.to !== 0 && edge.from === last.to) follow([...path, edge], edge);
    }
  }
  for (const edge of walk.edges.get(nodeOf(walk)) ?? []) follow([edge], edge);
  return found;
}

/**
 * Which of two paths with the same from and to is offered: the shorter; then the one that hits more (it can be undone,
 * a missed hit is seen too late); then the one that leaves more ways to go on; then the one that uses the smaller die
 * for a single step and the larger first for a combined one.
 */
function isBetter(walk: Walk, path: Edge[], than: Edge[]): boolean {
  const order = (edges: Edge[]): number[] => [
    -edges.length,
    edges.filter((edge) => edge.hits).length,
    walk.ways.get(edges.at(-1)?.next ?? 0) ?? 1,
    edges.length === 1 ? -(edges[0]?.die ?? 0) : (edges[0]?.die ?? 0),
  ];
  const [mine, theirs] = [order(path), order(than)];
  const at = mine.findIndex((value, index) => value !== theirs[index]);
  return at >= 0 && (mine[at] ?? 0) > (theirs[at] ?? 0);
}

function optionOf(path: Edge[]): StepOption {
  return {
    from: path[0]?.from ?? 0,
    to: path.at(-1)?.to ?? 0,
    die: path.reduce((sum, edge) => sum + edge.die, 0),
    hits: path.some((edge) => edge.hits),
    path: path.map(tripleOf),
  };
}

/** What can be moved now; one option for each from and to. Single steps first. */
export function optionsOf(walk: Walk): StepOption[] {
  const best = new Map<string, Edge[]>();
  for (const path of paths(walk)) {
    const key = `${path[0]?.from}/${path.at(-1)?.to}`;
    const known = best.get(key);
    if (known === undefined || isBetter(walk, path, known)) best.set(key, path);
  }
  return [...best.values()]
    .map(optionOf)
    .sort((a, b) => a.path.length - b.path.length || b.from - a.from || b.die - a.die);
}

/** The option of one checker by exactly this die, if there is one (for the one-click style). */
export function optionByDie(walk: Walk, from: number, die: number): StepOption | null {
  const edge = (walk.edges.get(nodeOf(walk)) ?? []).find((each) => each.from === from && each.die === die);
  return edge ? optionOf([edge]) : null;
}

/** The walk after these single steps, null when the graph does not have them. */
export function walked(walk: Walk, steps: readonly StepTriple[]): Walk | null {
  let taken = walk.taken;
  let node = nodeOf(walk);
  for (const [from, to, die] of steps) {
    const edge = walk.edges.get(node)?.find((each) => each.from === from && each.to === to && each.die === die);
    if (edge === undefined) return null;
    taken = [...taken, edge];
    node = edge.next;
  }
  return { ...walk, taken };
}

/** The walk without its last single step. */
export function undone(walk: Walk): Walk {
  return { ...walk, taken: walk.taken.slice(0, -1) };
}

export function restarted(walk: Walk): Walk {
  return { ...walk, taken: [] };
}

export function stepsOf(walk: Walk): StepTriple[] {
  return walk.taken.map(tripleOf);
}

/** The turn as others see it. */
export function turnOf(walk: Walk | null): LocalTurn {
  if (walk === null) return { steps: [], left: [], complete: false, canUndo: false, options: [] };
  const node = nodeOf(walk);
  return {
    steps: stepsOf(walk),
    left: [...(walk.graph.left[node] ?? [])],
    complete: walk.graph.ends.includes(node),
    canUndo: walk.taken.length > 0,
    options: optionsOf(walk),
  };
}

export function isSameGraph(a: StepGraph | null, b: StepGraph | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
