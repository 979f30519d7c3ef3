/** How the board of a lesson is shown: as the reader chose for tables, but always from White's side: the texts are. */
import type { BoardSettings } from "../board/index.ts";
import { boardLook } from "../live/look.ts";
import { readPreferences } from "../live/preferences.ts";
import { json } from "./page.ts";

export function boardSettings(): BoardSettings {
  const account = json<{ chosen: unknown }>("preferences");
  const chosen = readPreferences(() => localStorage, account?.chosen ?? null);
  const { direction, speed } = chosen;
  return { near: "white", direction, speed, moveStyle: "guided", pips: false, ...boardLook(chosen), controls: true };
}
