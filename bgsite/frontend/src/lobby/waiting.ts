/**
 * "Something waits for you", on any page that has marked parts: `data-live` on an element with an id. When what waits
 * changes, the page is asked for again and those parts are put in place; `data-waiting` shows how many wait.
 */
import { surroundings, watchPage } from "../line/browser.ts";
import { Beginnings } from "./began.ts";
import { LobbyLine, type Listener } from "./line.ts";
import type { Mine } from "./protocol.ts";
import { moverOfTab } from "./tabs.ts";

const PATH = "/ws/lobby/";
const title = document.title;
const beginnings = new Beginnings();
const mover = moverOfTab((code) => `/match/${code}/`);
let shown = "";

/** What the parts depend on. */
const signature = (mine: Mine): string => JSON.stringify([mine.games, mine.incoming, mine.outgoing, mine.declined]);

async function renew(): Promise<void> {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!answer.ok || answer.redirected) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of document.querySelectorAll<HTMLElement>("[data-live][id]")) {
    const next = fresh.getElementById(part.id);
    if (next && next.innerHTML !== part.innerHTML) whenFree(part, () => part.replaceChildren(...next.childNodes));
  }
}

/** Not under the hands of somebody who is at a button of it: then when they have left it. */
function whenFree(part: HTMLElement, replace: () => void): void {
  if (!part.contains(document.activeElement)) return replace();
  part.addEventListener("focusout", () => setTimeout(() => void renew().catch(() => undefined)), { once: true });
}

function show(mine: Mine): void {
  for (const place of document.querySelectorAll<HTMLElement>("[data-waiting]")) {
    place.textContent = String(mine.waiting);
    place.hidden = mine.waiting === 0;
  }
  document.title = mine.waiting > 0 ? `(${mine.waiting}) ${title}` : title;
  for (const game of beginnings.since(mine)) mover.began(game.code);
  const now = signature(mine);
  // The first word counts as news, too: what came after the page was written and before the line was there is in it.
  if (now !== shown) void renew().catch(() => undefined);
  shown = now;
}

const nothing = (): void => undefined;
const listener: Listener = {
  state: nothing,
  unheard: nothing,
  hello: (frame) => {
    if (frame.mine !== null) show(frame.mine);
  },
  seeks: nothing,
  online: nothing,
  mine: show,
  answered: nothing,
  error: nothing,
  unsure: nothing,
};

const line = new LobbyLine(surroundings(PATH), listener);
watchPage(line);
line.start();
