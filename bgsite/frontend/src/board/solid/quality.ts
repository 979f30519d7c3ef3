/** How well the board is drawn: steps down a ladder while frames are slow. Pure. */

export interface Grade {
  /** Most pixels of the picture in one CSS pixel, along an edge. */
  ratio: number;
  /** Edge of the shadows' map; 0: none. */
  shadow: number;
  antialias: boolean;
  /** Stuffs without gloss and mirrors. */
  plain: boolean;
}

/** Fewer pixels first, then shadows, then smooth edges, at last gloss. */
export const LADDER: readonly Grade[] = [
  { ratio: 2, shadow: 2048, antialias: true, plain: false },
  { ratio: 1.5, shadow: 2048, antialias: true, plain: false },
  { ratio: 1, shadow: 2048, antialias: true, plain: false },
  { ratio: 1, shadow: 1024, antialias: true, plain: false },
  { ratio: 1, shadow: 0, antialias: true, plain: false },
  { ratio: 0.75, shadow: 0, antialias: false, plain: false },
  { ratio: 0.75, shadow: 0, antialias: false, plain: true },
];

/** For tests in software rendering. */
export const LOW: Grade = { ratio: 0.5, shadow: 0, antialias: false, plain: true };

/** Milliseconds of a frame above which the next grade is tried. */
const TOO_SLOW = 26;
/** Milliseconds above which the lowest grade is too slow as well. */
const HOPELESS = 50;
/** Milliseconds above which there is no sense in trying one grade after the other. */
const FAR_TOO_SLOW = 110;
/** Frames that are judged together; of slow ones, a few that took this many milliseconds together say enough. */
export const FRAMES = 18;
const FEW = 4;
const LONG_ENOUGH = 1000;

/** The first grade that is another one than the last at this many pixels a CSS pixel. */
export function firstGrade(pixels: number): number {
  const at = LADDER.findLastIndex((grade) => grade.ratio >= pixels && grade.shadow === 2048);
  return Math.max(0, at);
}

export function medianOf(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

export interface Verdict {
  /** What to draw with from now on. */
  grade: number;
  /** Even the lowest grade is slow. */
  slow: boolean;
}

/** What is to be said after frames that took `times` milliseconds each; null: not enough of them yet. */
export function judged(grade: number, times: readonly number[]): Verdict | null {
  const total = times.reduce((sum, time) => sum + time, 0);
  if (times.length < FRAMES && (times.length < FEW || total < LONG_ENOUGH)) return null;
  const median = medianOf(times);
  const lowest = LADDER.length - 1;
  if (median <= TOO_SLOW) return { grade, slow: false };
  if (grade < lowest) return { grade: median > FAR_TOO_SLOW ? lowest : grade + 1, slow: false };
  return { grade, slow: median > HOPELESS };
}

/** How the statistics call frames of so many milliseconds (stats.models.Frame). */
export function frameName(ms: number): "16" | "33" | "50" | "slow" {
  // A frame waits for the screen: a little over is still that one.
  if (ms <= 18) return "16";
  if (ms <= 35) return "33";
  return ms <= 52 ? "50" : "slow";
}
