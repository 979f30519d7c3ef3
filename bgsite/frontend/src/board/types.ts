/** What the board is told and what it tells: plain data, no behaviour. Shapes follow `View` of docs/protocol.md. */

import type { ThemeName } from "./theme.ts";

export type { ThemeName };

/** A colour; says nothing about direction. */
export type Side = "white" | "black";

/** [from, to, die] in the mover's own numbering: 24…1 points, 25 bar, 0 off. */
export type StepTriple = [number, number, number];

/** The step graph of one turn as the server sends it; node 0 is now. */
export interface StepGraph {
  /** For each node, the die numbers still unused. */
  left: number[][];
  /** [node, next node, from, to, die, hits 0/1] in the mover's numbering. */
  edges: number[][];
  /** Nodes at which the turn may be confirmed. */
  ends: number[];
}

/** The part of the view that a board draws. */
export interface BoardPosition {
  /** 26 counts in White's numbering: 1–24 points (White > 0, Black < 0), [25] White's bar, [0] Black's bar (both ≥ 0). */
  board: number[];
  cube: { value: number; owner: Side | null; in_use: boolean };
  /** Checkers borne off. */
  off: Record<Side, number>;
  /** Larger number first. */
  dice: [number, number] | null;
  dice_side: Side | null;
  /** Moves in that side's own numbering. */
  last_play: { side: Side; moves: StepTriple[] } | null;
  /** Only while a play is awaited. */
  graph: StepGraph | null;
  /** A double that waits for its answer; `value` is the value if taken. */
  offer: { by: Side; value: number } | null;
}

/** "auto": solid (3D) where the machine draws it quickly, else flat (2D). */
export type Look = "auto" | "solid" | "flat";
/** turned: rim and recess of one stuff; inlaid: a disc of another stuff let into the face. */
export type CheckerStyle = "turned" | "inlaid";
/** ivory: light dice for the one side, dark ones for the other; matching: in the colours of the side's checkers. */
export type DiceStyle = "ivory" | "matching";

/** How the board is shown and played. */
export interface BoardSettings {
  /** Whose home is at the bottom. */
  near: Side;
  /** Whose numbers the points have; left out: the near player's. */
  numbering?: Side;
  /** The end at which the near player bears off. */
  direction: "right" | "left";
  speed: "none" | "fast" | "normal" | "slow";
  moveStyle: "guided" | "one_click" | "drag";
  /** Pip counts on the board's edge. */
  pips?: boolean;
  /** The side spoken of as "yours"; null for a spectator (names are then by colour). Left out: the near side. */
  yours?: Side | null;
  /** Flat when left out. */
  look?: Look;
  /** Classic when left out. */
  theme?: ThemeName;
  /** Turned when left out. */
  checkers?: CheckerStyle;
  /** Ivory when left out. */
  dice?: DiceStyle;
  /** Outlines of the last play; shown when left out. */
  lastPlay?: boolean;
  /** Buttons for look and camera at the board's upper right; none when left out. */
  controls?: boolean;
  /**
   * How well the solid board is drawn: low as cheaply as can be, for tests in software rendering; high for pictures,
   * however long they take. Left out: what localStorage keeps under `barpoint.quality`, else as the machine can.
   */
  quality?: "auto" | "low" | "high";
}

/** What the board itself may wish for at this moment. */
export interface BoardCan {
  /** A click on the dice is a wish to roll (on a complete turn's dice it is one to confirm, always). */
  roll: boolean;
  /** A click on the cube is a wish to double. */
  double: boolean;
}

/** One way to move one checker now, by one die or by several. In the mover's numbering. */
export interface StepOption {
  from: number;
  to: number;
  /** The die used, or the sum of the dice for a combined step. */
  die: number;
  /** Whether any step on the way hits. */
  hits: boolean;
  /** The single steps, in order. */
  path: StepTriple[];
}

/** The turn under way, as far as it is played locally. */
export interface LocalTurn {
  steps: StepTriple[];
  /** Die numbers still unused. */
  left: number[];
  /** Whether it may be confirmed. */
  complete: boolean;
  canUndo: boolean;
  /** Single steps first, then combined ones. */
  options: StepOption[];
}

export type BoardEvent =
  | { kind: "turn"; turn: LocalTurn }
  | { kind: "dice" }
  | { kind: "cube" }
  /**
   * The board is drawn another way from now on. asked: by the board's own button (to be kept as the choice); failed,
   * lost: it cannot be solid (the choice stays, say it). slow: it is still solid, and flat would be quicker.
   */
  | { kind: "look"; look: "solid" | "flat"; why: "asked" | "failed" | "lost" | "slow" }
  /** For sounds: a checker has landed, and how; dice were thrown. */
  | { kind: "landed"; what: "move" | "hit" | "off" }
  | { kind: "rolled" };

export interface Board {
  /**
   * A new truth. Local steps stay while the step graph is the same (the same decision), else they are dropped.
   * `movable` is the side that may be played here, null for none. `can` defaults to: roll when it is `movable`'s
   * turn and neither a graph nor an offer is there; never double.
   */
  show(position: BoardPosition, movable: Side | null, can?: BoardCan): void;
  /** Fly `side`'s checkers from what is shown now; resolves when they have landed (at once without animation). */
  play(side: Side, moves: StepTriple[]): Promise<void>;
  /** One local step or combined step, in the mover's numbering; anything the graph does not allow is ignored. */
  step(from: number, to: number): void;
  /** This very step, by this die. */
  stepBy(step: StepTriple): void;
  undo(): void;
  reset(): void;
  /** Show where a play would lead, without making it; null: no longer. Local steps are out of sight meanwhile. */
  preview(play: { side: Side; moves: StepTriple[] } | null): void;
  turn(): LocalTurn;
  /** Resolves when nothing flies any more. */
  landed(): Promise<void>;
  settings(changes: Partial<BoardSettings>): void;
  /** Dice clicked = wish to roll, or to confirm a complete turn; cube clicked = wish to double. Returns the way to stop listening. */
  on(listener: (event: BoardEvent) => void): () => void;
  /** Focus the next checker that can move; returns whether there was one. */
  focusNext(): boolean;
  /** Focus a point (1…24), in the numbering that is shown. */
  focusPoint(point: number): void;
  dispose(): void;
}
