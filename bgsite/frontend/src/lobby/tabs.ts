/** The tabs of this browser, as the mover sees them. */
import { Mover, type Tabs } from "./began.ts";

const CHANNEL = "barpoint-lobby";

/** A mover of this tab; `path` gives the address of a match. */
export function moverOfTab(path: (code: string) => string): Mover {
  const channel = new BroadcastChannel(CHANNEL);
  const tabs: Tabs = {
    isVisible: () => !document.hidden,
    hasFocus: () => document.hasFocus(),
    go: (code) => location.assign(path(code)),
    tell: (code) => channel.postMessage(code),
    after: (milliseconds, run) => void setTimeout(run, milliseconds),
  };
  const mover = new Mover(tabs);
  channel.onmessage = (event) => mover.taken(String(event.data));
  document.addEventListener("visibilitychange", () => mover.looked());
  addEventListener("focus", () => mover.looked());
  return mover;
}
