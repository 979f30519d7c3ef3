/** How long to wait before trying again. */

const FIRST = 500;
const LONGEST = 5000;

/** Milliseconds before attempt number `attempt` (0 = the first try after a loss); `random` in [0, 1) spreads the clients. */
export function backoff(attempt: number, random: number): number {
  const ceiling = Math.min(LONGEST, FIRST * 2 ** attempt);
  return Math.round(FIRST + (ceiling - FIRST) * random + (ceiling === FIRST ? FIRST * random : 0));
}
