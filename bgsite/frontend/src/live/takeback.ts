/** What a take-back would take back, read off the log (rules.md 7.2). Shows only; the server decides. */
import type { Side, View, WireEvent } from "./protocol.ts";
import { handsOf } from "./sides.ts";

export interface Played {
  side: Side;
  dice: readonly number[];
  text: string;
}

/** The plays of the game's log that stand, in order. */
export function standingPlays(log: readonly WireEvent[]): Played[] {
  const plays: Played[] = [];
  let dice: readonly number[] = [];
  for (const event of log) {
    switch (event.e) {
      case "opening_thrown":
        dice = [Math.max(event.white, event.black), Math.min(event.white, event.black)];
        break;
      case "dice_rolled":
      case "opening_rerolled":
        dice = event.dice;
        break;
      case "checkers_played":
        plays.push({ side: event.side, dice, text: event.text });
        break;
      case "play_taken_back":
        takeFrom(plays, event.restored.side, event.restored.dice);
        dice = event.restored.dice;
    }
  }
  return plays;
}

/** Without the last play of `side` with `dice`, and all that came after it. */
function takeFrom(plays: Played[], side: Side, dice: readonly number[]): void {
  const isIt = (play: Played): boolean => play.side === side && play.dice.join() === dice.join();
  const at = plays.findLastIndex(isIt);
  plays.length = at >= 0 ? at : 0;
}

/** The play that would be taken back, and those after it that would go with it; null when there is none. */
export function toTakeBack(
  view: View,
  you: readonly Side[],
  log: readonly WireEvent[],
): { play: Played; after: Played[] } | null {
  const hands = handsOf(view, you);
  if (!hands.some((side) => view.can[side].take_back)) return null;
  const plays = standingPlays(log);
  const at = plays.findLastIndex(({ side }) => hands.includes(side));
  const play = plays[at];
  return play ? { play, after: plays.slice(at + 1) } : null;
}
