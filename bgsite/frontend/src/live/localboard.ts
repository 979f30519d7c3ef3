/** The board with the local steps of a turn made on it: plain arithmetic on what the server sent. */
import type { PlayFrame, Side, View } from "./protocol.ts";
import { other } from "./sides.ts";

/** [from, to, die] in the mover's numbering. */
export type Step = PlayFrame["steps"][number];

export const BAR = 25;
export const OFF = 0;

/** Checkers of `side` on its own point 1–24, or on its bar (25). */
export function checkersOn(board: readonly number[], side: Side, point: number): number {
  if (point === BAR) return board[side === "white" ? 25 : 0] ?? 0;
  const signed = board[side === "white" ? point : 25 - point] ?? 0;
  return Math.max(0, side === "white" ? signed : -signed);
}

interface Shown {
  board: number[];
  pips: Record<Side, number>;
  off: Record<Side, number>;
}

function change(board: number[], side: Side, point: number, by: number): void {
  const sign = side === "white" ? 1 : -1;
  if (point === BAR) board[side === "white" ? 25 : 0]! += by;
  else board[side === "white" ? point : 25 - point]! += by * sign;
}

/** What a person sees after `steps` of `side`: board, pips and checkers off. */
export function withSteps(view: View, side: Side, steps: readonly Step[]): Shown {
  const shown: Shown = { board: [...view.board], pips: { ...view.pips }, off: { ...view.off } };
  const foe = other(side);
  for (const [from, to] of steps) {
    change(shown.board, side, from, -1);
    shown.pips[side] -= from - to;
    if (to === OFF) {
      shown.off[side] += 1;
      continue;
    }
    if (checkersOn(shown.board, foe, 25 - to) > 0) {
      change(shown.board, foe, 25 - to, -1);
      change(shown.board, foe, BAR, 1);
      shown.pips[foe] += to;
    }
    change(shown.board, side, to, 1);
  }
  return shown;
}
