/** The board in words: names of spots, where the checkers are, what was played. */
import { BAR_FAR, BAR_NEAR, type Cells, cellsOf, countAt, OFF_FAR, OFF_NEAR, type Sign, type Spot } from "./spots.ts";
import type { BoardPosition, Side, StepTriple } from "./types.ts";

/** How checkers are spoken of: as "yours" and "the opponent's" from this sign, or by colour when null. */
export interface Voice {
  yours: Sign | null;
  near: Side;
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
  if (spot >= 1 && spot <= 24) return named(gettext("Point %(point)s"), { point: spot });
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
  const holder = countAt(cells, spot, 1) > 0 ? 1 : countAt(cells, spot, -1) > 0 ? -1 : null;
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

/** Where one side's checkers are, in the numbering of `near`: "24: 2 · 13: 5 · bar: 1 · off: 3". */
export function describeSide(position: Pick<BoardPosition, "board" | "off">, side: Side, near: Side): string {
  const cells = cellsOf(position, near);
  const sign: Sign = side === near ? 1 : -1;
  const parts: string[] = [];
  for (let point = 24; point >= 1; point -= 1) {
    const count = countAt(cells, point, sign);
    if (count > 0) parts.push(named(gettext("%(point)s: %(count)s"), { point, count }));
  }
  const onBar = countAt(cells, sign === 1 ? BAR_NEAR : BAR_FAR, sign);
  const off = countAt(cells, sign === 1 ? OFF_NEAR : OFF_FAR, sign);
  if (onBar > 0) parts.push(named(gettext("bar: %(count)s"), { count: onBar }));
  if (off > 0) parts.push(named(gettext("off: %(count)s"), { count: off }));
  return parts.join(" · ");
}

/** A play in words, in the mover's numbering: "13 to 8, bar to 20 hitting, 3 off". `hits` are the points hit. */
export function describePlay(moves: readonly StepTriple[], hits: readonly number[] = []): string {
  if (moves.length === 0) return gettext("no move");
  const parts = moves.map(([from, to]) => {
    const values = { from: from === 25 ? gettext("bar") : from, to };
    if (to === 0) return named(gettext("%(from)s off"), values);
    return hits.includes(to)
      ? named(gettext("%(from)s to %(to)s hitting"), values)
      : named(gettext("%(from)s to %(to)s"), values);
  });
  return parts.join(", ");
}
