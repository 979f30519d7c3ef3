/** An opponent who is gone: a countdown first, then what can be done about it (rules.md 5.8). The server decides. */
import type { Side, View } from "./protocol.ts";
import { other } from "./sides.ts";
import type { State } from "./store.ts";

const DAY = 24 * 60 * 60 * 1000;

export interface Gone {
  side: Side;
  /** Milliseconds until something can be done; 0: now. */
  wait: number;
  computer: boolean;
  adjourn: boolean;
  claim: boolean;
  /** Milliseconds until the game can be claimed; null where it never can (the other is not awaited). */
  claimWait: number | null;
  /** The offer is put away by the reader. */
  folded: boolean;
}

type Known = Pick<State, "view" | "you" | "presence" | "line" | "stale" | "beside" | "goneFolded" | "log">;

/** The one opponent of somebody who sits here; null with both sides in hand, for spectators, or against a computer. */
export function foeOf(state: Pick<State, "view" | "you">): Side | null {
  const { view, you } = state;
  if (!view || you.length !== 1) return null;
  const foe = other(you[0]!);
  return view.computers[foe] === null ? foe : null;
}

/** When `side` left; null while here, unknown, or when what we know may be old. */
function goneSince({ presence, line, stale, log }: Known, side: Side): number | null {
  if (line !== "live" || stale || presence[side] !== "gone") return null;
  const since = side === "white" ? presence.white_gone : presence.black_gone;
  return since === null ? null : Math.max(since, releasedAt(log));
}

/** Nobody is missed while a director holds play: it counts from the release at the earliest. */
function releasedAt(log: Known["log"]): number {
  return log.findLast((event) => event.e === "ruling_given" && event.ruling.is === "release")?.at ?? 0;
}

/** Since when nothing has happened that `side` is waited for; null when it is not. */
function lateSince(view: View, log: Known["log"], side: Side): number | null {
  const last = log.at(-1);
  return view.awaits.includes(side) && last ? last.at : null;
}

/** What can be done about the opponent at server time `now`; null while there is nothing to say. */
export function goneOf(state: Known, now: number, seconds: number): Gone | null {
  const { view } = state;
  const side = foeOf(state);
  if (!view || !side || view.phase === "over" || view.paused) return null;
  if (view.clock?.preset === "correspondence") return null;
  const since = goneSince(state, side);
  const late = since === null && isLate(state, view, side, now);
  if (since === null && !late) return null;
  const wait = since === null ? 0 : Math.max(0, since + seconds * 1000 - now);
  return {
    side,
    wait,
    computer: since !== null && wait === 0 && state.beside?.stand_in === true,
    adjourn: since !== null && wait === 0 && !(view.clock && state.beside?.rated === true),
    ...claimOf(state, view, side, now),
    folded: state.goneFolded !== null && state.goneFolded === folded(state),
  };
}

/** Without a clock the game can be claimed a day after the other left, or last moved (rules.md 5.8). */
function claimOf(state: Known, view: View, side: Side, now: number): Pick<Gone, "claim" | "claimWait"> {
  const times = [goneSince(state, side), lateSince(view, state.log, side)].filter((time) => time !== null);
  if (view.clock || !view.awaits.includes(side) || view.phase === "between" || times.length === 0) {
    return { claim: false, claimWait: null };
  }
  const claimWait = Math.max(0, Math.min(...times) + DAY - now);
  return { claim: claimWait === 0, claimWait };
}

function isLate(state: Known, view: View, side: Side, now: number): boolean {
  if (state.line !== "live" || state.stale || state.presence[side] !== "here" || view.clock) return false;
  const since = lateSince(view, state.log, side);
  return since !== null && now - since >= DAY;
}

/** What the offer that is there is known by: another absence is another offer. */
export function folded(state: Known): number {
  const side = foeOf(state);
  return (side && goneSince(state, side)) ?? 0;
}
