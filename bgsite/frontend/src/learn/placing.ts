/**
 * White's checkers placed on the board one by one, out of the tray: each placing is a turn of its own with one step
 * from the tray to a point. Where they may lie the server says.
 */
import type { BoardPosition, StepGraph } from "../board/index.ts";

export interface Placing {
  /** The position without the missing checkers. */
  start: BoardPosition;
  /** How many are missing. */
  count: number;
  places: readonly number[];
  /** The points chosen so far, in order. */
  placed: readonly number[];
}

const TRAY = 0;

/** One step from the tray to each place; the graph of each placing differs, so that the board begins anew. */
export function placingGraph(placing: Placing): StepGraph {
  const isDone = placing.placed.length >= placing.count;
  return {
    left: [[1], ...Array.from({ length: placing.placed.length + 1 }, () => [])],
    edges: isDone ? [] : placing.places.map((point) => [0, 1, TRAY, point, 1, 0]),
    ends: [],
  };
}

/** The board with the checkers placed so far. */
export function placingPosition(placing: Placing): BoardPosition {
  const board = [...placing.start.board];
  for (const point of placing.placed) board[point] = (board[point] ?? 0) + 1;
  const white = placing.start.off.white - placing.placed.length;
  return { ...placing.start, board, off: { ...placing.start.off, white }, graph: placingGraph(placing) };
}

/** Point → checkers, as it is answered. */
export function placingAnswer(placing: Placing): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const point of placing.placed) counts[point] = (counts[point] ?? 0) + 1;
  return counts;
}
