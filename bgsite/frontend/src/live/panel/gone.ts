/** An opponent who is gone, and a seat that a computer plays: what can be done. */
import { type TemplateResult, html, nothing } from "lit-html";
import { formatLong, formatTime } from "../clock.ts";
import { type Gone, foeOf, goneOf } from "../gone.ts";
import type { AbsentChoice } from "../protocol.ts";
import type { State } from "../store.ts";
import { levelWord } from "../words.ts";

export interface GoneDeeds {
  absent(choice: AbsentChoice): void;
  fold(isFolded: boolean): void;
  seatBack(): void;
}

/** `now` by the server's clock; `seconds` how long one waits before anything is offered. */
export function gone(state: Readonly<State>, now: number, seconds: number, deeds: GoneDeeds) {
  return [ownSeat(state, deeds), opponent(state, now, seconds, deeds)];
}

function ownSeat(state: Readonly<State>, deeds: GoneDeeds): TemplateResult | typeof nothing {
  const { view, you } = state;
  const side = view && view.phase !== "over" && you.length === 1 ? you[0]! : null;
  const level = side && view ? view.computers[side] : null;
  if (level === null || state.line === "closed") return nothing;
  const text = interpolate(gettext("The computer (%(level)s) plays for you."), { level: levelWord(level) }, true);
  const label = gettext("Take your seat back");
  return html`<div class="notice notice-warn" data-seat="computer">
    <p>${text}</p>
    <div class="button-row">${button("seat_back", label, state.asking !== null, () => deeds.seatBack(), true)}</div>
  </div>`;
}

function opponent(state: Readonly<State>, now: number, seconds: number, deeds: GoneDeeds) {
  const found = goneOf(state, now, seconds);
  if (!found || !(found.computer || found.adjourn || found.claim || found.wait > 0 || found.claimWait !== null)) {
    return clockDecides(state);
  }
  const name = state.names[found.side];
  if (found.wait > 0) return countdown(state, found, name);
  return found.folded ? foldedLine(name, deeds) : offer(state, found, name, deeds);
}

/** Where nothing is offered, the clock runs. */
function clockDecides(state: Readonly<State>) {
  const { view } = state;
  const foe = foeOf(state);
  if (!view?.clock || !foe || view.phase === "over" || view.paused) return nothing;
  if (state.presence[foe] !== "gone" || !view.awaits.includes(foe)) return nothing;
  const text = interpolate(gettext("%(name)s has left the table. The clock keeps running."), { name: state.names[foe] }, true);
  return html`<p class="notice notice-warn" data-gone="clock">${text}</p>`;
}

function countdown(state: Readonly<State>, { wait }: Gone, name: string) {
  const { beside, view } = state;
  if (view?.clock && !beside?.stand_in && beside?.rated) return clockDecides(state);
  const text = interpolate(
    beside?.stand_in
      ? gettext("%(name)s left the table. In %(time)s you can go on with the computer.")
      : gettext("%(name)s left the table. In %(time)s you can adjourn the game."),
    { name, time: formatTime(wait) },
    true,
  );
  return html`<p class="notice notice-warn" data-gone="countdown">${text}</p>`;
}

function foldedLine(name: string, deeds: GoneDeeds): TemplateResult {
  const text = interpolate(gettext("%(name)s is away; you wait."), { name }, true);
  return html`<p class="hint gone-folded" data-gone="folded">
    ${text} ${button("gone_open", gettext("What can I do?"), false, () => deeds.fold(false))}
  </p>`;
}

function offer(state: Readonly<State>, found: Gone, name: string, deeds: GoneDeeds): TemplateResult {
  const off = state.asking !== null;
  const late = state.presence[found.side] === "here";
  const text = interpolate(
    late ? gettext("%(name)s has not moved for a day. What now?") : gettext("%(name)s is away. What now?"),
    { name },
    true,
  );
  const claim = gettext("Claim the game");
  return html`<section class="notice notice-warn gone-offer" data-gone="offer" aria-label=${text}>
    <p>${text}</p>
    <div class="button-row">
      ${found.computer
        ? button("gone_computer", gettext("Go on with the computer"), off, () => deeds.absent("computer"), true)
        : nothing}
      ${button("gone_wait", gettext("Wait"), off, () => deeds.fold(true))}
      ${found.adjourn ? button("gone_adjourn", gettext("Adjourn"), off, () => deeds.absent("adjourn")) : nothing}
      ${found.claim ? button("gone_claim", claim, off, () => deeds.absent("claim")) : nothing}
    </div>
    ${found.claimWait ? claimHint(found.claimWait) : nothing}
  </section>`;
}

function claimHint(wait: number): TemplateResult {
  const text = interpolate(gettext("You can claim the game in %(time)s."), { time: formatLong(wait) }, true);
  return html`<p class="hint">${text}</p>`;
}

function button(action: string, label: string, off: boolean, run: () => void, primary = false): TemplateResult {
  return html`<button
    type="button"
    class="button ${primary ? "button-primary" : ""}"
    data-action=${action}
    aria-disabled=${off ? "true" : nothing}
    @click=${() => {
      if (!off) run();
    }}
  >
    ${label}
  </button>`;
}
