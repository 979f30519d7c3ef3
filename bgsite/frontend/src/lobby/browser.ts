/** What the browser gives the line: a WebSocket, timers, and news about network and page. */
import { timers } from "../live/browser.ts";
import { socketAddress } from "../live/page.ts";
import type { Line, Surroundings, Wire } from "./line.ts";

export const surroundings = (path: string): Surroundings => ({
  open: () => new WebSocket(socketAddress(path, location.href)) as Wire,
  timers,
  random: () => Math.random(),
});

export function watchPage(line: Line): void {
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
