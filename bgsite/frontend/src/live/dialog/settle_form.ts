/** Offering to end a money game for some points (rules.md 3.6): positive to oneself, negative to the other. */
import { type TemplateResult, html } from "lit-html";
import type { State } from "../store.ts";
import { sideFor } from "../wishes.ts";
import { pointsWord } from "../words.ts";
import type { Content, DialogDeeds } from "./own_dialog.ts";

export class SettleForm implements Content {
  private points = 0;

  draw(state: Readonly<State>, deeds: DialogDeeds): TemplateResult | null {
    const side = state.view && sideFor(state.view, state.you, "settle");
    const range = side && state.view?.can[side].settle;
    if (!range) return null;
    const [least, most] = range;
    const labels = {
      title: gettext("Offer a settlement"),
      body: gettext("The game ends at once if your opponent agrees."),
      field: gettext("Points to you (below zero: to your opponent)"),
      yes: gettext("Offer"),
      cancel: gettext("Cancel"),
    };
    const valid = Number.isInteger(this.points) && this.points >= least && this.points <= most;
    return html`<h2 class="dialog-title" id="own-dialog-title">${labels.title}</h2>
      <p class="dialog-body">${labels.body}</p>
      <div class="field">
        <label for="settle-points">${labels.field}</label>
        <input
          type="number"
          id="settle-points"
          min=${least}
          max=${most}
          step="1"
          autofocus
          aria-invalid=${!valid}
          .value=${String(this.points)}
          @input=${(event: Event) => {
            this.points = (event.target as HTMLInputElement).valueAsNumber;
            deeds.redraw();
          }}
        />
        <p class="hint">${valid ? this.outcome() : this.range(least, most)}</p>
      </div>
      <div class="button-row">
        <button
          type="button"
          class="button button-primary"
          data-action="settle_offer"
          aria-disabled=${!valid}
          @click=${() => {
            if (valid) deeds.wish({ t: "settle", points: this.points });
          }}
        >
          ${labels.yes}
        </button>
        <button type="button" class="button" data-action="cancel" @click=${() => deeds.close()}>${labels.cancel}</button>
      </div>`;
  }

  private outcome(): string {
    const points = pointsWord(Math.abs(this.points));
    if (this.points === 0) return gettext("Nobody gets points.");
    return interpolate(
      this.points > 0 ? gettext("You get %(points)s.") : gettext("Your opponent gets %(points)s."),
      { points },
      true,
    );
  }

  private range(least: number, most: number): string {
    return interpolate(gettext("A whole number from %(least)s to %(most)s."), { least, most }, true);
  }
}
