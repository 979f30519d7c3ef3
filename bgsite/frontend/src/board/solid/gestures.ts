/** Turning and zooming by hand: a drag where no checker can be taken, the wheel, two fingers. */
export interface CameraDeeds {
  /** A drag by parts of the picture's width and height. */
  orbit(across: number, down: number): void;
  /** Nearer by a factor, with the place at these pixels of the window staying where it is. */
  zoomAt(factor: number, clientX: number, clientY: number): void;
  /** By pixels. */
  shift(x: number, y: number): void;
  canZoomOut(): boolean;
  /** Seen from above fingers scroll the page. */
  isTop(): boolean;
  /** A checker is in the hand. */
  isHolding(): boolean;
  /** The hand is off: what is seen now is meant. */
  settled(): void;
}

/** Pixels of a drag: a little more than a checker needs, so that the hand that has one is known. */
const DRAG_FROM = 7;
const CONTROLS = ".board-controls";

interface Finger {
  x: number;
  y: number;
}

export function listenToCamera(holder: HTMLElement, deeds: CameraDeeds, signal: AbortSignal): void {
  const fingers = new Map<number, Finger>();
  let press: (Finger & { pointer: number; shifts: boolean }) | null = null;
  let isTurning = false;
  let swallow = false;

  function begin(event: PointerEvent): void {
    swallow = false;
    if (event.target instanceof Element && event.target.closest(CONTROLS)) return;
    if (event.pointerType === "touch") fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size === 2) {
      press = null;
      isTurning = true;
      return;
    }
    if (press !== null || event.button !== 0) return;
    const movable = event.target instanceof Element && event.target.closest('[data-can="move"]') !== null;
    if (movable || (event.pointerType === "touch" && deeds.isTop())) return;
    press = { pointer: event.pointerId, x: event.clientX, y: event.clientY, shifts: event.shiftKey };
  }

  function pinch(event: PointerEvent): void {
    const [a, b] = [...fingers.values()] as [Finger, Finger];
    const before = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, wide: Math.hypot(a.x - b.x, a.y - b.y) };
    const moved = fingers.get(event.pointerId);
    if (moved) Object.assign(moved, { x: event.clientX, y: event.clientY });
    const after = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, wide: Math.hypot(a.x - b.x, a.y - b.y) };
    if (before.wide > 0) deeds.zoomAt(after.wide / before.wide, after.x, after.y);
    deeds.shift(after.x - before.x, after.y - before.y);
  }

  function move(event: PointerEvent): void {
    if (fingers.size === 2 && fingers.has(event.pointerId)) {
      if (!deeds.isHolding()) pinch(event);
      return;
    }
    if (press?.pointer !== event.pointerId) return;
    if (deeds.isHolding()) {
      press = null;
      return;
    }
    const [x, y] = [event.clientX - press.x, event.clientY - press.y];
    if (!isTurning) {
      if (Math.hypot(x, y) < DRAG_FROM) return;
      isTurning = true;
      holder.setPointerCapture(event.pointerId);
    }
    Object.assign(press, { x: event.clientX, y: event.clientY });
    if (press.shifts) deeds.shift(x, y);
    else deeds.orbit(x / holder.clientWidth, y / holder.clientHeight);
  }

  function end(event: PointerEvent): void {
    fingers.delete(event.pointerId);
    if (press?.pointer === event.pointerId) press = null;
    if (!isTurning || press !== null || fingers.size > 0) return;
    isTurning = false;
    swallow = event.type === "pointerup";
    deeds.settled();
  }

  function wheel(event: WheelEvent): void {
    if (event.target instanceof Element && event.target.closest(CONTROLS)) return;
    // With nothing left to zoom out the wheel is the page's. Two fingers on a pad are a wheel with Ctrl.
    if (event.deltaY > 0 && !deeds.canZoomOut()) return;
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    deeds.zoomAt(Math.exp(-Math.max(-120, Math.min(120, event.deltaY * lines)) * (event.ctrlKey ? 0.01 : 0.0016)), event.clientX, event.clientY);
    deeds.settled();
  }

  holder.addEventListener("pointerdown", begin, { signal });
  holder.addEventListener("pointermove", move, { signal });
  holder.addEventListener("pointerup", end, { signal });
  holder.addEventListener("pointercancel", end, { signal });
  holder.addEventListener("wheel", wheel, { signal, passive: false });
  // The end of a drag is a click as well to the browser.
  holder.addEventListener(
    "click",
    (event) => {
      if (!swallow) return;
      swallow = false;
      event.stopPropagation();
      event.preventDefault();
    },
    { signal, capture: true },
  );
}
