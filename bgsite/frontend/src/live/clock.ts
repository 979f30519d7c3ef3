/** The arithmetic of a clock: a reserve for each side and a delay before it falls (rules.md 6). Shows only; the server decides. */
import type { ClockView, Side } from "./protocol.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface Reading {
  /** Milliseconds of the delay still free; 0 when this side's clock stands, and where a turn has days. */
  delay: number;
  /** Milliseconds of the reserve; where a turn has days, all that is left for it. */
  reserve: number;
  running: boolean;
}

/** In a correspondence match a turn has days and nothing is kept beside them: the days are the time that one has. */
export const hasDays = (clock: ClockView): boolean => clock.preset === "correspondence";

/** What `side`'s clock shows at server time `now`. */
export function readClock(clock: ClockView, side: Side, now: number): Reading {
  if (!hasDays(clock)) return readReserve(clock, side, now);
  const elapsed = clock.running === side ? Math.max(0, now - clock.since) : 0;
  const left = Math.max(0, clock.delay + clock.reserve[side] - elapsed);
  return { delay: 0, reserve: left, running: clock.running === side };
}

function readReserve(clock: ClockView, side: Side, now: number): Reading {
  const reserve = clock.reserve[side];
  if (clock.running !== side) return { delay: 0, reserve, running: false };
  const elapsed = Math.max(0, now - clock.since);
  return {
    delay: Math.max(0, clock.delay - elapsed),
    reserve: Math.max(0, reserve - Math.max(0, elapsed - clock.delay)),
    running: true,
  };
}

const SAMPLES = 12;

/** The server's clock as seen from here. A frame is late by its travel, never early: the largest difference is the best. */
export class ServerTime {
  private differences: number[] = [];

  constructor(private readonly local: () => number) {}

  /** The server said that it is `now`. */
  heard(now: number): void {
    this.differences.push(now - this.local());
    if (this.differences.length > SAMPLES) this.differences.shift();
  }

  /** Milliseconds since the epoch by the server's clock; by our own before the server spoke. */
  now(): number {
    return this.local() + (this.differences.length ? Math.max(...this.differences) : 0);
  }
}

const two = (number: number): string => String(number).padStart(2, "0");

/** "4:12", "1:02:03". The last begun second counts. */
export function formatTime(milliseconds: number): string {
  const total = Math.ceil(milliseconds / SECOND);
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** "3 days 4 hours" when there is more than a day, else as `formatTime`. */
export function formatLong(milliseconds: number): string {
  if (milliseconds < DAY) return formatTime(milliseconds);
  const days = Math.floor(milliseconds / DAY);
  const hours = Math.floor((milliseconds % DAY) / HOUR);
  const inDays = interpolate(ngettext("%(count)s day", "%(count)s days", days), { count: days }, true);
  if (hours === 0) return inDays;
  return `${inDays} ${interpolate(ngettext("%(count)s hour", "%(count)s hours", hours), { count: hours }, true)}`;
}

/** Only at these is a falling reserve spoken, in milliseconds. */
export const WARN_AT: readonly number[] = [30 * SECOND, 10 * SECOND];

/** The mark that was passed between two readings of a reserve, if any. */
export function passedMark(before: number, after: number): number | null {
  return WARN_AT.find((mark) => before > mark && after <= mark) ?? null;
}

/** Our clock in milliseconds since the epoch, which never jumps while the page lives. */
export const localTime = (): number => performance.timeOrigin + performance.now();
