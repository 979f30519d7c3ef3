/** Puts state, view, turn and hands together, and lets the server's word in. */
import { flightsBetween, flightsOfMoves } from "./anim.ts";
import { createHands } from "./hands.ts";
import { listen } from "./input.ts";
import { type Cells, signOf } from "./spots.ts";
import { type BoardState, cellsNow, createState, numberOf, spotsOfMoves } from "./state.ts";
import { isSameGraph, optionByDie, restarted, startWalk, turnOf, type Walk } from "./steps.ts";
import { createTurnPlayer } from "./turn.ts";
import type { Board, BoardCan, BoardEvent, BoardPosition, BoardSettings, Side, StepTriple } from "./types.ts";
import { type BoardView, createView } from "./view.ts";

/** More changed checkers than this are a new position, not a move: they do not fly. */
const MOST_FLIGHTS = 6;

function isSameCells(a: Cells, b: Cells): boolean {
  return a.every((count, spot) => count === b[spot]);
}

/** The walk for a new position: the one under way while the decision is the same. */
function walkFor(state: BoardState, position: BoardPosition, movable: Side | null): Walk | null {
  if (movable === null || position.graph === null) return null;
  const isSame = state.movable === movable && isSameGraph(state.position?.graph ?? null, position.graph);
  return isSame && state.walk !== null ? state.walk : startWalk(position.graph);
}

/** Bring the picture from the checkers of before to those of now. */
function follow(state: BoardState, view: BoardView, before: Cells, isFirst: boolean): void {
  if (!isFirst && isSameCells(before, state.cells)) {
    view.draw();
    return;
  }
  view.hurry();
  const flown = flightsBetween(before, state.cells);
  const isMove = !isFirst && (flown.stages[0]?.flights.length ?? 0) <= MOST_FLIGHTS;
  void view.run(isMove ? flown : { stages: [], end: state.cells });
}

/** Whether dice were thrown. */
function show(state: BoardState, view: BoardView, position: BoardPosition, movable: Side | null, can: BoardCan): boolean {
  const { cells: before, position: old } = state;
  const isRolled = position.dice !== null && (old?.dice == null || old.dice_side !== position.dice_side);
  const walk = walkFor(state, position, movable);
  if (walk === null || walk !== state.walk) {
    if (state.held !== null) view.hurry();
    state.selected = null;
    state.swapped = false;
  }
  Object.assign(state, { position, movable, walk, can });
  state.cells = cellsNow(state);
  follow(state, view, before, old === null);
  if (old !== null && isRolled) view.tumble();
  return old !== null && isRolled;
}

/** Settings that change how the board looks, but neither where things are nor what is chosen. */
const APPEARANCE: readonly (keyof BoardSettings)[] = ["look", "theme", "checkers", "dice", "lastPlay", "controls", "quality"];

async function play(state: BoardState, view: BoardView, side: Side, moves: StepTriple[]): Promise<void> {
  if (state.position === null || moves.length === 0) return;
  const sign = signOf(side, state.settings.near);
  const isOwn = side === state.movable && state.walk !== null;
  const from = isOwn ? cellsNow({ ...state, walk: state.walk && restarted(state.walk) }) : state.cells;
  const flown = flightsOfMoves(from, sign, spotsOfMoves(moves, sign));
  if (isOwn && isSameCells(flown.end, state.cells)) return;
  view.hurry();
  state.position = { ...state.position, graph: null, last_play: { side, moves } };
  state.walk = null;
  state.selected = null;
  state.cells = flown.end;
  await view.run(flown);
}

/** Make the board inside `root`, replacing what is there. */
export function createBoard(root: HTMLElement, settings: BoardSettings): Board {
  const state = createState({ ...settings });
  const listeners = new Set<(event: BoardEvent) => void>();
  const ended = new AbortController();
  const emit = (event: BoardEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const view = createView(root, state, emit);
  const turn = createTurnPlayer(state, view, emit);
  listen(view.overlay, createHands(state, view, turn, emit), ended.signal);
  view.relayout();

  return {
    show(position, movable, can) {
      const isTheirsToRoll = movable !== null && position.graph === null && position.offer === null;
      if (show(state, view, position, movable, can ?? { roll: isTheirsToRoll, double: false })) emit({ kind: "rolled" });
    },
    play: (side, moves) => play(state, view, side, moves),
    step(from, to) {
      const option = turnOf(state.walk).options.find((each) => each.from === from && each.to === to);
      if (option) turn.take(option);
    },
    stepBy([from, , die]) {
      const option = state.walk && optionByDie(state.walk, from, die);
      if (option) turn.take(option);
    },
    preview(play) {
      if (play === null && state.preview === null) return;
      view.hurry();
      state.preview = play;
      view.draw();
    },
    undo: turn.undo,
    reset: turn.reset,
    turn: () => turnOf(state.walk),
    landed: () => view.landed(),
    settings(changes) {
      const names = (Object.keys(changes) as (keyof BoardSettings)[]).filter((name) => state.settings[name] !== changes[name]);
      Object.assign(state.settings, changes);
      const others = names.filter((name) => !APPEARANCE.includes(name));
      if (others.every((name) => name === "numbering")) {
        if (others.length > 0) view.renumber();
        if (names.length > others.length) {
          view.restyle();
          view.draw();
        }
        return;
      }
      view.hurry();
      state.selected = null;
      state.cells = cellsNow(state);
      view.relayout();
    },
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    focusNext: () => view.overlay.focusNext(),
    focusPoint: (point) => view.overlay.focusPoint(numberOf(state, point)),
    dispose() {
      ended.abort();
      listeners.clear();
      view.dispose();
    },
  };
}
