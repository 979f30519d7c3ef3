/** Speaks when a reserve passes 30 s and 10 s, once each, and at no other time. */
import { passedMark, readClock } from "./clock.ts";
import type { Side, View } from "./protocol.ts";
import { SIDES } from "./sides.ts";
import { type People, say } from "./words.ts";

export class LowTime {
  private last: Partial<Record<Side, number>> = {};

  /** The sentences owed at server time `now`. */
  check(view: View, people: People, now: number): string[] {
    if (!view.clock) return [];
    const sentences: string[] = [];
    for (const side of SIDES) {
      const { reserve, running } = readClock(view.clock, side, now);
      const before = this.last[side];
      const mark = running && before !== undefined ? passedMark(before, reserve) : null;
      this.last[side] = reserve;
      if (mark !== null) sentences.push(lowSentence(people, side, mark / 1000));
    }
    return sentences;
  }
}

function lowSentence(people: People, side: Side, seconds: number): string {
  return say(
    people,
    side,
    gettext("You have %(seconds)s seconds left."),
    gettext("%(name)s has %(seconds)s seconds left."),
    { seconds },
  );
}
