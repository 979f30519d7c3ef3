/** One's own clock as a fact of an offer dialog. */
import { html, nothing } from "lit-html";
import { formatLong, formatTime, readClock } from "../clock.ts";
import type { Side, View } from "../protocol.ts";

export function clockFact(view: View, side: Side, now: number) {
  if (!view.clock) return nothing;
  const { reserve, delay } = readClock(view.clock, side, now);
  const label = gettext("Your clock");
  const extra = delay > 0 ? ` + ${formatTime(delay)}` : "";
  return html`<dt>${label}</dt>
    <dd class="number">${formatLong(reserve)}${extra}</dd>`;
}
