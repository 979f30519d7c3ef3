/**
 * Real buttons over the picture: one for each point, bar and tray, the dice and the cube. They are the hit areas, the
 * tab order (one stop, arrows among what can be played), the names for screen readers and the selectors for tests:
 *
 *   data-point   1…24 in the near player's numbering, bar, off, far-bar, far-off, dice, cube
 *   data-count   checkers there · data-side  white, black or empty
 *   data-can     move, target, roll, swap, confirm, double or empty · data-chosen  on the chosen source
 */
import { diceText, type SpotCan, spotText, type Voice } from "./announce.ts";
import type { Box, Layout } from "./layout.ts";
import type { Renderer } from "./renderer.ts";
import { BAR_FAR, BAR_NEAR, countAt, holderOf, OFF_FAR, OFF_NEAR, type Spot, signOf } from "./spots.ts";
import { type BoardState, canConfirm, canSwap, type Chances, diceOf, endOf, sideOf } from "./state.ts";

type Plane = NonNullable<Renderer["plane"]>;

/** What a button stands for. */
export type Handle = Spot | "dice" | "cube";

export interface Overlay {
  element: HTMLElement;
  /** Lay the buttons over the places of a layout; `plane` is how a solid board is seen. */
  place(state: BoardState, layout: Layout, plane?: Plane): void;
  update(state: BoardState, chances: Chances): void;
  handleOf(target: EventTarget | null): Handle | null;
  /** Focus the first checker or target that can be chosen; false when there is none. */
  focusNext(): boolean;
  /** Move the focus by arrows: +1 forward, −1 back, or to the first or last. */
  moveFocus(to: 1 | -1 | "first" | "last"): void;
  focusPoint(point: number): void;
  hasFocus(): boolean;
}

const NAMES: Record<number, string> = {
  [BAR_NEAR]: "bar",
  [OFF_NEAR]: "off",
  [BAR_FAR]: "far-bar",
  [OFF_FAR]: "far-off",
};

const POINTS_DOWN: Spot[] = Array.from({ length: 24 }, (_, index) => 24 - index);
const ORDER: Handle[] = [BAR_NEAR, ...POINTS_DOWN, OFF_NEAR, BAR_FAR, OFF_FAR, "dice", "cube"];

function voiceOf(state: BoardState): Voice {
  const { near, numbering = near, yours = near } = state.settings;
  return { near, yours: yours === null ? null : signOf(yours, near), turned: numbering !== near };
}

function canOf(spot: Spot, chances: Chances): SpotCan {
  const targets = chances.targets.filter((choice) => choice.to === spot);
  const [target] = targets;
  if (target) return { kind: "target", dice: target.option.path.map(([, , die]) => die).join("+") };
  if (spot === chances.source) return { kind: "chosen", dice: "" };
  return { kind: chances.sources.has(spot) ? "move" : "none", dice: "" };
}

const DATA_CAN: Record<SpotCan["kind"], string> = { none: "", move: "move", chosen: "move", target: "target" };

interface Face {
  label: string;
  can: string;
  count: number;
  side: string;
  chosen: boolean;
  shown: boolean;
}

function spotFace(spot: Spot, state: BoardState, chances: Chances): Face {
  const can = canOf(spot, chances);
  const holder = holderOf(state.cells, spot);
  return {
    label: spotText(state.cells, spot, voiceOf(state), can),
    can: DATA_CAN[can.kind],
    count: holder ? countAt(state.cells, spot, holder) : 0,
    side: holder ? sideOf(state, holder) : "",
    chosen: can.kind === "chosen",
    shown: true,
  };
}

function diceFace(state: BoardState): Face {
  const dice = diceOf(state);
  const numbers = (state.position?.dice ?? []) as number[];
  const face = { count: dice.length, side: state.position?.dice_side ?? "", chosen: false, shown: true };
  if (state.can.roll) return { ...face, side: state.movable ?? "", label: gettext("Roll the dice"), can: "roll" };
  const label = interpolate(gettext("Dice: %(dice)s"), { dice: diceText(numbers) }, true);
  if (canConfirm(state)) {
    const confirm = interpolate(gettext("Dice: %(dice)s. Confirm the turn"), { dice: diceText(numbers) }, true);
    return { ...face, label: confirm, can: "confirm" };
  }
  if (!canSwap(state)) return { ...face, label, can: "", shown: dice.length > 0 };
  const swap = interpolate(gettext("Dice: %(dice)s. Swap them"), { dice: diceText(dice.map((die) => die.number)) }, true);
  return { ...face, label: swap, can: "swap" };
}

function cubeFace(state: BoardState): Face {
  const position = state.position;
  const value = position?.offer?.value ?? position?.cube.value ?? 1;
  const values = { value };
  const face = { count: value, side: position?.cube.owner ?? "", chosen: false, shown: position?.cube.in_use ?? false };
  if (state.can.double) {
    return { ...face, label: interpolate(gettext("Cube at %(value)s. Double"), values, true), can: "double" };
  }
  return { ...face, label: interpolate(gettext("Cube at %(value)s"), values, true), can: "" };
}

function faceOf(handle: Handle, state: BoardState, chances: Chances): Face {
  if (handle === "dice") return diceFace(state);
  return handle === "cube" ? cubeFace(state) : spotFace(handle, state, chances);
}

function wear(button: HTMLButtonElement, face: Face): void {
  const values: Record<string, string> = {
    "aria-label": face.label,
    "aria-disabled": String(face.can === ""),
    "data-count": String(face.count),
    "data-side": face.side,
    "data-can": face.can,
    "data-chosen": String(face.chosen),
  };
  for (const [name, value] of Object.entries(values)) {
    if (button.getAttribute(name) !== value) button.setAttribute(name, value);
  }
  button.hidden = !face.shown;
}

function controlArea(handle: Handle, state: BoardState, layout: Layout): Box {
  if (handle === "dice") {
    const side = state.can.roll ? state.movable : state.position?.dice_side;
    const box = layout.diceArea(side ? endOf(state, side) : "near", state.can.roll ? 2 : Math.max(2, diceOf(state).length));
    return { x: box.x - 8, y: box.y - 8, width: box.width + 16, height: box.height + 16 };
  }
  if (handle !== "cube") return layout.area(handle);
  const { offer, cube } = state.position ?? {};
  const place = offer ? layout.cubeOffered(endOf(state, offer.by)) : layout.cube(cube?.owner ? endOf(state, cube.owner) : null);
  return { x: place.x - 31, y: place.y - 31, width: 62, height: 62 };
}

/** Heights of what stands on the board, in the picture's units. */
const TALL: Partial<Record<Handle, number>> = { dice: 54, cube: 58 };

function layOver(button: HTMLElement, box: Box, layout: Layout): void {
  const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(3)}%`;
  setStyle(button, "left", percent(box.x, layout.width));
  setStyle(button, "top", percent(box.y, layout.height));
  setStyle(button, "width", percent(box.width, layout.width));
  setStyle(button, "height", percent(box.height, layout.height));
}

function setStyle(element: HTMLElement, name: string, value: string): void {
  if (element.style.getPropertyValue(name) !== value) element.style.setProperty(name, value);
}

/** All buttons lie in the plane of the picture, which a solid board turns as a whole. */
function layPlane(element: HTMLElement, layout: Layout, plane: Plane | undefined): void {
  // The flat board's buttons fill it by themselves: asking for its width would lay the page out in every draw.
  const width = plane ? (element.parentElement?.clientWidth ?? 0) : null;
  setStyle(element, "transform", plane?.matrix() ?? "");
  setStyle(element, "width", width === null ? "" : `${width}px`);
  setStyle(element, "height", width === null ? "" : `${(width * layout.height) / layout.width}px`);
}

export function createOverlay(root: HTMLElement): Overlay {
  const element = document.createElement("div");
  element.className = "board-buttons";
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", gettext("Board"));
  const buttons = new Map<Handle, HTMLButtonElement>();
  for (const handle of ORDER) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "board-button";
    button.tabIndex = -1;
    button.dataset.point = typeof handle === "number" ? (NAMES[handle] ?? String(handle)) : handle;
    buttons.set(handle, button);
    element.append(button);
  }
  root.append(element);
  let playable: HTMLButtonElement[] = [];

  function all(): HTMLButtonElement[] {
    return [...buttons.values()].filter((button) => !button.hidden);
  }

  function setStop(stop: HTMLButtonElement | undefined): void {
    for (const button of buttons.values()) button.tabIndex = button === stop ? 0 : -1;
  }

  function focus(button: HTMLButtonElement | undefined): boolean {
    if (button === undefined) return false;
    setStop(button);
    // Whoever plays by hand has the page where it should be; only keys may scroll it.
    button.focus({ preventScroll: document.activeElement?.matches(":focus-visible") !== true });
    return true;
  }

  function update(state: BoardState, chances: Chances): void {
    for (const [handle, button] of buttons) wear(button, faceOf(handle, state, chances));
    const able = all().filter((button) => button.dataset.can !== "");
    const targets = able.filter((button) => button.dataset.can === "target");
    const chosen = state.selected === null ? [] : able.filter((button) => button.dataset.chosen === "true");
    playable = targets.length > 0 ? [...targets, ...chosen] : able;
    const focused = document.activeElement;
    const stop = playable.find((button) => button === focused) ?? playable[0] ?? all()[0];
    if (focused instanceof HTMLButtonElement && element.contains(focused)) {
      // A hidden button loses the focus: it goes to the board's stop, never to the top of the page.
      if (focused.hidden) focus(stop);
      else setStop(focused);
    } else setStop(stop);
  }

  function place(state: BoardState, layout: Layout, plane?: Plane): void {
    layPlane(element, layout, plane);
    for (const [handle, button] of buttons) {
      const area = controlArea(handle, state, layout);
      layOver(button, plane ? plane.lifted(area, TALL[handle] ?? 0) : area, layout);
    }
  }

  function moveFocus(to: 1 | -1 | "first" | "last"): void {
    const ring = playable.length > 0 ? playable : all();
    const at = ring.indexOf(document.activeElement as HTMLButtonElement);
    if (to === "first" || to === "last") focus(ring.at(to === "first" ? 0 : -1));
    else if (at < 0) focus(ring.at(to === 1 ? 0 : -1));
    else focus(ring[(at + to + ring.length) % ring.length]);
  }

  return {
    element,
    place,
    update,
    moveFocus,
    handleOf(target) {
      const button = target instanceof Element ? target.closest("button") : null;
      return [...buttons].find(([, each]) => each === button)?.[0] ?? null;
    },
    focusNext: () => focus(playable.find((button) => ["move", "target"].includes(button.dataset.can ?? ""))),
    focusPoint: (point) => void focus(buttons.get(point)),
    hasFocus: () => element.contains(document.activeElement),
  };
}
