/** Both players: name, who they are to us, presence, score, pips and clock. The far player above, as on the board. */
import { type TemplateResult, html, nothing } from "lit-html";
import { formatLong, readClock } from "../clock.ts";
import { withSteps } from "../localboard.ts";
import type { Side, View } from "../protocol.ts";
import { shownScore } from "../results.ts";
import { nearSide, other } from "../sides.ts";
import type { State } from "../store.ts";
import { isMe, sideWord } from "../words.ts";

/** `now` by the server's clock. */
export function players(state: Readonly<State>, now: number): TemplateResult | typeof nothing {
  const view = state.view;
  if (!view) return nothing;
  const near = nearSide(view, state.you);
  return html`${facts(view)}
    <div class="players">${player(state, view, other(near), now)}${player(state, view, near, now)}</div>`;
}

function facts(view: View): TemplateResult {
  const kind = kindTitle(view);
  const game = interpolate(gettext("Game %(number)s"), { number: view.game }, true);
  const sign = crawfordSign(view);
  return html`<p class="table-facts" data-crawford=${view.crawford}>
    <span>${kind}</span>
    ${view.kind === "single" ? nothing : html`<span>${game}</span>`}
    ${sign ? html`<span class="badge badge-accent" data-crawford-sign>${sign}</span>` : nothing}
  </p>`;
}

function kindTitle(view: View): string {
  if (view.kind === "money") return gettext("Money session");
  if (view.kind === "single") return gettext("Single game");
  const length = view.length ?? 0;
  return interpolate(ngettext("%(length)s-point match", "%(length)s-point match", length), { length }, true);
}

function crawfordSign(view: View): string | null {
  return view.crawford === "active" ? gettext("Crawford game: no doubling") : null;
}

function player(state: Readonly<State>, view: View, side: Side, now: number): TemplateResult {
  const labels = { pips: gettext("Pips"), you: gettext("you") };
  const steps = state.turn && view.to_act ? state.turn.steps : [];
  const pips = withSteps(view, view.to_act ?? side, steps).pips[side];
  const awaited = view.awaits.includes(side);
  return html`<section
    class="player"
    data-side=${side}
    data-score=${shownScore(view, side)}
    data-pips=${pips}
    data-awaited=${awaited}
    data-presence=${state.presence[side]}
    aria-label=${state.names[side]}
  >
    <h2 class="player-title">
      <bdi class="player-name side-${side}" title=${sideWord(side)}>${state.names[side]}</bdi>
      ${isMe(state, side) ? html`<span class="player-you">${labels.you}</span>` : nothing}
      ${presence(state, view, side)}
    </h2>
    <p class="player-pips">${labels.pips} <b class="number">${pips}</b></p>
    <p class="player-score">${score(view, side)}</p>
    ${clock(view, side, now)}
  </section>`;
}

function presence(state: Readonly<State>, view: View, side: Side) {
  if (state.presence[side] !== "gone" || isMe(state, side) || view.phase === "over") return nothing;
  const text = gettext("away");
  return html`<span class="badge badge-warn">${text}</span>`;
}

function score(view: View, side: Side) {
  if (view.kind === "single") return nothing;
  const points = shownScore(view, side);
  const text = interpolate(ngettext("%(count)s point", "%(count)s points", points), { count: points }, true);
  if (view.length === null || points >= view.length) return html`<b>${text}</b>`;
  const away = interpolate(gettext("needs %(count)s"), { count: view.length - points }, true);
  return html`<b>${text}</b> <span class="quiet small">${away}</span>`;
}

function clock(view: View, side: Side, now: number) {
  if (!view.clock) return nothing;
  const reading = readClock(view.clock, side, now);
  const labels = { clock: gettext("Time left"), delay: gettext("Delay left") };
  const low = reading.running && reading.reserve <= 30_000;
  return html`<p
      class="player-clock number"
      role="timer"
      aria-label=${labels.clock}
      data-running=${reading.running}
      data-low=${low}
    >
      ${formatLong(reading.reserve)}
    </p>
    <progress
      class="player-delay"
      aria-label=${labels.delay}
      max=${Math.max(1, view.clock.delay)}
      .value=${reading.delay}
      ?hidden=${!reading.running}
    ></progress>`;
}
