/** What the browser gives a line: a WebSocket, timers, and news about network and page. */
import type { Line } from "./line.ts";
import type { Surroundings, Timers, Wire } from "./surroundings.ts";

export const timers: Timers = {
  now: () => performance.now(),
  after: (milliseconds, run) => setTimeout(run, milliseconds),
  cancel: (handle) => {
    clearTimeout(handle as ReturnType<typeof setTimeout> | undefined);
  },
};

/** The WebSocket address for a path of this site. */
export function socketAddress(path: string, base: string): string {
  const url = new URL(path, base);
  url.protocol = url.protocol === "https:" || url.protocol === "wss:" ? "wss:" : "ws:";
  return url.href;
}

/** A line to `path`, a path of this site or an address. */
export const surroundings = (path: string): Surroundings => ({
  open: () => new WebSocket(socketAddress(path, location.href)) as Wire,
  timers,
  random: () => Math.random(),
});

export function watchPage(line: Pick<Line, "probe" | "rest" | "wake">): void {
  addEventListener("online", () => line.probe());
  addEventListener("offline", () => line.probe());
  addEventListener("pagehide", () => line.rest());
  addEventListener("pageshow", (event) => {
    if (event.persisted) line.wake();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) line.probe();
  });
}
