/** The board: a backgammon board in a page, drawn, animated and played. The only module that others import. */
export type {
  Board,
  BoardCan,
  BoardEvent,
  BoardPosition,
  BoardSettings,
  LocalTurn,
  Side,
  StepGraph,
  StepOption,
  StepTriple,
} from "./types.ts";

import type { Board, BoardSettings } from "./types.ts";

/** Make the board inside `root`, replacing what is there. */
export declare function createBoard(root: HTMLElement, settings: BoardSettings): Board;
