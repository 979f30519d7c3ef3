/** What directors ruled, until the reader puts it away. Who gave a ruling stands nowhere. */
import { type TemplateResult, html, nothing } from "lit-html";
import { rulingText } from "../rulings.ts";
import type { State } from "../store.ts";
import { button } from "./actions.ts";

export interface RulingDeeds {
  /** Put the rulings away; the last of them is event `read`. */
  closeRulings(read: number): void;
}

export function rulings(state: Readonly<State>, deeds: RulingDeeds): TemplateResult | typeof nothing {
  const { rulings: shown, names } = state;
  const last = shown.at(-1);
  if (!last) return nothing;
  const labels = { title: gettext("A director has ruled"), reason: gettext("Reason:"), close: gettext("Close") };
  return html`<section class="notice notice-warn ruling" data-ruling=${last.n} aria-label=${labels.title}>
    <p class="ruling-title">${labels.title}</p>
    ${shown.map(
      ({ ruling, reason }) => html`<p data-ruling-words>${rulingText(ruling, names)}</p>
        <p data-ruling-reason>${labels.reason} <bdi>${reason}</bdi></p>`,
    )}
    <div class="button-row">
      ${button({ action: "close_ruling", label: labels.close, run: () => deeds.closeRulings(last.n) })}
    </div>
  </section>`;
}
