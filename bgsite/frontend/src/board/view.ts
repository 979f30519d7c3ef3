/** What is on the page: picture and buttons of one board, drawn from the state; and the flights between two states. */
import { type Flight, type Flown, landingOf } from "./anim.ts";
import { type Controls, createControls, type Deed } from "./controls.ts";
import { createLayout, type Layout } from "./layout.ts";
import { type Landing, loudestLanding } from "./landing.ts";
import type { Shown } from "./look.ts";
import { createLooks } from "./looks.ts";
import { createOverlay, type Overlay } from "./overlay.ts";
import { createSvgRenderer } from "./render_svg.ts";
import type { Renderer, Style } from "./renderer.ts";
import { sceneOf } from "./scene.ts";
import { type BoardState, chancesOf, sideOf } from "./state.ts";
import { themes } from "./theme.ts";
import type { BoardEvent, Side } from "./types.ts";

/** Milliseconds one checker flies. */
const FLIGHT_MS = { none: 0, fast: 130, normal: 260, slow: 520 };
/** Below this width, in CSS pixels, the board is the narrow one. */
const NARROW_BELOW = 568;
/** What one press on a button does to the camera. */
const ZOOM_STEP = 1.25;
const TURN_STEP = 0.12;

export interface BoardView {
  overlay: Overlay;
  /** What draws now; another one after a change of look. */
  renderer(): Renderer;
  layout(): Layout;
  draw(): void;
  /** Draw the empty board anew, for another width or other settings. */
  relayout(): void;
  /** Number the points anew; what flies flies on. */
  renumber(): void;
  /** Other colours, another make or look, or other controls, as the settings say. */
  restyle(): void;
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

function styleOf({ settings }: BoardState): Style {
  return { theme: themes[settings.theme ?? "classic"], checkers: settings.checkers ?? "turned", dice: settings.dice ?? "ivory" };
}

export function createView(root: HTMLElement, state: BoardState, emit: (event: BoardEvent) => void): BoardView {
  const holder = document.createElement("div");
  holder.className = "board";
  const stage = document.createElement("div");
  stage.className = "board-stage";
  holder.append(stage);
  root.replaceChildren(holder);
  const ended = new AbortController();
  const stillness = window.matchMedia("(prefers-reduced-motion: reduce)");
  let style = styleOf(state);
  let renderer = createSvgRenderer(stage, style);
  const overlay = createOverlay(stage);
  let layout = createLayout(false, state.settings.direction);
  let running = 0;
  let last: Promise<void> = Promise.resolve();
  let controls: Controls | null = null;
  const looks = createLooks({
    holder,
    stage,
    settings: state.settings,
    style: () => style,
    isStill: () => flightTime() === 0,
    isHolding: () => state.held !== null,
    isBusy: () => state.held !== null || holder.dataset.flying !== undefined,
    replace,
    newFlat: () => createSvgRenderer(stage, style),
    onView() {
      overlay.place(state, layout, renderer.plane);
      controls?.show(looks.shown(), holder.dataset.view ?? "");
    },
    onSlow: () => controls?.offerFlat(true),
    emit,
  });

  function flightTime(): number {
    return stillness.matches || document.hidden ? 0 : FLIGHT_MS[state.settings.speed];
  }

  function draw(): void {
    renderer.render(sceneOf(state), flightTime());
    overlay.update(state, chancesOf(state));
    overlay.place(state, layout, renderer.plane);
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
    stage.style.setProperty("aspect-ratio", `${layout.width} / ${layout.height}`);
    restyle();
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

  function say(what: Landing | null): void {
    if (what !== null) emit({ kind: "landed", what });
  }

  async function run(flown: Flown): Promise<void> {
    const { stages } = flown;
    const ms = flightTime();
    if (ms === 0 || stages.length === 0) {
      draw();
      say(loudestLanding(flown));
      return;
    }
    running += 1;
    const mine = running;
    holder.dataset.flying = "true";
    for (const [at, { resting, flights }] of stages.entries()) {
      state.resting = resting;
      draw();
      await renderer.fly(flights.map(withSide), ms);
      if (mine !== running) return;
      say(landingOf(stages, at));
    }
    hurry();
    draw();
  }

  /** Another renderer in the place of the one that is there; focus and local steps stay. */
  function replace(next: Renderer, shown: Shown): void {
    hurry();
    renderer.dispose();
    renderer = next;
    holder.dataset.look = shown;
    renderer.mount(layout, isTurned());
    draw();
    showControls();
  }

  function doDeed(deed: Deed): void {
    const { camera } = renderer;
    if (deed === "look") {
      state.settings.look = looks.shown() === "flat" ? "solid" : "flat";
      lastLook = state.settings.look;
      looks.follow(true);
    } else if (deed === "oblique" || deed === "top") camera?.show(deed);
    else if (deed === "nearer" || deed === "farther") camera?.zoom(deed === "nearer" ? ZOOM_STEP : 1 / ZOOM_STEP);
    else camera?.turn(deed === "left" ? TURN_STEP : -TURN_STEP, 0);
  }

  function showControls(): void {
    const isWished = state.settings.controls === true;
    if (isWished && controls === null) controls = createControls(holder, doDeed);
    if (!isWished) {
      controls?.dispose();
      controls = null;
    }
    controls?.show(looks.shown(), holder.dataset.view ?? "");
    const strip = `${stage.offsetTop}px`;
    if (holder.style.getPropertyValue("--board-strip") === strip) return;
    holder.style.setProperty("--board-strip", strip);
    if (looks.shown() === "solid") renderer.mount(layout, isTurned());
  }

  let lastLook = state.settings.look;

  function restyle(): void {
    const next = styleOf(state);
    const isOther = next.theme !== style.theme || next.checkers !== style.checkers || next.dice !== style.dice;
    style = next;
    holder.dataset.theme = state.settings.theme ?? "classic";
    showControls();
    if (isOther) {
      if (renderer.restyle) renderer.restyle(next);
      else replace(createSvgRenderer(stage, next), "flat");
    }
    if (lastLook === state.settings.look) return;
    lastLook = state.settings.look;
    looks.follow(false);
  }

  const watcher = new ResizeObserver(() => {
    if (isNarrow() !== state.narrow) relayout();
  });
  watcher.observe(holder);
  holder.dataset.look = "flat";
  // Paper gets the flat picture: it is drawn in lines, and a canvas may be empty by then.
  window.addEventListener("beforeprint", looks.beFlat, { signal: ended.signal });
  window.addEventListener("afterprint", looks.resume, { signal: ended.signal });
  if ((state.settings.look ?? "flat") !== "flat") looks.follow(false);

  return {
    overlay,
    renderer: () => renderer,
    layout: () => layout,
    draw,
    relayout,
    renumber(): void {
      holder.dataset.numbering = state.settings.numbering ?? state.settings.near;
      renderer.mount(layout, isTurned());
      overlay.update(state, chancesOf(state));
    },
    restyle,
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
      ended.abort();
      looks.dispose();
      hurry();
      watcher.disconnect();
      controls?.dispose();
      renderer.dispose();
      holder.remove();
    },
  };
}
