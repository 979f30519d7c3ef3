/** Brings the solid board when it is wished for, and the flat one back when it is not, or cannot be. */
import { type Fare, isQuick, loadSolid, type Shown, shownFor, tellStatistics, type Trouble, whenIdle } from "./look.ts";
import type { Renderer, Style } from "./renderer.ts";
import type { SolidHost } from "./solid/index.ts";
import type { BoardEvent, BoardSettings } from "./types.ts";

/** Milliseconds after which the statistics are told of a solid board whose frames nobody could measure. */
const MEASURE_WITHIN = 8000;
/** Milliseconds between two looks whether the hand is off. */
const LOOK_AGAIN = 60;

/** What is needed of the view. */
export interface LooksHost extends Pick<SolidHost, "holder" | "stage" | "isStill" | "isHolding" | "onView"> {
  settings: BoardSettings;
  style(): Style;
  /** A checker is in the hand or in the air. */
  isBusy(): boolean;
  /** Put another renderer in the place of the one that is there. */
  replace(next: Renderer, shown: Shown): void;
  newFlat(): Renderer;
  onSlow(): void;
  emit(event: BoardEvent): void;
}

export interface Looks {
  shown(): Shown;
  /** Do what the settings say; `isAsked`: by the board's own button. Trouble of before is forgiven. */
  follow(isAsked: boolean): void;
  /** Be flat for a while, as on paper. */
  beFlat(): void;
  /** The while is over. */
  resume(): void;
  dispose(): void;
}

export function createLooks(host: LooksHost): Looks {
  let shown: Shown = "flat";
  let trouble: Trouble | null = null;
  /** What was wished for last: a script that comes late is not shown any more. */
  let wish = 0;
  let isTold = false;
  let timer = 0;

  function tell(fare: Fare): void {
    if (fare.board === "solid" && isTold) return;
    isTold = true;
    tellStatistics(fare);
  }

  function replace(next: Renderer, look: Shown): void {
    shown = look;
    host.replace(next, look);
  }

  function beFlat(): void {
    wish += 1;
    clearTimeout(timer);
    if (shown === "solid") replace(host.newFlat(), "flat");
  }

  function giveUp(why: Trouble): void {
    trouble = why;
    beFlat();
    tell({ board: why, frame: "none" });
    host.emit({ kind: "look", look: "flat", why });
  }

  async function handsOff(mine: number): Promise<void> {
    while (mine === wish && host.isBusy()) await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
  }

  async function beSolid(isAsked: boolean): Promise<void> {
    wish += 1;
    const mine = wish;
    try {
      await whenIdle();
      const create = await loadSolid();
      await handsOff(mine);
      if (mine !== wish) return;
      replace(create(hostOf(mine), host.style()), "solid");
    } catch (error) {
      // Whatever keeps it from being solid (no WebGL, a network without the script): the flat board is there and played.
      if (!(error instanceof Error)) throw error;
      if (mine === wish) giveUp("failed");
      return;
    }
    timer = window.setTimeout(() => tell({ board: "solid", frame: "none" }), MEASURE_WITHIN);
    if (isAsked) host.emit({ kind: "look", look: "solid", why: "asked" });
  }

  function hostOf(mine: number): SolidHost {
    const { holder, stage, isStill, isHolding, onView } = host;
    return {
      holder,
      stage,
      isStill,
      isHolding,
      onView,
      quality: host.settings.quality,
      // Not from within the drawing that found it lost.
      onLost: () => queueMicrotask(() => mine === wish && giveUp("lost")),
      onFrames: (frame) => tell({ board: "solid", frame }),
      onSlow() {
        host.onSlow();
        host.emit({ kind: "look", look: "flat", why: "slow" });
      },
    };
  }

  function act(isAsked: boolean): void {
    const wanted = shownFor(host.settings.look ?? "flat", trouble, isQuick);
    if (wanted === shown) return;
    if (wanted === "solid") {
      void beSolid(isAsked);
      return;
    }
    beFlat();
    if (isAsked) host.emit({ kind: "look", look: "flat", why: "asked" });
  }

  return {
    shown: () => shown,
    follow(isAsked) {
      trouble = null;
      act(isAsked);
    },
    beFlat,
    resume: () => act(false),
    dispose() {
      wish += 1;
      clearTimeout(timer);
    },
  };
}
