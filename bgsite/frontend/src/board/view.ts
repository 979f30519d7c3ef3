/** What is on the page: picture and buttons of one board, drawn from the state; and the flights between two states. */
import type { Flight, Flown } from "./anim.ts";
import { createLayout, type Layout } from "./layout.ts";
import { createOverlay, type Overlay } from "./overlay.ts";
import { createSvgRenderer, type Renderer } from "./render_svg.ts";
import { sceneOf } from "./scene.ts";
import { type BoardState, chancesOf, sideOf } from "./state.ts";
import { themes } from "./theme.ts";
import type { Side } from "./types.ts";

/** Milliseconds one checker flies. */
const FLIGHT_MS = { none: 0, fast: 130, normal: 260, slow: 520 };
/** Below this width, in CSS pixels, the board is the narrow one. */
const NARROW_BELOW = 568;

export interface BoardView {
  overlay: Overlay;
  renderer: Renderer;
  layout(): Layout;
  draw(): void;
  /** Draw the empty board anew, for another width or other settings. */
  relayout(): void;
  /** Number the points anew; what flies flies on. */
  renumber(): void;
  /** Show the stages one after the other; the state is already what they end in. Resolves when all have landed. */
  run(flown: Flown): Promise<void>;
  /** Resolves when the last of them is over. */
  landed(): Promise<void>;
  /** End whatever flies or is in a hand, now. Draws nothing. */
  hurry(): void;
  /** Let the dice tumble, if things are to move at all. */
  tumble(): void;
  dispose(): void;
}

export function createView(root: HTMLElement, state: BoardState): BoardView {
  const holder = document.createElement("div");
  holder.className = "board";
  root.replaceChildren(holder);
  const renderer = createSvgRenderer(holder, themes.classic);
  const overlay = createOverlay(holder);
  const stillness = window.matchMedia("(prefers-reduced-motion: reduce)");
  let layout = createLayout(false, state.settings.direction);
  let running = 0;
  let last: Promise<void> = Promise.resolve();

  function flightTime(): number {
    return stillness.matches || document.hidden ? 0 : FLIGHT_MS[state.settings.speed];
  }

  function draw(): void {
    renderer.render(sceneOf(state));
    overlay.update(state, chancesOf(state));
    overlay.place(state, layout);
  }

  function isNarrow(): boolean {
    return holder.clientWidth > 0 && holder.clientWidth < NARROW_BELOW;
  }

  function relayout(): void {
    state.narrow = isNarrow();
    layout = createLayout(state.narrow, state.settings.direction);
    holder.dataset.near = state.settings.near;
    holder.dataset.numbering = state.settings.numbering ?? state.settings.near;
    holder.dataset.direction = state.settings.direction;
    holder.dataset.narrow = String(state.narrow);
    renderer.mount(layout, isTurned());
    draw();
  }

  /** The numbers are those of the player at the far side. */
  function isTurned(): boolean {
    const { near, numbering = near } = state.settings;
    return numbering !== near;
  }

  function hurry(): void {
    running += 1;
    state.resting = null;
    state.held = null;
    renderer.land();
    delete holder.dataset.flying;
  }

  function withSide(flight: Flight): Flight & { side: Side } {
    return { ...flight, side: sideOf(state, flight.sign) };
  }

  async function run({ stages }: Flown): Promise<void> {
    const ms = flightTime();
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

  const watcher = new ResizeObserver(() => {
    if (isNarrow() !== state.narrow) relayout();
  });
  watcher.observe(holder);

  return {
    overlay,
    renderer,
    layout: () => layout,
    draw,
    relayout,
    renumber(): void {
      holder.dataset.numbering = state.settings.numbering ?? state.settings.near;
      renderer.mount(layout, isTurned());
      overlay.update(state, chancesOf(state));
    },
    run(flown) {
      const flight = run(flown);
      last = flight;
      return flight;
    },
    landed: () => last,
    hurry,
    tumble(): void {
      if (flightTime() > 0) renderer.tumble(2 * flightTime());
    },
    dispose(): void {
      hurry();
      watcher.disconnect();
      renderer.dispose();
      holder.remove();
    },
  };
}
