/** Does what `auto.ts` decides, a moment later, if all is still the same then. */
import { type AutoDeed, autoDeed } from "./auto.ts";
import type { State, Store } from "./store.ts";

/** So that one sees what happens. Milliseconds. */
const PAUSE = 500;

interface Hands {
  roll(): void;
  steps(steps: readonly [number, number, number][]): void;
  confirm(): void;
  /** Whether a play still flies over the board. */
  busy(): boolean;
}

export class Pilot {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private planned = "";

  constructor(
    private readonly store: Store,
    private readonly hands: Hands,
  ) {
    store.subscribe(() => this.look());
  }

  private look(): void {
    const { state } = this.store;
    const deed = this.deed();
    const key = deed && state.view ? `${state.view.decision} ${state.turn?.steps.length ?? 0} ${JSON.stringify(deed)}` : "";
    if (key === this.planned) return;
    this.planned = key;
    clearTimeout(this.timer);
    if (key !== "") this.timer = setTimeout(() => this.fly(key), PAUSE);
  }

  private deed(): AutoDeed | null {
    const { state } = this.store;
    return isFree(state) && state.view
      ? autoDeed({
          view: state.view,
          you: state.you,
          preferences: state.preferences,
          turn: state.turn,
          noDouble: state.noDouble,
          handsOff: state.handsOff === state.view.decision,
        })
      : null;
  }

  private fly(key: string): void {
    if (key !== this.planned) return;
    if (this.hands.busy()) {
      this.timer = setTimeout(() => this.fly(key), PAUSE / 2);
      return;
    }
    this.planned = "";
    const deed = this.deed();
    if (deed === null) return;
    switch (deed.kind) {
      case "roll":
        return this.hands.roll();
      case "steps":
        return this.hands.steps(deed.steps);
      case "confirm":
        return this.hands.confirm();
    }
  }
}

/** Nothing is asked, awaited or read at this moment. */
const isFree = (state: Readonly<State>): boolean =>
  state.line === "live" && !state.stale && state.pending === null && state.dialog === null && state.hint === null;
