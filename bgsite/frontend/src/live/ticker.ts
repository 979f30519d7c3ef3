/** The one timer of the page. It runs only while something on the page moves with time and the page is looked at. */

const EVERY = 200;

export class Ticker {
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly needed: () => boolean,
    private readonly tick: () => void,
  ) {
    document.addEventListener("visibilitychange", () => this.check());
  }

  /** Start or stop, as things are now. */
  check(): void {
    const run = !document.hidden && this.needed();
    if (run && this.timer === undefined) this.timer = setInterval(this.tick, EVERY);
    if (!run && this.timer !== undefined) {
      clearInterval(this.timer);
      this.timer = undefined;
    }
  }
}
