/** The rarer actions: resigning, offers, ending a session. Each opens a dialog or asks first. */
import { type TemplateResult, html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { foeOf } from "../gone.ts";
import type { View } from "../protocol.ts";
import type { OpenDialog, State } from "../store.ts";
import { sideFor } from "../wishes.ts";

interface Item {
  action: string;
  label: string;
  run: () => void;
}

export interface MenuDeeds {
  open(dialog: OpenDialog): void;
}

export function menu(state: Readonly<State>, deeds: MenuDeeds): TemplateResult | typeof nothing {
  const view = state.view;
  if (!view || state.you.length === 0 || state.line === "closed") return nothing;
  const items = itemsFor(view, state, deeds);
  if (items.length === 0) return nothing;
  const off = state.pending !== null;
  return html`<div class="button-row table-menu">
    ${repeat(
      items,
      ({ action }) => action,
      (item) => html`<button
        type="button"
        class="button button-small"
        data-action=${item.action}
        aria-disabled=${off ? "true" : nothing}
        @click=${() => {
          if (!off) item.run();
        }}
      >
        ${item.label}
      </button>`,
    )}
  </div>`;
}

function itemsFor(view: View, state: Readonly<State>, deeds: MenuDeeds): Item[] {
  const may = (name: Parameters<typeof sideFor>[2]): boolean => sideFor(view, state.you, name) !== null;
  const opener = (dialog: OpenDialog, label: string): Item => ({ action: dialog, label, run: () => deeds.open(dialog) });
  const items: [boolean, Item][] = [
    // While a double waits, resigning means to drop (rules.md 5.4), and Drop is there.
    [may("resign") && !may("drop"), opener("resign", gettext("Resign…"))],
    [may("resign_match"), opener("resign_match", gettext("Resign the match…"))],
    [may("settle"), opener("settle", gettext("Settle…"))],
    [may("draw"), opener("draw", gettext("Offer a draw…"))],
    [may("propose_end"), opener("propose_end", gettext("Propose to end the session…"))],
    [may("end_session"), opener("end_session", gettext("End the session…"))],
    // Against a computer, and at one screen, one simply goes away and comes back.
    [may("adjourn") && foeOf(state) !== null, opener("adjourn", gettext("Adjourn…"))],
  ];
  return items.filter(([shown]) => shown).map(([, item]) => item);
}
