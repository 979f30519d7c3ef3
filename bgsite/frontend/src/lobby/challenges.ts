/** What others ask of me and what I asked of others; matches/_challenges.html draws the same. */
import { type TemplateResult, html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import type { LobbyPage } from "./page.ts";
import { askButton, playerLink, terms } from "./parts.ts";
import type { ChallengeView, Mine, RefusalView } from "./protocol.ts";

export function challenges(page: LobbyPage, mine: Mine | null): TemplateResult | typeof nothing {
  if (mine === null) return nothing;
  return html`${incoming(page, mine.incoming)}${outgoing(page, mine)}`;
}

const byCode = (one: { code: string }): string => one.code;

function incoming(page: LobbyPage, all: ChallengeView[]): TemplateResult | typeof nothing {
  if (all.length === 0) return nothing;
  return html`<section aria-labelledby="incoming-title">
    <h2 class="lobby-title" id="incoming-title">${gettext("Challenges to you")}</h2>
    <ul class="cards">
      ${repeat(all, byCode, (one) => toMe(page, one))}
    </ul>
  </section>`;
}

function toMe(page: LobbyPage, one: ChallengeView): TemplateResult {
  const label = interpolate(gettext("Reason for declining %(name)s"), { name: one.name }, true);
  return html`<li class="panel panel-accent match-card" data-match=${one.code}>
    <h3>${playerLink(page, one.name)}</h3>
    ${termsOf(one)}
    <div class="button-row">
      ${askButton(page, {
        tag: "accept",
        name: "match",
        value: one.code,
        words: gettext("Accept"),
        about: one.name,
        look: "button-primary",
      })}
      <form method="post" action=${page.urls.ask} data-ask class="lobby-decline">
        <input type="hidden" name="csrfmiddlewaretoken" .value=${page.csrf} />
        <input type="hidden" name="t" value="decline" />
        <input type="hidden" name="match" .value=${one.code} />
        <span class="field">
          <select name="reason" aria-label=${label}>
            ${page.reasons.map(([value, words]) => html`<option value=${value}>${words}</option>`)}
          </select>
        </span>
        <button class="button" type="submit">${gettext("Decline")}<span class="visually-hidden"> ${one.name}</span></button>
      </form>
    </div>
  </li>`;
}

function outgoing(page: LobbyPage, mine: Mine): TemplateResult | typeof nothing {
  if (mine.outgoing.length + mine.declined.length === 0) return nothing;
  return html`<section aria-labelledby="outgoing-title">
    <h2 class="lobby-title" id="outgoing-title">${gettext("Your challenges")}</h2>
    <ul class="cards">
      ${repeat(mine.declined, byCode, declined)} ${repeat(mine.outgoing, byCode, (one) => fromMe(page, one))}
    </ul>
  </section>`;
}

function declined(one: RefusalView): TemplateResult {
  return html`<li class="panel match-card" data-match=${one.code}>
    <h3><bdi class="player-name">${one.name}</bdi> <span class="badge badge-warn">${gettext("declined")}</span></h3>
    <p class="quiet">${one.title}</p>
    ${one.reason ? html`<p>${one.reason}</p>` : nothing}
  </li>`;
}

function fromMe(page: LobbyPage, one: ChallengeView): TemplateResult {
  return html`<li class="panel match-card" data-match=${one.code}>
    <h3><bdi class="player-name">${one.name}</bdi></h3>
    ${termsOf(one)}
    <div class="button-row">
      ${askButton(page, { tag: "cancel", name: "match", value: one.code, words: gettext("Cancel"), about: one.name })}
    </div>
  </li>`;
}

const termsOf = (one: ChallengeView): TemplateResult =>
  terms(`${one.title} · ${one.clock}`, one.rated, one.facts, one.clock_meaning);
