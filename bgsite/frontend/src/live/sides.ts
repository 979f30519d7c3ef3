/** Small questions about sides. */
import type { Side, View } from "./protocol.ts";

export const SIDES: readonly Side[] = ["white", "black"];

export const other = (side: Side): Side => (side === "white" ? "black" : "white");

/** The sides that the reader plays now: those they sit at, without one where a computer stands in. */
export const handsOf = (view: Pick<View, "computers">, you: readonly Side[]): Side[] =>
  you.filter((side) => view.computers[side] === null);

/** Whose numbering is shown: one's own; with both in hand (hot seat) that of who is on roll; White's for a spectator. */
export function nearSide(view: View, you: readonly Side[]): Side {
  if (you.length === 1) return you[0] as Side;
  if (you.length === 2) return view.on_roll;
  return "white";
}

/** The side drawn at the bottom. With both in hand the board stays as it is, unless it is to turn with the player. */
export function bottomSide(view: View, you: readonly Side[], turns: boolean): Side {
  return you.length === 2 && !turns ? "white" : nearSide(view, you);
}

/** Whether somebody who sits here has to do something now. */
export const isAwaited = (view: View, you: readonly Side[]): boolean =>
  handsOf(view, you).some((side) => view.awaits.includes(side));
