/** Where the checkers are, as text, in the near player's numbering. */
import { type TemplateResult, html, nothing } from "lit-html";
import { BAR, checkersOn, withSteps } from "../localboard.ts";
import type { Side } from "../protocol.ts";
import { nearSide, other } from "../sides.ts";
import type { State } from "../store.ts";
import { type FoldDeeds, foldable } from "./fold.ts";

const NO_BREAK = "\u00a0";

interface Shown {
  board: readonly number[];
  off: Record<Side, number>;
}

/** "24: 2, 13: 5, bar: 1, off: 3" for `side`, points numbered as `near` sees them. */
export function distributionText(shown: Shown, side: Side, near: Side): string {
  const parts: string[] = [];
  for (let seen = 24; seen >= 1; seen -= 1) {
    const count = checkersOn(shown.board, side, side === near ? seen : 25 - seen);
    if (count > 0) parts.push(`${seen}:${NO_BREAK}${count}`);
  }
  const bar = checkersOn(shown.board, side, BAR);
  if (bar > 0) parts.push(`${gettext("bar")}:${NO_BREAK}${bar}`);
  if (shown.off[side] > 0) parts.push(`${pgettext("checkers", "off")}:${NO_BREAK}${shown.off[side]}`);
  return parts.join(gettext(", "));
}

export function distribution(state: Readonly<State>, deeds: FoldDeeds): TemplateResult | typeof nothing {
  const view = state.view;
  if (!view) return nothing;
  const near = nearSide(view, state.you);
  const shown = withSteps(view, view.to_act ?? near, state.turn?.steps ?? []);
  const title = gettext("Checkers as text");
  const hint = interpolate(
    gettext("Point: number of checkers, points numbered as %(name)s sees them."),
    { name: state.names[near] },
    true,
  );
  const content = html`<p class="hint">${hint}</p>
    <dl class="facts">
      ${[near, other(near)].map(
        (side) => html`<dt class="side-${side}"><bdi>${state.names[side]}</bdi></dt>
          <dd class="number" data-distribution=${side}>${distributionText(shown, side, near)}</dd>`,
      )}
    </dl>`;
  return foldable("text", title, state, deeds, content);
}
