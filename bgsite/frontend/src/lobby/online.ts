/** Who is here; matches/_online.html draws the same. */
import { type TemplateResult, html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { type LobbyPage, challengePath } from "./page.ts";
import { playerLink } from "./parts.ts";
import type { Online, PersonView } from "./protocol.ts";

export function onlineList(page: LobbyPage, online: Online): TemplateResult {
  if (!online.known) return quiet(gettext("The server cannot tell just now who is here. Offers and games work as ever."));
  return html`${people(page, online.people)} ${more(online.more)} ${guests(online.guests)}`;
}

const quiet = (text: string): TemplateResult => html`<p class="quiet">${text}</p>`;
const small = (text: string): TemplateResult => html`<p class="quiet small">${text}</p>`;

function people(page: LobbyPage, all: PersonView[]): TemplateResult {
  if (all.length === 0) return quiet(gettext("No registered player is here just now."));
  return html`<ul class="lobby-list">
    ${repeat(all, (one) => one.name, (one) => row(page, one))}
  </ul>`;
}

function row(page: LobbyPage, one: PersonView): TemplateResult {
  const me = one.me ? html` <span class="quiet small">${gettext("you")}</span>` : nothing;
  const table = one.at === "table" ? html` <span class="badge">${gettext("at a table")}</span>` : nothing;
  return html`<li class="row-between"><span>${playerLink(page, one.name)}${me}${table}</span>${challenge(page, one)}</li>`;
}

function challenge(page: LobbyPage, one: PersonView): TemplateResult | typeof nothing {
  if (!page.registered || one.me) return nothing;
  return html`<a class="button button-small" href=${challengePath(page.urls, one.name)}
    >${gettext("Challenge")}<span class="visually-hidden"> ${one.name}</span></a
  >`;
}

function more(number: number): TemplateResult | typeof nothing {
  if (number === 0) return nothing;
  return small(interpolate(ngettext("and %(number)s more", "and %(number)s more", number), { number }, true));
}

function guests(number: number): TemplateResult | typeof nothing {
  if (number === 0) return nothing;
  const words = ngettext("%(number)s guest is here", "%(number)s guests are here", number);
  return small(interpolate(words, { number }, true));
}
