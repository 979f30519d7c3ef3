/** What the players are called: people by their names, computers by their level, both sides of one person by colour. */
import type { SeatKind } from "./page.ts";
import type { Side, View } from "./protocol.ts";
import { type Names, levelWord, sideWord } from "./words.ts";

export interface Seats {
  names: Names;
  seats: Record<Side, SeatKind>;
}

/** "Computer (expert)". */
function computerName(view: View | null, side: Side): string {
  const level = view?.computers[side];
  return level ? interpolate(gettext("Computer (%(level)s)"), { level: levelWord(level) }, true) : gettext("Computer");
}

/** `hotSeat`: one person plays both sides. */
export function namesOf({ names, seats }: Seats, view: View | null, hotSeat: boolean): Names {
  const nameOf = (side: Side): string => {
    if (hotSeat) return sideWord(side);
    return seats[side] === "computer" ? computerName(view, side) : names[side];
  };
  return { white: nameOf("white"), black: nameOf("black") };
}
