/** "Roll my next turn without doubling", said before one's turn, and what becomes of it (rules.md 2.6). */
import type { Side, WireEvent } from "./protocol.ts";

/** `used`: rolled with it, or begun anew; `voided`: the other doubled instead of playing on, and the reader is told so. */
export type PreAnswer = "kept" | "used" | "voided";

const NEW_START: readonly WireEvent["e"][] = ["game_ended", "play_taken_back", "control_passed"];

/** What a pre-answer of who sits at `you` is after `events`. */
export function preAnswerAfter(events: readonly WireEvent[], you: readonly Side[]): PreAnswer {
  for (const event of events) {
    if (event.e === "double_offered" && !you.includes(event.side)) return "voided";
    if (event.e === "dice_rolled" && you.includes(event.side)) return "used";
    if (NEW_START.includes(event.e)) return "used";
  }
  return "kept";
}
