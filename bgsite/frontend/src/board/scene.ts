/** What is to be seen, read off the state: the same list for every renderer, no pictures and no places in it. */
import { countAt, holderOf, isPoint, type Sign, signOf, type Spot } from "./spots.ts";
import { type BoardState, cellsBefore, chancesOf, type DieShown, diceOf, endOf, pipsOf, sideOf, spotsOfMoves } from "./state.ts";
import type { Side } from "./types.ts";

export interface Pile {
  spot: Spot;
  side: Side;
  count: number;
}

export interface Target {
  spot: Spot;
  side: Side;
  /** Height at which the checker will lie. */
  index: number;
  /** The dice of a combined step, such as "5+3"; empty for a single one. */
  label: string;
}

export interface Ghost {
  spot: Spot;
  side: Side;
  index: number;
}

export interface Scene {
  near: Side;
  piles: Pile[];
  /** Spots whose top checker can move. */
  sources: Spot[];
  /** The spot whose checker is chosen. */
  source: Spot | null;
  /** Whether its checker is in a hand. */
  held: boolean;
  targets: Target[];
  /** Where the checkers of the last play came from. */
  ghosts: Ghost[];
  /** Where the last play's checkers landed. */
  landed: Spot[];
  dice: { side: Side; dice: DieShown[] } | null;
  /** The side whose dice are waiting to be thrown. */
  toRoll: Side | null;
  cube: { value: number; owner: "near" | "far" | null; offered: "near" | "far" | null; canDouble: boolean } | null;
  pips: { near: number; far: number } | null;
}

function pilesOf(state: BoardState): Pile[] {
  const cells = state.preview ? cellsBefore(state) : (state.resting ?? state.cells);
  const piles: Pile[] = [];
  cells.forEach((_, spot) => {
    const sign = holderOf(cells, spot);
    if (sign !== null) piles.push({ spot, side: sideOf(state, sign), count: countAt(cells, spot, sign) });
  });
  return piles;
}

function cubeOf(state: BoardState): Scene["cube"] {
  const position = state.position;
  if (!position?.cube.in_use) return null;
  const { owner, value } = position.cube;
  return {
    value: position.offer?.value ?? value,
    owner: owner && endOf(state, owner),
    offered: position.offer ? endOf(state, position.offer.by) : null,
    canDouble: state.can.double,
  };
}

/** Only while nobody has begun another play: what was played last, as outlines. */
function lastPlay(state: BoardState): Pick<Scene, "ghosts" | "landed"> {
  const last = state.settings.lastPlay === false ? null : state.position?.last_play;
  if (!last || state.resting !== null || (state.walk?.taken.length ?? 0) > 0) return { ghosts: [], landed: [] };
  const sign: Sign = signOf(last.side, state.settings.near);
  const moves = spotsOfMoves(last.moves, sign);
  const { left, reached: passed } = netOf(moves);
  const ghosts = left
    .filter(isPoint)
    .filter((spot) => [null, sign].includes(holderOf(state.cells, spot)))
    .map((spot, index) => ({
      spot,
      side: last.side,
      index: countAt(state.cells, spot, sign) + left.slice(0, index).filter((each) => each === spot).length,
    }));
  return { ghosts, landed: [...new Set(passed)].filter((spot) => isPoint(spot) && holderOf(state.cells, spot) === sign) };
}

/** A play that is only shown: rings where its checkers stand, ghosts where they would land. */
function previewOf(state: BoardState): Pick<Scene, "sources" | "source" | "targets" | "ghosts" | "landed"> | null {
  const play = state.preview;
  if (play === null) return null;
  const cells = cellsBefore(state);
  const sign = signOf(play.side, state.settings.near);
  const moves = spotsOfMoves(play.moves, sign);
  const { left, reached } = netOf(moves);
  const targets = reached.map((spot, index) => ({
    spot,
    side: play.side,
    index: countAt(cells, spot, sign) + reached.slice(0, index).filter((each) => each === spot).length,
    label: "",
  }));
  return { sources: [...new Set(left)], source: null, targets, ghosts: [], landed: [] };
}

/** Where checkers come from and where they end, points that they only pass left out. */
function netOf(moves: readonly { from: Spot; to: Spot }[]): { left: Spot[]; reached: Spot[] } {
  const reached = moves.map((move) => move.to);
  const left: Spot[] = [];
  for (const { from } of moves) {
    const at = reached.indexOf(from);
    if (at >= 0) reached.splice(at, 1);
    else left.push(from);
  }
  return { left, reached };
}

/** "5+3", or "3×4" for several of a double. */
function labelOf(dice: readonly number[]): string {
  if (dice.length < 2) return "";
  return dice.every((die) => die === dice[0]) ? `${dice.length}×${dice[0]}` : dice.join("+");
}

export function sceneOf(state: BoardState): Scene {
  const { sources, source, targets } = chancesOf(state);
  const mover = state.movable ?? state.settings.near;
  const sign = signOf(mover, state.settings.near);
  const dice = diceOf(state);
  const diceSide = state.position?.dice_side ?? null;
  return {
    near: state.settings.near,
    piles: pilesOf(state),
    sources: [...sources],
    source,
    held: state.held !== null,
    targets: targets.map(({ to, option }) => ({
      spot: to,
      side: mover,
      index: countAt(state.cells, to, sign),
      label: labelOf(option.path.map(([, , die]) => die)),
    })),
    ...lastPlay(state),
    dice: diceSide !== null && dice.length > 0 ? { side: diceSide, dice } : null,
    toRoll: state.can.roll ? state.movable : null,
    cube: cubeOf(state),
    ...previewOf(state),
    pips: state.settings.pips && state.position ? { near: pipsOf(state.cells, 1), far: pipsOf(state.cells, -1) } : null,
  };
}
