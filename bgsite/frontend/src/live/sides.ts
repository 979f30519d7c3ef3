/** Small questions about sides. */
import type { Side, View } from "./protocol.ts";

export const SIDES: readonly Side[] = ["white", "black"];

export const other = (side: Side): Side => (side === "white" ? "black" : "white");

/** The side drawn at the bottom: one's own; with both in hand (hot seat) the one on roll; White for a spectator. */
export function nearSide(view: View, you: readonly Side[]): Side {
  if (you.length === 1) return you[0] as Side;
  if (you.length === 2) return view.on_roll;
  return "white";
}

/** Whether somebody who sits here has to do something now. */
export const isAwaited = (view: View, you: readonly Side[]): boolean => view.awaits.some((side) => you.includes(side));
