/**
 * Where a checker can be, seen by the near player: 1–24 the points in the near player's numbering, and the bars and
 * trays of both. The server speaks White's numbering for boards and the mover's for steps; this is the one module
 * that turns those into spots and back.
 */
import type { BoardPosition, Side } from "./types.ts";

export type Spot = number;
export const BAR_FAR: Spot = 0;
export const BAR_NEAR: Spot = 25;
export const OFF_NEAR: Spot = 26;
export const OFF_FAR: Spot = 27;
/** How many there are. */
export const SPOTS = 28;

/** +1 the near player's checkers, −1 the far player's. */
export type Sign = 1 | -1;

/** 28 counts by spot: points near > 0 and far < 0, bars and trays ≥ 0. */
export type Cells = readonly number[];

export function other(side: Side): Side {
  return side === "white" ? "black" : "white";
}

export function signOf(side: Side, near: Side): Sign {
  return side === near ? 1 : -1;
}

/** A point of a step (24…1, 25 bar, 0 off, the mover's numbering) as a spot. */
export function spotOf(point: number, mover: Sign): Spot {
  if (point === 0) return mover === 1 ? OFF_NEAR : OFF_FAR;
  return mover === 1 ? point : 25 - point;
}

/** The inverse of `spotOf`. */
export function pointOf(spot: Spot, mover: Sign): number {
  if (spot === OFF_NEAR || spot === OFF_FAR) return 0;
  return mover === 1 ? spot : 25 - spot;
}

/** The checkers of a position, seen by `near`. */
export function cellsOf(position: Pick<BoardPosition, "board" | "off">, near: Side): Cells {
  const { board, off } = position;
  const cells =
    near === "white"
      ? board.slice(0, 26)
      : board.map((_, point) => (point === 0 || point === 25 ? (board[25 - point] ?? 0) : -(board[25 - point] ?? 0)));
  return [...cells.map((count) => count || 0), off[near], off[other(near)]];
}

export function isPoint(spot: Spot): boolean {
  return spot >= 1 && spot <= 24;
}

/** How many checkers of `sign` are on a spot. */
export function countAt(cells: Cells, spot: Spot, sign: Sign): number {
  const count = cells[spot] ?? 0;
  if (spot === BAR_NEAR || spot === OFF_NEAR) return sign === 1 ? count : 0;
  if (spot === BAR_FAR || spot === OFF_FAR) return sign === -1 ? count : 0;
  return Math.max(0, count * sign);
}

/** Whose checkers are on a spot, null when it is empty. */
export function holderOf(cells: Cells, spot: Spot): Sign | null {
  if (countAt(cells, spot, 1) > 0) return 1;
  return countAt(cells, spot, -1) > 0 ? -1 : null;
}

/** `cells` with `change` checkers of `sign` more on a spot. */
export function withChecker(cells: Cells, spot: Spot, sign: Sign, change: 1 | -1): Cells {
  const signed = isPoint(spot) ? sign * change : change;
  return cells.map((count, index) => (index === spot ? count + signed : count));
}

/** The bar on which a checker of `sign` waits. */
export function barOf(sign: Sign): Spot {
  return sign === 1 ? BAR_NEAR : BAR_FAR;
}
