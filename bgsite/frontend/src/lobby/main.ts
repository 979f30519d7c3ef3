/** The page of the lobby: draws the lists anew whenever they change, and sends its forms over the line. */
import { render } from "lit-html";
import { BlockedWatch } from "../line/blocked.ts";
import { surroundings, watchPage } from "../line/browser.ts";
import { mineNews, seeksNews } from "./announce.ts";
import { frameOf, newId } from "./asks.ts";
import { Beginnings } from "./began.ts";
import { challenges } from "./challenges.ts";
import { gamesList } from "./games.ts";
import { LobbyLine, type Listener } from "./line.ts";
import { type Said, beganNotice, beganSentence, blockedNotice, lineNotice, saidNotice } from "./notices.ts";
import { onlineList } from "./online.ts";
import { readPage, readSentences, tablePath } from "./page.ts";
import type { AnsweredFrame, GameView, Mine, SeekView } from "./protocol.ts";
import { seeksTable } from "./seeks.ts";
import { moverOfTab } from "./tabs.ts";

const page = readPage();
const sentences = readSentences();
const title = document.title;
const beginnings = new Beginnings();
const mover = moverOfTab((code) => tablePath(page.urls, code));
/** What each ask without an answer was. */
const asked = new Map<string, string>();
let seeks: SeekView[] | null = null;
let mine: Mine | null = null;

/** The containers, each emptied of what the server drew before the first list comes. */
const taken = new Set<string>();

function draw(id: string, what: unknown): void {
  const place = document.getElementById(id);
  if (!place) return;
  if (!taken.has(id)) place.replaceChildren();
  taken.add(id);
  render(what, place);
}

function speak(text: string): void {
  const place = document.getElementById("lobby-live");
  if (place && text) place.textContent = text;
}

const say = (said: Said | null): void => draw("lobby-said", saidNotice(said));

function showSeeks(now: SeekView[]): void {
  if (seeks !== null) speak(seeksNews(seeks, now));
  seeks = now;
  draw("seeks", seeksTable(page, now));
}

function showMine(now: Mine): void {
  speak(mineNews(mine, now));
  mine = now;
  draw("challenges", challenges(page, now));
  draw("games", gamesList(page, now.games));
  document.title = now.waiting > 0 ? `(${now.waiting}) ${title}` : title;
  for (const game of beginnings.since(now)) begin(game);
}

/** Somebody said yes: the link stands at the top, and a page that is looked at goes there. */
function begin(game: GameView): void {
  document.title = `● ${beganSentence(game)}`;
  draw("lobby-began", beganNotice(page, game));
  mover.began(game.code);
}

function done(tag: string | undefined): Said | null {
  switch (tag) {
    case "post":
      return { look: "good", text: gettext("Your offer is in the list. It stays there as long as you keep this page open.") };
    case "withdraw":
      return { look: "good", text: gettext("Your offer is withdrawn.") };
    case "decline":
      return { look: "good", text: gettext("You declined the challenge.") };
    case "cancel":
      return { look: "good", text: gettext("The challenge is taken back.") };
    default:
      return null;
  }
}

function refused(code: string, params: Record<string, string | number>): Said {
  const text = sentences[code] ?? gettext("That was refused.");
  return { look: "danger", text: interpolate(text, params, true) };
}

function answered(frame: AnsweredFrame): void {
  const tag = asked.get(frame.ask);
  asked.delete(frame.ask);
  if (frame.code !== null) return say(refused(frame.code, frame.params));
  if (frame.match !== null) return location.assign(tablePath(page.urls, frame.match));
  say(done(tag));
}

const blockedWatch = new BlockedWatch((blocked) => {
  if (blocked) draw("lobby-line", blockedNotice());
});

const listener: Listener = {
  state: (state, code) => {
    document.documentElement.dataset.line = state;
    draw("lobby-line", lineNotice(state, code, page, sentences));
  },
  unheard: (openings) => void blockedWatch.unheard(openings),
  hello: (frame) => {
    blockedWatch.heard();
    showSeeks(frame.seeks);
    draw("online", onlineList(page, frame.online));
    if (frame.mine !== null) showMine(frame.mine);
  },
  seeks: showSeeks,
  online: (online) => draw("online", onlineList(page, online)),
  mine: showMine,
  answered,
  error: (frame) => {
    asked.clear();
    say(refused(frame.code, frame.params));
  },
  unsure: () => {
    asked.clear();
    say({ look: "warn", text: gettext("The connection was lost in between: see in the lists whether it was done.") });
  },
};

const line = new LobbyLine(surroundings(page.ws), listener);

/** With a line, a form goes over it; without one, it is sent as any form. */
document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  if (!("ask" in form.dataset)) return;
  const frame = frameOf(new FormData(form, event.submitter), newId());
  if (!line.ask(frame)) return;
  event.preventDefault();
  asked.set(frame.ask, frame.t);
  say(null);
});

watchPage(line);
line.start();
