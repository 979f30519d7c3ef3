/** Between games and after the match: what it was, who is ready, and where to go next. */
import { type TemplateResult, html, nothing } from "lit-html";
import { inARow } from "../inarow.ts";
import type { PageUrls } from "../page.ts";
import type { View } from "../protocol.ts";
import { agreedEnd, endedByAgreement, gameResult, howItEnded, matchResult, shownScore } from "../results.ts";
import { SIDES, nearSide, other } from "../sides.ts";
import type { State } from "../store.ts";
import { say } from "../words.ts";
import { type Deeds, button } from "./actions.ts";
import { sideFor } from "../wishes.ts";

/** `now` by the server's clock; `again` the offer of a rematch. */
export function between(state: Readonly<State>, now: number, urls: PageUrls, again: unknown, deeds: Deeds) {
  const view = state.view;
  if (!view || (view.phase !== "between" && view.phase !== "over")) return nothing;
  return html`<section class="outcome" data-outcome=${view.phase}>
    ${result(view, state)} ${view.phase === "between" ? nextGame(state, view, now, deeds) : [again, links(urls)]}
  </section>`;
}

function result(view: View, state: Readonly<State>): TemplateResult {
  const game = view.result;
  const how = game ? howItEnded(game.termination, game.winner, state) : "";
  const sentence = game ? gameResult(game, view.cube.value, state) : "";
  const match = matchResult(view, state);
  if (endedByAgreement(view)) return ended(view, state, match);
  const forfeit =
    view.match_result && view.match_result.termination !== game?.termination
      ? howItEnded(view.match_result.termination, view.match_result.winner, state)
      : "";
  return html`${match ? html`<h2 class="outcome-title" data-match-result>${match}</h2>` : nothing}
    ${forfeit ? html`<p>${forfeit}</p>` : nothing}
    ${sentence ? html`<p class=${match ? "" : "outcome-title"} data-game-result>${inARow([how, sentence])}</p>` : nothing}
    ${view.kind === "single" ? nothing : score(view, state)}`;
}

function ended(view: View, state: Readonly<State>, match: string): TemplateResult {
  return html`<h2 class="outcome-title" data-match-result>${match}</h2>
    <p data-game-result>${agreedEnd()}</p>
    ${score(view, state)}`;
}

function score(view: View, state: Readonly<State>): TemplateResult {
  const near = nearSide(view, state.you);
  const order = [near, other(near)];
  return html`<p class="outcome-score">
    ${order.map(
      (side) => html`<span class="side-${side}"><bdi>${state.names[side]}</bdi> <b>${shownScore(view, side)}</b></span>`,
    )}
  </p>`;
}

function nextGame(state: Readonly<State>, view: View, now: number, deeds: Deeds) {
  const ready = SIDES.filter((side) => view.ready[side]).map((side) =>
    say(state, side, gettext("You are ready."), gettext("%(name)s is ready.")),
  );
  const mayPress = state.line !== "closed" && sideFor(view, state.you, "next") !== null;
  const off = state.pending !== null;
  const next = { action: "next", label: gettext("Next game"), run: () => deeds.wish({ t: "next" }), primary: true, off };
  return html`${mayPress ? html`<div class="button-row">${button(next)}</div>` : nothing}
    <p class="quiet small" data-ready=${SIDES.filter((side) => view.ready[side]).join(" ")}>
      ${inARow([...ready, countdown(view, now)])}
    </p>`;
}

function countdown(view: View, now: number): string {
  if (view.next_at === null) return "";
  const seconds = Math.max(0, Math.ceil((view.next_at - now) / 1000));
  return interpolate(
    ngettext("The next game starts in %(count)s second.", "The next game starts in %(count)s seconds.", seconds),
    { count: seconds },
    true,
  );
}

function links(urls: PageUrls) {
  const labels = { games: gettext("My games"), new: gettext("New match") };
  return html`<div class="button-row">
    ${urls.new ? html`<a class="button" href=${urls.new}>${labels.new}</a>` : nothing}
    ${urls.games ? html`<a class="button" href=${urls.games}>${labels.games}</a>` : nothing}
  </div>`;
}
