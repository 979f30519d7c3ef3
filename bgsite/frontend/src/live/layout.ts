/** Where the panels are: beside the board, below it, or out of sight; and which of them are folded. Pure. */

import type { FOLDABLE, Preferences } from "./preferences.ts";

export type PanelLayout = Preferences["panel"];
export type Foldable = (typeof FOLDABLE)[number];

/** What stands beside the board on a wide screen stands below it on a narrow one. */
export const shownLayout = (chosen: PanelLayout, isWide: boolean): PanelLayout =>
  chosen === "side" && !isWide ? "below" : chosen;

/** What to keep when `layout` was chosen: a narrow screen cannot say that beside a wide board it is to be otherwise. */
export const layoutToKeep = (layout: PanelLayout, before: PanelLayout, isWide: boolean): PanelLayout =>
  layout === "below" && !isWide ? (before === "hidden" ? "side" : before) : layout;

/** The folded panels after `name` was folded or opened. */
export function foldedAfter(folded: readonly string[], name: Foldable, isFolded: boolean): string[] {
  const others = folded.filter((each) => each !== name);
  return isFolded ? [...others, name].sort() : others;
}
