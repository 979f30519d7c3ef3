/** Times the frames of a row, while something moves, and says what follows from them. */
import { frameName, judged, medianOf, type Verdict } from "./quality.ts";

/** Frames drawn right after the start, at most, to know how long they take. */
const WARM_UP = 60;
/** Frames that say nothing yet, since programs and pictures are still being made for them. */
const FIRST_FRAMES = 2;

export interface Pace {
  /** A frame of a row was drawn at a time with a grade; null: nothing can be said yet. */
  frame(time: number, grade: number): (Verdict & { name: ReturnType<typeof frameName> }) | null;
  /** The row is over. */
  rest(): void;
  /** Another way of drawing begins: some frames in a row are wanted, to know how long they take. */
  warmUp(): void;
  isWarming(): boolean;
}

export function createPace(): Pace {
  let before = 0;
  let skip = FIRST_FRAMES;
  let left = 0;
  let times: number[] = [];
  return {
    frame(time, grade) {
      const took = time - before;
      const isFirst = before === 0;
      before = time;
      left -= 1;
      if (isFirst) return null;
      if (skip > 0) {
        skip -= 1;
        return null;
      }
      times.push(took);
      const verdict = judged(grade, times);
      if (verdict === null) return null;
      const name = frameName(medianOf(times));
      times = [];
      left = 0;
      return { ...verdict, name };
    },
    rest() {
      before = 0;
    },
    warmUp() {
      skip = FIRST_FRAMES;
      times = [];
      left = WARM_UP;
    },
    isWarming: () => left > 0,
  };
}
