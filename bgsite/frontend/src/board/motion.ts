/** Things that move for a while, one picture a frame: the clock, and the way through the air. Knows no pictures. */
import type { Place } from "./layout.ts";

export interface Motion {
  /** Resolves when it is over, by itself or by `end`. */
  over: Promise<void>;
  end(): void;
}

/** Call `frame` with the part of `ms` milliseconds that has passed, 0 first and 1 last (unless it is ended before). */
export function move(ms: number, frame: (part: number) => void): Motion {
  const begun = performance.now();
  let next = 0;
  let finish = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    finish = resolve;
  });
  // A hidden page never ticks: the clock ends it there.
  const late = setTimeout(end, ms + 150);

  function end(): void {
    cancelAnimationFrame(next);
    clearTimeout(late);
    finish();
  }

  function tick(now: number): void {
    const part = Math.min(1, Math.max(0, (now - begun) / ms));
    frame(part);
    if (part < 1) next = requestAnimationFrame(tick);
    else end();
  }

  tick(begun);
  return { over, end };
}

/** Slow at both ends. */
export function eased(part: number): number {
  return part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2;
}

/** Slower and slower. */
export function braked(part: number): number {
  return 1 - (1 - part) ** 3;
}

/** Where something is on its way through the air, and how high, both in units of the picture. */
export interface Airborne extends Place {
  height: number;
}

/** A throw in a flat arc: the farther, the higher. */
export function airborne(start: Place, goal: Place, part: number): Airborne {
  const way = eased(part);
  const far = Math.hypot(goal.x - start.x, goal.y - start.y);
  return {
    x: start.x + (goal.x - start.x) * way,
    y: start.y + (goal.y - start.y) * way,
    height: Math.sin(Math.PI * way) * Math.min(60, 16 + far * 0.08),
  };
}
