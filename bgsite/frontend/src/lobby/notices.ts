/** What stands above the lists: the line, what became of an ask, a match that began. */
import { inARow } from "../live/inarow.ts";
import { type TemplateResult, html, nothing } from "lit-html";
import { blockedAdvice, blockedSentence } from "../line/blocked.ts";
import type { LineState } from "../line/line.ts";
import type { LobbyPage, Sentences } from "./page.ts";
import { tablePath } from "./page.ts";
import { CLOSE, type GameView } from "./protocol.ts";

export interface Said {
  look: "good" | "danger" | "warn";
  text: string;
}

export function lineNotice(
  state: LineState,
  code: number | null,
  page: LobbyPage,
  sentences: Sentences,
): TemplateResult | typeof nothing {
  if (state === "lost" || state === "resting") {
    return html`<p class="notice notice-warn" data-line="lost">${gettext("The connection is lost. Reconnecting…")}</p>`;
  }
  if (state !== "closed") return nothing;
  const name = Object.entries(CLOSE).find(([, number]) => number === code)?.[0].toLowerCase() ?? "";
  const text = sentences[name] ?? gettext("The lobby is closed.");
  return html`<div class="notice notice-danger" role="alert" data-line="closed">
    <p>${text}</p>
    <p>${wayOut(code, page)}</p>
  </div>`;
}

function wayOut(code: number | null, page: LobbyPage): TemplateResult {
  if (code === CLOSE.LOGIN_AGAIN) return html`<a class="button" href=${page.urls.login}>${gettext("Log in again")}</a>`;
  const reload = (): void => location.reload();
  return html`<button type="button" class="button" @click=${reload}>${gettext("Reload the page")}</button>`;
}

/** A proxy or a filter lets no WebSocket through: the forms of the page work without one. */
export function blockedNotice(): TemplateResult {
  const works = gettext(
    "The lists stand still until you load the page again. Challenges and all other pages work as always, but no table can be played at.",
  );
  return html`<div class="notice notice-warn" data-line="blocked">
    <p>${blockedSentence()}</p>
    <p>${inARow([works, blockedAdvice()])}</p>
  </div>`;
}

export function saidNotice(said: Said | null): TemplateResult | typeof nothing {
  return said === null ? nothing : html`<p class="notice notice-${said.look}">${said.text}</p>`;
}

export const beganSentence = (game: GameView): string =>
  interpolate(gettext("%(name)s plays with you: %(title)s."), { name: game.opponent, title: game.title }, true);

export function beganNotice(page: LobbyPage, game: GameView | null): TemplateResult | typeof nothing {
  if (game === null) return nothing;
  return html`<div class="notice notice-good lobby-began" role="status" data-began=${game.code}>
    <p>${beganSentence(game)}</p>
    <p><a class="button button-primary" href=${tablePath(page.urls, game.code)}>${gettext("Go to the table")}</a></p>
  </div>`;
}
