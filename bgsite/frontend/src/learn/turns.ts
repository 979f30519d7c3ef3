/** Turns of a lesson: as text, when one is refused at once, and where the moves of an answer begin. */
import type { BoardPosition, LocalTurn, Side, StepTriple } from "../board/index.ts";
import type { Checkers } from "./page.ts";

const PLACES: Record<number, string> = { 25: "bar", 0: "off" };

export function stepText([from, to]: StepTriple): string {
  return `${PLACES[from] ?? from}/${PLACES[to] ?? to}`;
}

/** A step that the rules refuse at once: nothing goes on from there, and the turn is not complete either. */
export function isBarred(turn: LocalTurn): boolean {
  return turn.steps.length > 0 && !turn.complete && turn.options.length === 0;
}

/** Where the moves of an answer begin. A double that waited is taken: what is shown comes after it. */
export function positionBefore(
  task: BoardPosition,
  before: Checkers,
  dice: [number, number] | null,
  side: Side,
): BoardPosition {
  const { offer, cube } = task;
  const taken = offer ? { ...cube, value: offer.value, owner: offer.by === "white" ? "black" : "white" } as const : cube;
  return { ...task, ...before, dice, dice_side: dice && side, cube: taken, offer: null, graph: null };
}
