/** A script that comes later, and comes in the end: it may be asked for in the very moment in which the line is cut. */
import type { Timers } from "./surroundings.ts";

const FIRST_PAUSE = 2000;
const LONGEST_PAUSE = 60_000;
/** A quarter of an hour in all; after that only a fresh page helps. */
const TRIES = 20;

/**
 * What `load`, an `import()`, brings. Rejects with its last error when it never comes. Browsers from before 2026 may
 * remember the first failure (whatwg/html#10327): there the page goes without, as if it had not been tried again.
 */
export async function inTheEnd<T>(load: () => Promise<T>, timers: Pick<Timers, "after">): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await load();
    } catch (error) {
      if (tried === TRIES) throw error;
      const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (tried - 1));
      await new Promise<void>((resume) => timers.after(pause, resume));
    }
  }
}
