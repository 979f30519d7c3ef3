/** A panel with a title that folds it; whether it is folded is remembered. */
import { type TemplateResult, html } from "lit-html";
import type { Foldable } from "../layout.ts";
import type { State } from "../store.ts";

export interface FoldDeeds {
  /** A panel was folded, or opened again. */
  foldPanel(name: Foldable, isFolded: boolean): void;
}

export function foldable(
  name: Foldable,
  title: string,
  state: Readonly<State>,
  deeds: FoldDeeds,
  content: unknown,
): TemplateResult {
  const isFolded = state.preferences.folded.includes(name);
  return html`<details
    class="fold"
    data-fold=${name}
    .open=${!isFolded}
    @toggle=${({ target }: Event) => {
      const { open } = target as HTMLDetailsElement;
      if (open === isFolded) deeds.foldPanel(name, !open);
    }}
  >
    <summary><h2 class="panel-title" id="${name}-title">${title}</h2></summary>
    ${content}
  </details>`;
}
