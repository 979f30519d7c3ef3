/** What draws a board: the one interface of the flat picture (`render_svg.ts`) and the solid one (`solid/`). */
import type { Flight } from "./anim.ts";
import type { Box, Layout, Place } from "./layout.ts";
import type { Scene } from "./scene.ts";
import type { Spot } from "./spots.ts";
import type { Theme } from "./theme.ts";
import type { CheckerStyle, DiceStyle, Side } from "./types.ts";

/** In which colours and of which make the board is. */
export interface Style {
  theme: Theme;
  checkers: CheckerStyle;
  dice: DiceStyle;
}

/** What may fly: a flight, and whose checker it is. */
export type SideFlight = Flight & { side: Side };

/** Where a solid board is seen from. */
export interface Camera {
  show(view: "oblique" | "top"): void;
  zoom(factor: number): void;
  /** By parts of the picture's width and height, as a drag would. */
  turn(across: number, down: number): void;
}

export interface Renderer {
  /** Draw the empty board for a layout; `turned`: with the far player's numbers. */
  mount(layout: Layout, turned: boolean): void;
  /** `ms`: how long what changed place besides checkers (cube, swapped dice) may take to get there; 0: it is there. */
  render(scene: Scene, ms: number): void;
  /** Let checkers fly for `ms` milliseconds; resolves when they have landed or `land` was called. */
  fly(flights: readonly SideFlight[], ms: number): Promise<void>;
  /** End every flight now. */
  land(): void;
  /** Let the dice tumble for `ms` milliseconds. */
  tumble(ms: number): void;
  /** A checker in the hand, at a place of the picture. */
  hold(side: Side, spot: Spot, place: Place): void;
  release(): void;
  /** A place on the screen as a place of the picture. */
  placeAt(clientX: number, clientY: number): Place;
  /**
   * How the plane of the picture lies in the holder, for the buttons over it; left out: it fills the holder.
   * `lifted` is where a thing with this box and this height (units of the picture) is seen, as a box of the plane.
   */
  plane?: { matrix(): string; lifted(box: Box, height: number): Box };
  /** How it is looked at; left out: it is flat. */
  camera?: Camera;
  /** Other colours or another make from now on; left out: another renderer is needed. */
  restyle?(style: Style): void;
  dispose(): void;
}
