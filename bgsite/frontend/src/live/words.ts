/** Short words used in many places. Functions, because the language is known only when the page runs. */
import type { SeatKind } from "./page.ts";
import type { Level, RefusalView, ResultKind, Side } from "./protocol.ts";

export type Names = Record<Side, string>;
export type Computers = Record<Side, Level | null>;
export type Params = RefusalView["params"];

/** Who is meant, as a sentence about the table needs it. */
export interface People {
  names: Names;
  you: readonly Side[];
  /** Where a computer plays; left out: nowhere. */
  computers?: Computers;
  /** Whose account is gone; left out: nobody's. */
  seats?: Record<Side, SeatKind>;
}

/** `side` is played by the one person who reads this (and not by somebody with both sides in hand, or a computer). */
export const isMe = (people: People, side: Side): boolean =>
  people.you.length === 1 && people.you[0] === side && (people.computers?.[side] ?? null) === null;

export function levelWord(level: Level): string {
  const words: Record<Level, string> = {
    beginner: gettext("beginner"),
    intermediate: gettext("intermediate"),
    advanced: gettext("advanced"),
    expert: gettext("expert"),
  };
  return words[level];
}

export const sideWord = (side: Side): string => (side === "white" ? gettext("White") : gettext("Black"));

export function kindWord(kind: ResultKind): string {
  return kind === 1 ? gettext("single") : kind === 2 ? gettext("gammon") : gettext("backgammon");
}

/** "4 points". */
export function pointsWord(points: number): string {
  return interpolate(ngettext("%(count)s point", "%(count)s points", points), { count: points }, true);
}

/** "5-3". */
export const diceWord = (dice: readonly number[]): string => dice.join("-");

/** `me` when the side is the reader, else `them` with %(name)s; more places may be given. */
export function say(people: People, side: Side, me: string, them: string, values: Record<string, unknown> = {}): string {
  return interpolate(isMe(people, side) ? me : them, { name: people.names[side], ...values }, true);
}
