/**
 * A page that may tell what the browser is: `#usage-beacon` is there only while statistics are on.
 * A 3D board says by the event `barpoint:board` how it fares (`{board, frame}`); without one, the board is flat.
 */
import { drawnOf, FLAT, type Offer, send, type World } from "./beacon.ts";

/** How long a 3D board has to say something, in milliseconds. */
const WAIT = 10_000;

const world: World = {
  navigator,
  cookie: () => document.cookie,
  storage: () => localStorage,
  now: () => new Date(),
  post: (url, body) => {
    // Nobody waits for the answer, and a failure must not disturb play.
    fetch(url, { method: "POST", body, keepalive: true }).catch(() => undefined);
  },
};

/** What the page hands out, if anything. */
function offered(): Offer | null {
  const written = document.getElementById("usage-beacon")?.textContent;
  return written ? (JSON.parse(written) as Offer) : null;
}

const offer = offered();
if (offer) {
  const timer = setTimeout(() => send(offer, FLAT, world), WAIT);
  window.addEventListener("barpoint:board", (event) => {
    const drawn = drawnOf((event as CustomEvent<unknown>).detail);
    if (!drawn) return;
    clearTimeout(timer);
    send(offer, drawn, world);
  });
}
