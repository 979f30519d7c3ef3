/** Short words used in many places. Functions, because the language is known only when the page runs. */
import type { RefusalView, ResultKind, Side } from "./protocol.ts";

export type Names = Record<Side, string>;
export type Params = RefusalView["params"];

/** Who is meant, as a sentence about the table needs it. */
export interface People {
  names: Names;
  you: readonly Side[];
}

/** `side` is the one person who reads this (and not somebody with both sides in hand). */
export const isMe = (people: People, side: Side): boolean => people.you.length === 1 && people.you[0] === side;

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
