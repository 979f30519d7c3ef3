/** Whether a hint can be asked for, and an equity as text. */
import type { AdviceFrame, BesideFrame, CubeAdvice, Side, View } from "./protocol.ts";
import { handsOf } from "./sides.ts";

export type Hint =
  | { kind: "waiting"; about: number; cube: boolean }
  /** `shown`: place of the play in the list that lies on the board; null: none. */
  | { kind: "advice"; about: number; advice: AdviceFrame; shown: number | null };

/** Rolling or doubling, or the answer to a double: not which checkers to move. */
export const isCubeDecision = (view: View): boolean => view.phase === "to_roll" || view.phase === "doubled";

/** There is something to think about, and it is ours. */
export function isHintable(view: View, you: readonly Side[], beside: BesideFrame | null): boolean {
  if (!beside?.hints || view.paused) return false;
  return handsOf(view, you).some((side) => {
    const can = view.can[side];
    return can.play || can.double || can.take;
  });
}

const MINUS = "\u2212";

/** "+0.123", "−0.045". */
export function equityText(equity: number): string {
  const text = Math.abs(equity).toFixed(3);
  return `${equity < 0 && Number(text) !== 0 ? MINUS : "+"}${text}`;
}

/** What to do with the cube, in words. */
export function cubeWords(best: CubeAdvice["best"]): string {
  const words: Record<string, string> = {
    no_double: gettext("No double: roll."),
    double: gettext("Double."),
    too_good: gettext("Too good to double: play on for the gammon."),
    take: gettext("Take."),
    drop: gettext("Drop."),
    beaver: gettext("Turn the cube again."),
  };
  return words[best] ?? best;
}
