/** Everything the board knows, as one plain object, and what is read off it. */
import {
  BAR_FAR,
  BAR_NEAR,
  type Cells,
  cellsOf,
  countAt,
  OFF_FAR,
  OFF_NEAR,
  other,
  type Sign,
  signOf,
  type Spot,
  spotOf,
} from "./spots.ts";
import { stepsOf, turnOf, type Walk } from "./steps.ts";
import { flightsOfMoves } from "./anim.ts";
import type { BoardCan, BoardPosition, BoardSettings, LocalTurn, Side, StepOption, StepTriple } from "./types.ts";

export interface BoardState {
  /** How it is shown and played. */
  settings: BoardSettings;
  /** Whether the picture is the narrow one, without a tray for the cube. */
  narrow: boolean;
  /** The server's last word; null before the first. */
  position: BoardPosition | null;
  /** The side that may be played here. */
  movable: Side | null;
  /** What a click on dice or cube may wish for. */
  can: BoardCan;
  /** The turn under way; null when no play is awaited from `movable`. */
  walk: Walk | null;
  /** Checkers by spot as they are, local steps included. */
  cells: Cells;
  /** Checkers by spot that rest while others fly or are in a hand; null when all rest. */
  resting: Cells | null;
  /** The spot whose checker was chosen. */
  selected: Spot | null;
  /** The spot whose top checker is in a hand. */
  held: Spot | null;
  /** A play that is only shown. */
  preview: { side: Side; moves: StepTriple[] } | null;
  /** Whether the smaller die lies left. */
  swapped: boolean;
}

export const NO_CELLS: Cells = Array.from({ length: 28 }, () => 0);

export function createState(settings: BoardSettings): BoardState {
  return {
    settings,
    narrow: false,
    position: null,
    movable: null,
    can: { roll: false, double: false },
    walk: null,
    cells: NO_CELLS,
    resting: null,
    selected: null,
    held: null,
    preview: null,
    swapped: false,
  };
}

/** Whose steps the walk has: +1 the near player's. */
export function moverSign(state: BoardState): Sign {
  return signOf(state.movable ?? state.settings.near, state.settings.near);
}

/** The side of a sign. */
export function sideOf(state: BoardState, sign: Sign): Side {
  return sign === 1 ? state.settings.near : other(state.settings.near);
}

/** "near" or "far" for a side. */
export function endOf(state: BoardState, side: Side): "near" | "far" {
  return side === state.settings.near ? "near" : "far";
}

/** `moves` in the numbering of `sign`'s player as pairs of spots. */
export function spotsOfMoves(moves: readonly StepTriple[], sign: Sign): { from: Spot; to: Spot }[] {
  return moves.map(([from, to]) => ({ from: spotOf(from, sign), to: spotOf(to, sign) }));
}

/** The checkers as the server said, with the local steps on top. */
export function cellsNow(state: BoardState): Cells {
  if (state.position === null) return NO_CELLS;
  const cells = cellsOf(state.position, state.settings.near);
  if (state.walk === null) return cells;
  const sign = moverSign(state);
  return flightsOfMoves(cells, sign, spotsOfMoves(stepsOf(state.walk), sign)).end;
}

/** The checkers as the server said, without local steps. */
export function cellsBefore(state: BoardState): Cells {
  return state.position === null ? NO_CELLS : cellsOf(state.position, state.settings.near);
}

/** What a point is called: its number in the numbering that is shown. */
export function numberOf(state: BoardState, point: number): number {
  const { near, numbering = near } = state.settings;
  return numbering === near ? point : 25 - point;
}

/** An option of the turn, in spots. */
export interface Choice {
  from: Spot;
  to: Spot;
  option: StepOption;
}

export function choicesOf(state: BoardState): Choice[] {
  const sign = moverSign(state);
  return turnOf(state.walk).options.map((option) => ({
    from: spotOf(option.from, sign),
    to: spotOf(option.to, sign),
    option,
  }));
}

/** What can be chosen now, worked out once for picture and buttons alike. */
export interface Chances {
  turn: LocalTurn;
  sources: ReadonlySet<Spot>;
  /** The source whose targets show: the chosen one, or the only one there is. */
  source: Spot | null;
  targets: Choice[];
}

export function chancesOf(state: BoardState): Chances {
  const choices = choicesOf(state);
  const sources = new Set(choices.map((choice) => choice.from));
  const only = sources.size === 1 && state.settings.moveStyle !== "drag" ? ([...sources][0] ?? null) : null;
  const source = state.selected !== null && sources.has(state.selected) ? state.selected : only;
  return {
    turn: turnOf(state.walk),
    sources,
    source,
    targets: choices.filter((choice) => choice.from === source),
  };
}

/** One die as it lies. */
export interface DieShown {
  number: number;
  used: boolean;
}

/** The dice as they lie, from left to right: two, or four for doubles. Empty when there are none. */
export function diceOf(state: BoardState): DieShown[] {
  const dice = state.position?.dice;
  if (!dice) return [];
  const [high, low] = dice;
  const numbers = high === low ? [high, high, high, high] : state.swapped ? [low, high] : [high, low];
  if (state.walk === null) return numbers.map((number) => ({ number, used: false }));
  const left = [...turnOf(state.walk).left];
  const shown = numbers.map((number) => {
    const at = left.indexOf(number);
    if (at >= 0) left.splice(at, 1);
    return { number, used: at < 0 };
  });
  return high === low ? shown.sort((a, b) => Number(b.used) - Number(a.used)) : shown;
}

/** Whether clicking the dice swaps them. */
export function canSwap(state: BoardState): boolean {
  const dice = state.position?.dice;
  return state.walk !== null && !!dice && dice[0] !== dice[1] && !turnOf(state.walk).complete;
}

/** Whether clicking the dice hands over the finished turn. */
export function canConfirm(state: BoardState): boolean {
  return state.walk !== null && turnOf(state.walk).complete;
}

/** Pips a player still needs. */
export function pipsOf(cells: Cells, sign: Sign): number {
  let pips = 25 * countAt(cells, sign === 1 ? BAR_NEAR : BAR_FAR, sign);
  for (let point = 1; point <= 24; point += 1) {
    pips += countAt(cells, point, sign) * (sign === 1 ? point : 25 - point);
  }
  return pips;
}

/** The tray a side bears off to. */
export function trayOf(sign: Sign): Spot {
  return sign === 1 ? OFF_NEAR : OFF_FAR;
}
