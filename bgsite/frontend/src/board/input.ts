/**
 * Hands and keys: turns pointer, click and key events on the overlay into what the board can do. Keys that mean
 * something all over the page (digits, Backspace, …) are the page's.
 */
import type { Place } from "./layout.ts";
import type { Handle, Overlay } from "./overlay.ts";
import type { Camera } from "./renderer.ts";
import type { Spot } from "./spots.ts";

export interface Actions {
  /** A click or key on a button; `byKey` when the focus should follow. */
  choose(handle: Handle, byKey: boolean): void;
  /** A click with the other mouse button. */
  chooseOther(handle: Handle): void;
  cancel(): void;
  /** Take a checker into the hand; false when none can be taken. */
  grab(spot: Spot): boolean;
  drag(place: Place): void;
  /** Let it go over a spot, or nowhere. */
  drop(spot: Spot | null): void;
  /** A place on the screen as a place of the picture. */
  placeAt(clientX: number, clientY: number): Place;
  spotAt(place: Place): Spot | null;
  /** Do something with the camera; false when the board has none. */
  look(deed: (camera: Camera) => void): boolean;
}

/** Screen pixels a pointer moves before a click becomes a drag. */
const DRAG_FROM = 6;

interface Press {
  pointer: number;
  spot: Spot;
  x: number;
  y: number;
  /** Whether the checker is in the hand. */
  held: boolean;
}

function listenToPointer(overlay: Overlay, actions: Actions, signal: AbortSignal): () => boolean {
  const { element } = overlay;
  let press: Press | null = null;
  let swallow = false;

  function onDown(event: PointerEvent): void {
    swallow = false;
    const spot = overlay.handleOf(event.target);
    if (press !== null || event.button !== 0 || !event.isPrimary || typeof spot !== "number") return;
    press = { pointer: event.pointerId, spot, x: event.clientX, y: event.clientY, held: false };
  }

  function onMove(event: PointerEvent): void {
    if (press?.pointer !== event.pointerId) return;
    if (!press.held) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG_FROM) return;
      if (!actions.grab(press.spot)) {
        press = null;
        return;
      }
      press.held = true;
      element.setPointerCapture(event.pointerId);
    }
    actions.drag(actions.placeAt(event.clientX, event.clientY));
  }

  function onEnd(event: PointerEvent): void {
    if (press?.pointer !== event.pointerId) return;
    const { held } = press;
    press = null;
    if (!held) return;
    swallow = true;
    const isDropped = event.type === "pointerup";
    actions.drop(isDropped ? actions.spotAt(actions.placeAt(event.clientX, event.clientY)) : null);
  }

  element.addEventListener("pointerdown", onDown, { signal });
  element.addEventListener("pointermove", onMove, { signal });
  element.addEventListener("pointerup", onEnd, { signal });
  element.addEventListener("pointercancel", onEnd, { signal });
  // The end of a drag is a click as well to the browser.
  return () => {
    const was = swallow;
    swallow = false;
    return was;
  };
}

const ARROWS: Record<string, 1 | -1 | "first" | "last"> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  Home: "first",
  End: "last",
};

/** What the camera does at a key; the arrows with Shift. */
const CAMERA_KEYS: Record<string, (camera: Camera) => void> = {
  "+": (camera) => camera.zoom(1.25),
  "-": (camera) => camera.zoom(0.8),
  ShiftArrowLeft: (camera) => camera.turn(0.08, 0),
  ShiftArrowRight: (camera) => camera.turn(-0.08, 0),
  ShiftArrowUp: (camera) => camera.turn(0, 0.08),
  ShiftArrowDown: (camera) => camera.turn(0, -0.08),
};

function listenToKeys(overlay: Overlay, actions: Actions, signal: AbortSignal): void {
  overlay.element.addEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const arrow = ARROWS[event.key];
      const camera = CAMERA_KEYS[event.shiftKey && event.key !== "+" ? `Shift${event.key}` : event.key];
      if (camera !== undefined && actions.look(camera)) {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      if (arrow !== undefined) overlay.moveFocus(arrow);
      else if (event.key === "Escape") actions.cancel();
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal },
  );
}

/** Listen until `signal` is aborted. */
export function listen(overlay: Overlay, actions: Actions, signal: AbortSignal): void {
  const isDragEnd = listenToPointer(overlay, actions, signal);
  listenToKeys(overlay, actions, signal);
  overlay.element.addEventListener(
    "click",
    (event) => {
      if (isDragEnd()) return;
      const handle = overlay.handleOf(event.target);
      // A key or a screen reader clicks without a place: `detail` counts the pointer's clicks.
      if (handle === null) actions.cancel();
      else actions.choose(handle, event.detail === 0);
    },
    { signal },
  );
  overlay.element.addEventListener(
    "contextmenu",
    (event) => {
      const handle = overlay.handleOf(event.target);
      if (handle === null) return;
      event.preventDefault();
      actions.chooseOther(handle);
    },
    { signal },
  );
}
