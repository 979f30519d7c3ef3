/** How the board is drawn for this reader, and what is said when it cannot be drawn so. */
import type { BoardEvent, BoardSettings } from "../board/index.ts";
import type { Preferences } from "./preferences.ts";

/** The part of the board's settings that is a matter of taste. */
export type BoardLook = Required<Pick<BoardSettings, "look" | "theme" | "checkers" | "dice" | "lastPlay">>;

/** What is said about the picture: it could not be solid, it was lost in mid-game, it is slow. */
export type PictureNews = "failed" | "lost" | "slow";

type LookEvent = Extract<BoardEvent, { kind: "look" }>;

export function boardLook({ look, theme, checkers, dice, lastPlay }: Preferences): BoardLook {
  return { look, theme, checkers, dice, lastPlay };
}

/**
 * What is to be said after an event; null: nothing, and nothing of before any more. Who left the choice to the site
 * ("auto") need not be told that their machine draws a flat board, unless it was solid a moment ago.
 */
export function newsOf({ why }: LookEvent, look: BoardLook["look"]): PictureNews | null {
  if (why === "asked" || (why === "failed" && look === "auto")) return null;
  return why;
}
