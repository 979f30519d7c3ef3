/** Puts state, picture, buttons and hands together. */
import { type Flight, flightsBetween, flightsOfMoves, type Flown } from "./anim.ts";
import { type Actions, listen } from "./input.ts";
import { createLayout } from "./layout.ts";
import { createOverlay, type Handle } from "./overlay.ts";
import { createSvgRenderer } from "./render_svg.ts";
import { sceneOf } from "./scene.ts";
import { type Cells, pointOf, type Spot, signOf, withChecker } from "./spots.ts";
import {

  canConfirm,
  canSwap,
  cellsNow,
  chancesOf,
  createState,
  diceOf,
  moverSign,
  sideOf,
  spotsOfMoves,
} from "./state.ts";
import { isSameGraph, optionByDie, restarted, startWalk, turnOf, undone, type Walk, walked } from "./steps.ts";
import { themes } from "./theme.ts";
import type { Board, BoardCan, BoardEvent, BoardPosition, BoardSettings, Side, StepOption, StepTriple } from "./types.ts";

/** Milliseconds one checker flies. */
const FLIGHT_MS = { none: 0, fast: 130, normal: 260, slow: 520 };
/** Below this width, in CSS pixels, the board is the narrow one. */
const NARROW_BELOW = 568;
/** More changed checkers than this are a new position, not a move: they do not fly. */
const MOST_FLIGHTS = 6;

function isSameCells(a: Cells, b: Cells): boolean {
  return a.every((count, spot) => count === b[spot]);
}

/** Make the board inside `root`, replacing what is there. */
export function createBoard(root: HTMLElement, settings: BoardSettings): Board {
  const state = createState({ ...settings });
  const holder = document.createElement("div");
  holder.className = "board";
  root.replaceChildren(holder);
  const renderer = createSvgRenderer(holder, themes.classic);
  const overlay = createOverlay(holder);
  const listeners = new Set<(event: BoardEvent) => void>();
  const ended = new AbortController();
  const stillness = window.matchMedia("(prefers-reduced-motion: reduce)");
  let layout = createLayout(false, settings.direction);
  let running = 0;
  let held: Spot | null = null;

  function speed(): number {
    return stillness.matches || document.hidden ? 0 : FLIGHT_MS[state.settings.speed];
  }

  function emit(event: BoardEvent): void {
    for (const listener of listeners) listener(event);
  }

  function draw(): void {
    renderer.render(sceneOf(state));
    overlay.update(state, chancesOf(state));
    overlay.place(state, layout);
  }

  function relayout(): void {
    state.narrow = holder.clientWidth > 0 && holder.clientWidth < NARROW_BELOW;
    layout = createLayout(state.narrow, state.settings.direction);
    holder.dataset.near = state.settings.near;
    holder.dataset.direction = state.settings.direction;
    holder.dataset.narrow = String(state.narrow);
    renderer.mount(layout);
    draw();
  }

  /** End whatever flies; what it led to is already the state. */
  function hurry(): void {
    running += 1;
    state.resting = null;
    held = null;
    renderer.land();
    delete holder.dataset.flying;
  }

  /** Show the stages one after the other; `state` is already what they end in. */
  async function run({ stages }: Flown): Promise<void> {
    const ms = speed();
    if (ms === 0 || stages.length === 0) {
      draw();
      return;
    }
    running += 1;
    const mine = running;
    holder.dataset.flying = "true";
    for (const { resting, flights } of stages) {
      state.resting = resting;
      draw();
      await renderer.fly(flights.map(withSide), ms);
      if (mine !== running) return;
    }
    hurry();
    draw();
  }

  function withSide(flight: Flight): Flight & { side: Side } {
    return { ...flight, side: sideOf(state, flight.sign) };
  }

  /** Change the walk; the difference flies, or `flown`, or nothing when `at once`. */
  function setWalk(walk: Walk, flown?: Flown | "at once"): void {
    hurry();
    const before = state.cells;
    const hadFocus = overlay.hasFocus();
    state.walk = walk;
    state.selected = null;
    state.cells = cellsNow(state);
    if (flown === "at once") draw();
    else void run(flown ?? flightsBetween(before, state.cells));
    emit({ kind: "turn", turn: turnOf(walk) });
    if (hadFocus && overlay.hasFocus()) overlay.focusNext();
  }

  function take(option: StepOption, atOnce = false): void {
    const walk = state.walk && walked(state.walk, option.path);
    if (!walk) return;
    const sign = moverSign(state);
    setWalk(walk, atOnce ? "at once" : flightsOfMoves(state.cells, sign, spotsOfMoves(option.path, sign)));
  }

  function optionTo(from: number, to: number): StepOption | undefined {
    return turnOf(state.walk).options.find((option) => option.from === from && option.to === to);
  }

  function select(spot: Spot | null, byKey: boolean): void {
    state.selected = spot;
    draw();
    if (byKey) overlay.focusNext();
  }

  /** One click: move by the left die, or by the other one; whichever can be played. */
  function quick(spot: Spot, isOther: boolean): void {
    const unused = diceOf(state).filter((die) => !die.used).map((die) => die.number);
    const from = pointOf(spot, moverSign(state));
    const options = (isOther ? unused.reverse() : unused).map((die) => state.walk && optionByDie(state.walk, from, die));
    const option = options.find((each) => each !== null);
    if (option) take(option);
  }

  function chooseSpot(spot: Spot, byKey: boolean): void {
    const { source, sources, targets } = chancesOf(state);
    const target = targets.find((choice) => choice.to === spot);
    if (target) take(target.option);
    else if (!sources.has(spot)) select(null, false);
    else if (state.settings.moveStyle === "one_click") quick(spot, false);
    else if (state.settings.moveStyle === "drag" && !byKey) return;
    else select(source === spot && state.selected === spot ? null : spot, byKey);
  }

  function chooseDice(): void {
    if (state.can.roll || canConfirm(state)) emit({ kind: "dice" });
    else if (canSwap(state)) {
      state.swapped = !state.swapped;
      draw();
    }
  }

  const actions: Actions = {
    choose(handle: Handle, byKey: boolean): void {
      if (handle === "dice") chooseDice();
      else if (handle !== "cube") chooseSpot(handle, byKey);
      else if (state.can.double) emit({ kind: "cube" });
    },
    chooseOther(handle: Handle): void {
      if (state.settings.moveStyle === "one_click" && typeof handle === "number") quick(handle, true);
    },
    cancel(): void {
      if (state.selected === null) return;
      const from = state.selected;
      select(null, false);
      if (overlay.hasFocus()) overlay.focusPoint(from);
    },
    undo: () => board.undo(),
    grab(spot: Spot): boolean {
      if (!chancesOf(state).sources.has(spot)) return false;
      hurry();
      held = spot;
      state.selected = spot;
      state.resting = withChecker(state.cells, spot, moverSign(state), -1);
      draw();
      return true;
    },
    drag(place): void {
      if (held !== null) renderer.hold(sideOf(state, moverSign(state)), held, place);
    },
    drop(spot: Spot | null): void {
      if (held === null) return;
      const target = chancesOf(state).targets.find((choice) => choice.to === spot);
      hurry();
      state.selected = null;
      if (target) take(target.option, true);
      else draw();
    },
    placeAt: (clientX, clientY) => renderer.placeAt(clientX, clientY),
    spotAt: (place) => layout.spotAt(place),
  };

  function walkFor(position: BoardPosition, movable: Side | null): Walk | null {
    if (movable === null || position.graph === null) return null;
    const isSame = state.movable === movable && isSameGraph(state.position?.graph ?? null, position.graph);
    return isSame && state.walk !== null ? state.walk : startWalk(position.graph);
  }

  const board: Board = {
    show(position: BoardPosition, movable: Side | null, can?: BoardCan): void {
      const { cells: before, position: old, walk: oldWalk } = state;
      const isRolled = position.dice !== null && (old?.dice == null || old.dice_side !== position.dice_side);
      const walk = walkFor(position, movable);
      if (walk === null || walk !== oldWalk) {
        state.selected = null;
        state.swapped = false;
      }
      const isHeld = held !== null && walk === oldWalk;
      if (held !== null && !isHeld) hurry();
      Object.assign(state, {
        position,
        movable,
        walk,
        can: can ?? { roll: movable !== null && position.graph === null && position.offer === null, double: false },
      });
      state.cells = cellsNow(state);
      if (isHeld) {
        draw();
        return;
      }
      if (old !== null && isSameCells(before, state.cells)) {
        draw();
      } else {
        hurry();
        const flown = flightsBetween(before, state.cells);
        const isMove = old !== null && (flown.stages[0]?.flights.length ?? 0) <= MOST_FLIGHTS;
        void run(isMove ? flown : { stages: [], end: state.cells });
      }
      if (old !== null && isRolled && speed() > 0) renderer.tumble(speed() * 2);
    },

    async play(side: Side, moves: StepTriple[]): Promise<void> {
      if (state.position === null || moves.length === 0) return;
      const sign = signOf(side, state.settings.near);
      const spots = spotsOfMoves(moves, sign);
      const walk = state.walk && restarted(state.walk);
      const from = state.walk?.taken.length && side === state.movable ? cellsNow({ ...state, walk }) : state.cells;
      const flown = flightsOfMoves(from, sign, spots);
      if (isSameCells(flown.end, state.cells)) return;
      hurry();
      state.position = { ...state.position, graph: null, last_play: { side, moves } };
      state.walk = null;
      state.selected = null;
      state.cells = flown.end;
      await run(flown);
    },

    step(from: number, to: number): void {
      const option = optionTo(from, to);
      if (option) take(option);
    },

    undo(): void {
      if (state.walk && state.walk.taken.length > 0) setWalk(undone(state.walk));
    },

    reset(): void {
      if (state.walk && state.walk.taken.length > 0) setWalk(restarted(state.walk));
    },

    turn: () => turnOf(state.walk),

    settings(changes: Partial<BoardSettings>): void {
      hurry();
      Object.assign(state.settings, changes);
      state.selected = null;
      state.cells = cellsNow(state);
      relayout();
    },

    on(listener: (event: BoardEvent) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    focusNext: () => overlay.focusNext(),
    focusPoint: (point) => overlay.focusPoint(point),

    dispose(): void {
      hurry();
      ended.abort();
      watcher.disconnect();
      listeners.clear();
      renderer.dispose();
      holder.remove();
    },
  };

  const watcher = new ResizeObserver(() => {
    const isNarrow = holder.clientWidth > 0 && holder.clientWidth < NARROW_BELOW;
    if (isNarrow !== state.narrow) relayout();
  });
  watcher.observe(holder);
  listen(overlay, actions, ended.signal);
  relayout();
  return board;
}
