/** Both players: name, who they are to us, presence, score, pips and clock. The far player above, as on the board. */
import { type TemplateResult, html, nothing } from "lit-html";
import { formatLong, hasDays, readClock } from "../clock.ts";
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
  return html`${facts(state, view)}
    <div class="players">${player(state, view, other(near), now)}${player(state, view, near, now)}</div>`;
}

function facts(state: Readonly<State>, view: View): TemplateResult {
  const kind = kindTitle(view);
  const game = interpolate(gettext("Game %(number)s"), { number: view.game }, true);
  const sign = crawfordSign(view);
  return html`<p class="table-facts" data-crawford=${view.crawford}>
    <span>${kind}</span>
    ${view.kind === "single" ? nothing : html`<span>${game}</span>`}
    ${rated(state)} ${sign ? html`<span class="badge badge-accent" data-crawford-sign>${sign}</span>` : nothing}
    ${spectators(state)}
  </p>`;
}

function rated({ beside }: Readonly<State>) {
  if (!beside) return nothing;
  return html`<span data-rated=${beside.rated}>${beside.rated ? gettext("rated") : gettext("unrated")}</span>`;
}

function spectators({ presence: { spectators: count } }: Readonly<State>) {
  if (count === 0) return nothing;
  const text = interpolate(gettext("%(count)s watching"), { count }, true);
  return html`<span data-spectators=${count}>${text}</span>`;
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
    data-computer=${view.computers[side] ?? ""}
    aria-label=${state.names[side]}
  >
    <h2 class="player-title">
      <bdi class="player-name side-${side}" title=${sideWord(side)}>${state.names[side]}</bdi>
      ${state.you.length === 1 && state.you[0] === side ? html`<span class="player-you">${labels.you}</span>` : nothing}
      ${standIn(state, view, side)} ${presence(state, view, side)}
    </h2>
    <p class="player-pips">${labels.pips} <b class="number">${pips}</b></p>
    <p class="player-score">${score(view, side)}</p>
    ${clock(view, side, now)}
  </section>`;
}

/** A computer plays in the place of somebody. */
function standIn(state: Readonly<State>, view: View, side: Side) {
  if (view.computers[side] === null || state.seats[side] !== "person" || view.phase === "over") return nothing;
  const text = gettext("computer plays");
  return html`<span class="badge" data-stand-in>${text}</span>`;
}

function presence(state: Readonly<State>, view: View, side: Side) {
  if (state.presence[side] !== "gone" || view.computers[side] !== null || isMe(state, side) || view.phase === "over") return nothing;
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
      ?hidden=${!reading.running || hasDays(view.clock)}
    ></progress>`;
}
