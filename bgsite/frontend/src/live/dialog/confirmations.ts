/** "Really?" for what cannot be taken back. */
import { html } from "lit-html";
import type { Wish } from "../wishes.ts";
import { sideFor } from "../wishes.ts";
import type { Content } from "./own_dialog.ts";

type Asked = "resign_match" | "draw" | "propose_end" | "end_session" | "adjourn";

interface Text {
  title: string;
  body: string;
  yes: string;
  /** The danger look, for what loses something. */
  danger: boolean;
}

const TEXTS: Record<Asked, () => Text> = {
  resign_match: () => ({
    title: gettext("Resign the whole match?"),
    body: gettext("Your opponent wins the match at once. The score stays as it is."),
    yes: gettext("Resign the match"),
    danger: true,
  }),
  draw: () => ({
    title: gettext("Offer a draw?"),
    body: gettext("If your opponent agrees, the game ends without points."),
    yes: gettext("Offer a draw"),
    danger: false,
  }),
  propose_end: () => ({
    title: gettext("Propose to end the session?"),
    body: gettext("If your opponent agrees, the session ends and this game does not count."),
    yes: gettext("Propose to end"),
    danger: false,
  }),
  adjourn: () => ({
    title: gettext("Offer to adjourn?"),
    body: gettext("If your opponent agrees, the game stops here. It goes on, today or another day, when both press Resume."),
    yes: gettext("Offer to adjourn"),
    danger: false,
  }),
  end_session: () => ({
    title: gettext("End the session?"),
    body: gettext("The score stays as it is. No further game starts."),
    yes: gettext("End the session"),
    danger: false,
  }),
};

export function confirmation(name: Asked): Content {
  return {
    draw(state, deeds) {
      if (!state.view || sideFor(state.view, state.you, name) === null) return null;
      const { title, body, yes, danger } = TEXTS[name]();
      const cancel = gettext("Cancel");
      const wish: Wish = { t: name };
      return html`<h2 class="dialog-title" id="own-dialog-title">${title}</h2>
        <p class="dialog-body">${body}</p>
        <div class="button-row">
          <button
            type="button"
            class="button ${danger ? "button-danger" : "button-primary"}"
            data-action="${name}_sure"
            @click=${() => deeds.wish(wish)}
          >
            ${yes}
          </button>
          <button type="button" class="button" data-action="cancel" autofocus @click=${() => deeds.close()}>${cancel}</button>
        </div>`;
    },
  };
}
