/** Offering to resign: the size with its cost, single first; asked again above single (rules.md 5.1). */
import { type TemplateResult, html } from "lit-html";
import type { ResignChoice, ResultKind } from "../protocol.ts";
import type { State } from "../store.ts";
import { sideFor } from "../wishes.ts";
import { kindWord, pointsWord } from "../words.ts";
import type { Content, DialogDeeds } from "./own_dialog.ts";

export class ResignForm implements Content {
  private kind: ResultKind | null = null;
  private asking = false;

  draw(state: Readonly<State>, deeds: DialogDeeds): TemplateResult | null {
    const side = state.view && sideFor(state.view, state.you, "resign");
    if (!side || !state.view) return null;
    const choices = state.view.can[side].resign;
    const chosen = choices.find(({ kind }) => kind === this.kind) ?? choices[0];
    if (!chosen) return null;
    return this.asking ? this.question(chosen, deeds) : this.form(choices, chosen, deeds);
  }

  private form(choices: readonly ResignChoice[], chosen: ResignChoice, deeds: DialogDeeds): TemplateResult {
    const labels = {
      title: gettext("Resign this game"),
      body: gettext("Your opponent may accept or decline. You never lose more than you offer."),
      legend: gettext("What you offer to lose"),
      yes: gettext("Offer to resign"),
      cancel: gettext("Cancel"),
    };
    return html`<h2 class="dialog-title" id="own-dialog-title">${labels.title}</h2>
      <p class="dialog-body">${labels.body}</p>
      <fieldset class="fieldset">
        <legend>${labels.legend}</legend>
        ${choices.map((choice) => this.choice(choice, choice === chosen, deeds))}
      </fieldset>
      <div class="button-row">
        <button type="button" class="button button-danger" data-action="resign_offer" @click=${() => this.offer(chosen, deeds)}>
          ${labels.yes}
        </button>
        <button type="button" class="button" data-action="cancel" @click=${() => deeds.close()}>${labels.cancel}</button>
      </div>`;
  }

  private choice(choice: ResignChoice, chosen: boolean, deeds: DialogDeeds): TemplateResult {
    return html`<label class="choice">
      <input
        type="radio"
        name="resign-kind"
        value=${choice.kind}
        ?autofocus=${chosen}
        .checked=${chosen}
        @change=${() => {
          this.kind = choice.kind;
          deeds.redraw();
        }}
      />
      <span>${this.words(choice)}</span>
    </label>`;
  }

  private words({ kind, points }: ResignChoice): string {
    return interpolate(gettext("%(kind)s: %(points)s"), { kind: kindWord(kind), points: pointsWord(points) }, true);
  }

  private offer(chosen: ResignChoice, deeds: DialogDeeds): void {
    if (chosen.kind === 1) return deeds.wish({ t: "resign", kind: 1 });
    this.kind = chosen.kind;
    this.asking = true;
    deeds.redraw();
  }

  private question(chosen: ResignChoice, deeds: DialogDeeds): TemplateResult {
    const values = { kind: kindWord(chosen.kind), points: pointsWord(chosen.points) };
    const labels = {
      title: interpolate(gettext("Really resign a %(kind)s?"), values, true),
      body: interpolate(gettext("You would lose %(points)s."), values, true),
      yes: interpolate(gettext("Yes, offer a %(kind)s"), values, true),
      back: gettext("Back"),
    };
    return html`<h2 class="dialog-title" id="own-dialog-title">${labels.title}</h2>
      <p class="dialog-body">${labels.body}</p>
      <div class="button-row">
        <button
          type="button"
          class="button button-danger"
          data-action="resign_sure"
          @click=${() => deeds.wish({ t: "resign", kind: chosen.kind })}
        >
          ${labels.yes}
        </button>
        <button
          type="button"
          class="button"
          data-action="back"
          @click=${() => {
            this.asking = false;
            deeds.redraw();
          }}
        >
          ${labels.back}
        </button>
      </div>`;
  }
}
