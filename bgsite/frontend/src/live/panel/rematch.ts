/** After the match: once more, with the colours swapped. */
import { type TemplateResult, html, nothing } from "lit-html";
import type { RematchView } from "../protocol.ts";
import type { State } from "../store.ts";
import { button } from "./actions.ts";

export interface RematchDeeds {
  rematch(): void;
  refuseRematch(): void;
}

/** `href`: the page of the next match, once there is one. */
export function rematch(state: Readonly<State>, href: (code: string) => string | null, deeds: RematchDeeds) {
  const { view, you, beside } = state;
  if (view?.phase !== "over" || !beside || state.line === "closed") return nothing;
  const asked = beside.rematch;
  if (asked?.begun) return begun(href(asked.code), you.length > 0);
  if (you.length === 0) return nothing;
  if (!asked) return ask(state, deeds);
  return you.includes(asked.by) ? waiting(state, asked, deeds) : answer(state, asked, deeds);
}

function begun(url: string | null, plays: boolean) {
  if (url === null) return nothing;
  const label = plays ? gettext("To the rematch") : gettext("Watch the rematch");
  return html`<div class="button-row"><a class="button button-primary" data-rematch="begun" href=${url}>${label}</a></div>`;
}

function ask(state: Readonly<State>, deeds: RematchDeeds): TemplateResult {
  const off = state.asking !== null;
  const label = gettext("Rematch");
  const hint = gettext("The same rules, colours swapped.");
  return html`<div class="button-row" data-rematch="ask">
      ${button({ action: "rematch", label, run: () => deeds.rematch(), primary: true, off })}
    </div>
    <p class="hint">${hint}</p>`;
}

function waiting(state: Readonly<State>, asked: RematchView, deeds: RematchDeeds): TemplateResult {
  const other = state.names[asked.by === "white" ? "black" : "white"];
  const text = interpolate(gettext("You asked for a rematch. Waiting for %(name)s."), { name: other }, true);
  const off = state.asking !== null;
  const label = gettext("Withdraw the request");
  return html`<div data-rematch="waiting">
    <p role="status">${text}</p>
    <div class="button-row">${button({ action: "rematch_withdraw", label, run: () => deeds.refuseRematch(), off })}</div>
  </div>`;
}

function answer(state: Readonly<State>, asked: RematchView, deeds: RematchDeeds): TemplateResult {
  const text = interpolate(gettext("%(name)s wants a rematch."), { name: state.names[asked.by] }, true);
  const off = state.asking !== null;
  return html`<div class="notice" data-rematch="asked">
    <p role="status">${text}</p>
    <div class="button-row">
      ${button({ action: "rematch_accept", label: gettext("Accept"), run: () => deeds.rematch(), primary: true, off })}
      ${button({ action: "rematch_decline", label: gettext("Decline"), run: () => deeds.refuseRematch(), off })}
    </div>
  </div>`;
}
