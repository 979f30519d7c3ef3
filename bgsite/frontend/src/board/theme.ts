/**
 * The colours a board is drawn with, and the drawings of its pieces. They lie in matches/geometry.json and
 * matches/board_art/, so that the server's pictures use the same ones.
 */
import board from "../../../../matches/board_art/board.svg";
import inlaid from "../../../../matches/board_art/checkers_inlaid.svg";
import turned from "../../../../matches/board_art/checkers_turned.svg";
import ivory from "../../../../matches/board_art/dice_ivory.svg";
import matching from "../../../../matches/board_art/dice_matching.svg";
import geometry from "../../../../matches/geometry.json";
import type { Style } from "./renderer.ts";
import type { CheckerStyle, DiceStyle } from "./types.ts";

export type ThemeName = keyof typeof geometry.themes;
/** Colour name → "#rrggbb". */
export type Theme = Record<keyof typeof geometry.themes.classic, string>;

export const themes: Record<ThemeName, Theme> = geometry.themes;

const CHECKERS: Record<CheckerStyle, string> = { turned, inlaid };
const DICE: Record<DiceStyle, string> = { ivory, matching };

/** `text` with every `{name}` replaced by that colour of the theme, and `{id}` by `id`. */
function painted(text: string, theme: Theme, id: string): string {
  return text.replace(/\{([a-z_]+)\}/g, (_, name: string) => (name === "id" ? id : theme[name as keyof Theme]));
}

/** The drawings that a picture in this style refers to; every id begins with `id`. */
export function artOf({ theme, checkers, dice }: Style, id: string): string {
  return painted(board + CHECKERS[checkers] + DICE[dice], theme, id);
}
