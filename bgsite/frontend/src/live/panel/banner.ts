/** The connection: nothing while all is well, else what is wrong and what to do. */
import { type TemplateResult, html, nothing } from "lit-html";
import { blockedAdvice, blockedSentence } from "../../line/blocked.ts";
import { inARow } from "../inarow.ts";
import type { PageUrls, Sentences } from "../page.ts";
import { CLOSE } from "../protocol.ts";
import type { State } from "../store.ts";

export const lostSentence = (): string => gettext("The connection is lost. Reconnecting…");
export const backSentence = (): string => gettext("Connected again.");

/** The code of `bye` for a close code, as the sentences have it. */
const codeName = (code: number | null): string | undefined =>
  Object.entries(CLOSE).find(([, number]) => number === code)?.[0].toLowerCase();

export function banner(state: Readonly<State>, sentences: Sentences, urls: PageUrls): TemplateResult | typeof nothing {
  switch (state.line) {
    case "closed":
      return closed(state.closeCode, sentences, urls);
    case "lost":
    case "resting":
      return state.blocked ? blocked() : line("lost", "notice-warn", lostSentence());
    default:
      return state.back ? line("back", "notice-good", backSentence()) : nothing;
  }
}

function line(name: string, look: string, text: string): TemplateResult {
  return html`<p class="notice ${look}" data-connection=${name}>${text}</p>`;
}

/** A proxy or a filter lets no WebSocket through. */
function blocked(): TemplateResult {
  const works = gettext(
    "You can load this page again to see the position as it is now; rules, lessons, your matches and their records work as always.",
  );
  const reload = gettext("Load the page again");
  return html`<div class="notice notice-warn" data-connection="blocked">
    <p>${blockedSentence()}</p>
    <p>${inARow([works, blockedAdvice()])}</p>
    <p><button type="button" class="button button-small" @click=${() => location.reload()}>${reload}</button></p>
  </div>`;
}

function closed(code: number | null, sentences: Sentences, urls: PageUrls): TemplateResult {
  const name = codeName(code) ?? "closed";
  const text = sentences[name] ?? gettext("The table is closed.");
  return html`<div class="notice notice-danger" role="alert" data-connection="closed" data-code=${name}>
    <p>${text}</p>
    <p>${wayOut(code, urls)}</p>
  </div>`;
}

function wayOut(code: number | null, urls: PageUrls) {
  const labels = { login: gettext("Log in again"), reload: gettext("Reload the page"), games: gettext("My games") };
  if (code === CLOSE.LOGIN_AGAIN && urls.login) return html`<a class="button" href=${urls.login}>${labels.login}</a>`;
  if (code === CLOSE.RELOAD || code === CLOSE.LOGIN_AGAIN) {
    return html`<button type="button" class="button" @click=${() => location.reload()}>${labels.reload}</button>`;
  }
  return urls.games ? html`<a class="button" href=${urls.games}>${labels.games}</a>` : nothing;
}
