/** Pieces that several lists use. */
import { type TemplateResult, html, nothing } from "lit-html";
import { type LobbyPage, playerPath } from "./page.ts";
import type { Fact } from "./protocol.ts";

export interface AskButton {
  tag: "take" | "withdraw" | "accept" | "cancel";
  name: "seek" | "match";
  value: string | number;
  words: string;
  /** Read aloud after the words: whom or what it is about. */
  about: string;
  look?: "button-primary";
}

/** A form with one button; see main.ts for what becomes of it. */
export function askButton(page: LobbyPage, ask: AskButton): TemplateResult {
  return html`<form method="post" action=${page.urls.ask} data-ask>
    <input type="hidden" name="csrfmiddlewaretoken" .value=${page.csrf} />
    <input type="hidden" name="t" .value=${ask.tag} />
    <input type="hidden" name=${ask.name} .value=${String(ask.value)} />
    <button class="button ${ask.look ?? ""}" type="submit">${ask.words}<span class="visually-hidden"> ${ask.about}</span></button>
  </form>`;
}

export function playerLink(page: LobbyPage, name: string): TemplateResult {
  return html`<a href=${playerPath(page.urls, name)}><bdi class="player-name">${name}</bdi></a>`;
}

/** The terms in a line, with the rule card folded under it. */
export function terms(line: string, rated: boolean, facts: Fact[], clock: string): TemplateResult {
  return html`<details class="lobby-rules">
    <summary>${line}${rated ? html` <span class="badge">${gettext("rated")}</span>` : nothing}</summary>
    <dl class="facts">
      ${facts.map((fact) => html`<dt>${fact.name}</dt><dd>${fact.value}</dd>`)}
      <dt>${gettext("Clock")}</dt>
      <dd>${clock}</dd>
    </dl>
  </details>`;
}
