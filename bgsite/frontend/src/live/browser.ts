/** What the browser gives the connection: a WebSocket, timers, and news about network and page. */
import type { Connection, Surroundings, Timers, Wire } from "./socket.ts";

export const timers: Timers = {
  now: () => performance.now(),
  after: (milliseconds, run) => setTimeout(run, milliseconds),
  cancel: (handle) => {
    clearTimeout(handle as ReturnType<typeof setTimeout> | undefined);
  },
};

export const surroundings = (address: string): Surroundings => ({
  open: () => new WebSocket(address) as Wire,
  timers,
  random: () => Math.random(),
});

/** Our clock in milliseconds since the epoch, which never jumps while the page lives. */
export const localTime = (): number => performance.timeOrigin + performance.now();

export function watchPage(connection: Connection): void {
  addEventListener("online", () => connection.probe());
  addEventListener("offline", () => connection.probe());
  addEventListener("pagehide", () => connection.rest());
  addEventListener("pageshow", (event) => {
    if (event.persisted) connection.wake();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) connection.probe();
  });
}
