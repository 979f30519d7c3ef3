/** The board in words: names of its spots and what can be done there. */
import { BAR_FAR, BAR_NEAR, type Cells, countAt, holderOf, isPoint, OFF_NEAR, type Sign, type Spot } from "./spots.ts";
import type { Side } from "./types.ts";

/** How checkers are spoken of: as "yours" and "the opponent's" from this sign, or by colour when null. */
export interface Voice {
  yours: Sign | null;
  near: Side;
  /** Points have the far player's numbers. */
  turned?: boolean;
}

function named(text: string, values: Record<string, unknown>): string {
  return interpolate(text, values, true);
}

export function checkersText(count: number, sign: Sign | null, voice: Voice): string {
  if (sign === null || count === 0) return gettext("empty");
  if (voice.yours === null) {
    const isWhite = (sign === 1) === (voice.near === "white");
    return isWhite
      ? named(ngettext("%(count)s white checker", "%(count)s white checkers", count), { count })
      : named(ngettext("%(count)s black checker", "%(count)s black checkers", count), { count });
  }
  return sign === voice.yours
    ? named(ngettext("%(count)s of yours", "%(count)s of yours", count), { count })
    : named(ngettext("%(count)s of the opponent's", "%(count)s of the opponent's", count), { count });
}

/** "Point 13", "Your bar", "White's tray" … */
export function spotName(spot: Spot, voice: Voice): string {
  const ofNear = spot === BAR_NEAR || spot === OFF_NEAR;
  if (isPoint(spot)) return named(gettext("Point %(point)s"), { point: voice.turned ? 25 - spot : spot });
  const isBar = spot === BAR_NEAR || spot === BAR_FAR;
  if (voice.yours === null) {
    const isWhite = ofNear === (voice.near === "white");
    if (isBar) return isWhite ? gettext("White's bar") : gettext("Black's bar");
    return isWhite ? gettext("White's tray") : gettext("Black's tray");
  }
  const isYours = ofNear === (voice.yours === 1);
  if (isBar) return isYours ? gettext("Your bar") : gettext("Opponent's bar");
  return isYours ? gettext("Your tray") : gettext("Opponent's tray");
}

/** Name of a spot's button: "Point 13: 3 of yours, can move". */
export function spotText(cells: Cells, spot: Spot, voice: Voice, can: SpotCan): string {
  const holder = holderOf(cells, spot);
  const values = {
    spot: spotName(spot, voice),
    checkers: checkersText(holder ? countAt(cells, spot, holder) : 0, holder, voice),
    dice: can.dice,
  };
  switch (can.kind) {
    case "chosen":
      return named(gettext("%(spot)s: %(checkers)s, chosen"), values);
    case "move":
      return named(gettext("%(spot)s: %(checkers)s, can move"), values);
    case "target":
      return named(gettext("%(spot)s: %(checkers)s, move here with %(dice)s"), values);
    case "none":
      return named(gettext("%(spot)s: %(checkers)s"), values);
  }
}

/** What a spot can be clicked for; `dice` the dice of a target, such as "5" or "5+3". */
export interface SpotCan {
  kind: "none" | "move" | "chosen" | "target";
  dice: string;
}

/** "5 and 3" */
export function diceText(dice: readonly number[]): string {
  const [first = 0, second = 0] = dice;
  return named(gettext("%(first)s and %(second)s"), { first, second });
}
