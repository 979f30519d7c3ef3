/** The board: a backgammon board in a page, drawn, animated and played. The only module that others import. */
export type {
  Board,
  BoardCan,
  BoardEvent,
  BoardPosition,
  BoardSettings,
  CheckerStyle,
  DiceStyle,
  LocalTurn,
  Look,
  Side,
  StepGraph,
  StepOption,
  StepTriple,
  ThemeName,
} from "./types.ts";
export { createBoard } from "./board.ts";
