/** Positions to try the board with. */
import type { BoardPosition, Side, StepGraph } from "../src/board/index.ts";

export const START = [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0];

/**
 * A step graph good enough to try the board: every step that lands on no made point of the other side, bearing off
 * only from home. It leaves out "as many dice as possible"; the server's graph has it.
 */
export function roughGraph(board: number[], side: Side, dice: number[]): StepGraph {
  const mine = side === "white" ? board : board.map((_, at) => (at % 25 === 0 ? (board[25 - at] ?? 0) : -(board[25 - at] ?? 0)));
  const graph: StepGraph = { left: [dice], edges: [], ends: [] };
  const nodes = new Map([[JSON.stringify([mine, dice]), 0]]);
  const queue: [number, number[], number[]][] = [[0, mine, dice]];
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [node, cells, left] = next;
    let isEnd = true;
    for (const die of new Set(left)) {
      for (let from = 25; from >= 1; from -= 1) {
        if ((cells[from] ?? 0) <= 0 || ((cells[25] ?? 0) > 0 && from !== 25)) continue;
        const to = Math.max(0, from - die);
        const isHome = cells.slice(7).every((count) => count <= 0);
        if (to === 0 && (!isHome || (die > from && cells.slice(from + 1, 7).some((count) => count > 0)))) continue;
        if (to > 0 && (cells[to] ?? 0) < -1) continue;
        const after = [...cells];
        const hits = to > 0 && cells[to] === -1;
        after[from] = (after[from] ?? 0) - 1;
        if (hits) {
          after[to] = 0;
          after[0] = (after[0] ?? 0) + 1;
        }
        if (to > 0) after[to] = (after[to] ?? 0) + 1;
        const rest = [...left];
        rest.splice(rest.indexOf(die), 1);
        const key = JSON.stringify([after, rest]);
        let id = nodes.get(key);
        if (id === undefined) {
          id = nodes.size;
          nodes.set(key, id);
          graph.left.push(rest);
          queue.push([id, after, rest]);
        }
        graph.edges.push([node, id, from, to, die, hits ? 1 : 0]);
        isEnd = false;
      }
    }
    if (isEnd) graph.ends.push(node);
  }
  return graph;
}

function position(changes: Partial<BoardPosition>): BoardPosition {
  const board = changes.board ?? START;
  const count = (sign: number): number => board.slice(1, 25).reduce((sum, n) => sum + Math.max(0, n * sign), 0);
  return {
    board,
    cube: { value: 1, owner: null, in_use: true },
    off: { white: 15 - count(1) - (board[25] ?? 0), black: 15 - count(-1) - (board[0] ?? 0) },
    dice: null,
    dice_side: null,
    last_play: null,
    graph: null,
    offer: null,
    ...changes,
  };
}

export function toPlay(side: Side, dice: [number, number], board: number[], more: Partial<BoardPosition> = {}): BoardPosition {
  const all = dice[0] === dice[1] ? [dice[0], dice[0], dice[0], dice[0]] : dice;
  return position({ board, dice, dice_side: side, graph: roughGraph(board, side, all), ...more });
}

const LOOK = [1, -2, 0, 0, 0, 2, 4, 0, 3, 0, 0, 0, -4, 3, 0, 0, 0, -3, 0, -4, -1, 0, 0, 0, 2, 0];
const BAR = [1, -2, 0, 0, 0, 2, 4, 0, 3, 0, 0, 0, -4, 3, 0, 0, 0, -3, 0, -4, 0, -1, 0, 0, 1, 2];
const OFF = [0, 3, 2, 1, 0, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -2, -3, 0, -1, 0, -2, 0];
const STACKS = [0, 8, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -6, -9, 0];
const BIG_BAR = [6, 4, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, 0, -1, -2, 0, -5, 6];

export const POSITIONS: Record<string, { position: BoardPosition; movable: Side | null; can?: { roll: boolean; double: boolean } }> = {
  opening: { position: toPlay("white", [3, 1], START), movable: "white" },
  look: {
    position: toPlay("white", [5, 3], LOOK, {
      cube: { value: 2, owner: "black", in_use: true },
      last_play: { side: "black", moves: [[13, 8, 5], [6, 5, 1]] },
    }),
    movable: "white",
  },
  bar: { position: toPlay("white", [4, 2], BAR, { cube: { value: 4, owner: "white", in_use: true } }), movable: "white" },
  double6: { position: toPlay("white", [6, 6], START), movable: "white" },
  bearoff: { position: toPlay("white", [6, 5], OFF), movable: "white" },
  stacks: { position: toPlay("black", [2, 1], STACKS, { cube: { value: 512, owner: null, in_use: true } }), movable: "black" },
  bigbar: { position: toPlay("white", [6, 5], BIG_BAR), movable: "white" },
  toroll: {
    position: position({ board: LOOK, last_play: { side: "black", moves: [[24, 20, 4], [24, 18, 6]] } }),
    movable: "white",
    can: { roll: true, double: true },
  },
  offered: { position: position({ board: LOOK, offer: { by: "black", value: 2 } }), movable: "white" },
  watching: { position: { ...toPlay("black", [4, 1], START), graph: null }, movable: null },
};
