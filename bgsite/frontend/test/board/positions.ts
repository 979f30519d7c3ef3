/** Boards in White's numbering, and small step graphs, for the tests of the board. */
import type { BoardPosition, StepGraph } from "../../src/board/index.ts";

export const START = [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0];
export const MIDDLE = [1, -2, 0, 0, 0, 2, 4, 0, 3, 0, 0, 0, -4, 3, 0, 0, 0, -3, 0, -4, -1, 0, 0, 0, 2, 0];
export const STACKS = [6, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -7, 5];

function checkers(board: readonly number[], sign: number): number {
  return board.slice(1, 25).reduce((sum, count) => sum + Math.max(0, count * sign), 0);
}

export function positionOf(board: number[], changes: Partial<BoardPosition> = {}): BoardPosition {
  return {
    board,
    cube: { value: 1, owner: null, in_use: true },
    off: { white: 15 - checkers(board, 1) - (board[25] ?? 0), black: 15 - checkers(board, -1) - (board[0] ?? 0) },
    dice: null,
    dice_side: null,
    last_play: null,
    graph: null,
    offer: null,
    ...changes,
  };
}

/** One checker on 8 and dice 5-3, the 5-point the only thing in its way hit by the 3: every order of two steps. */
export const ONE_CHECKER: StepGraph = {
  left: [[5, 3], [3], [5], []],
  edges: [
    [0, 1, 13, 8, 5, 0],
    [0, 2, 13, 10, 3, 1],
    [1, 3, 8, 5, 3, 0],
    [2, 3, 10, 5, 5, 0],
  ],
  ends: [3],
};

/** Bearing off from 3 and 2 with 6-3: the checker on 3 may use either die, but only the 3 lets both be played from it. */
export const BEAR_OFF: StepGraph = {
  left: [[6, 3], [3], [6], [], []],
  edges: [
    [0, 1, 3, 0, 6, 0],
    [0, 2, 3, 0, 3, 0],
    [1, 3, 2, 0, 3, 0],
    [2, 3, 2, 0, 6, 0],
    [2, 4, 1, 0, 6, 0],
  ],
  ends: [3, 4],
};

/** One checker and 2-2: up to four steps in a row. */
export const DOUBLES: StepGraph = {
  left: [[2, 2, 2, 2], [2, 2, 2], [2, 2], [2], []],
  edges: [
    [0, 1, 24, 22, 2, 0],
    [1, 2, 22, 20, 2, 0],
    [2, 3, 20, 18, 2, 0],
    [3, 4, 18, 16, 2, 0],
  ],
  ends: [4],
};
