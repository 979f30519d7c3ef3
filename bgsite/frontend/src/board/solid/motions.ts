/** What moves now: each motion is told how far it is, and all of them end in time, even where no frames are drawn. */

export interface Motion {
  /** Resolves when it is over, by itself or by `end`. */
  over: Promise<void>;
  /** Be at the end, now. */
  end(): void;
}

export interface Motions {
  /** `step` is given 0…1, at last 1. */
  start(ms: number, step: (t: number) => void): Motion;
  /** Move everything to a time, in milliseconds. */
  tick(now: number): void;
  isMoving(): boolean;
  endAll(): void;
}

export function createMotions(now: () => number, request: () => void): Motions {
  const moving = new Set<{ tick(now: number): void; end(): void }>();
  return {
    start(ms, step) {
      const begun = now();
      let finish = (): void => undefined;
      const over = new Promise<void>((resolve) => {
        finish = resolve;
      });
      const motion = {
        tick(time: number): void {
          const t = (time - begun) / ms;
          if (t >= 1) motion.end();
          else step(Math.max(0, t));
        },
        end(): void {
          if (!moving.delete(motion)) return;
          clearTimeout(late);
          step(1);
          request();
          finish();
        },
      };
      moving.add(motion);
      // A hidden page draws no frames: the clock ends the motion there.
      const late = setTimeout(() => motion.end(), ms + 250);
      step(0);
      request();
      return { over, end: motion.end };
    },
    tick(time) {
      for (const motion of [...moving]) motion.tick(time);
    },
    isMoving: () => moving.size > 0,
    endAll() {
      for (const motion of [...moving]) motion.end();
    },
  };
}
