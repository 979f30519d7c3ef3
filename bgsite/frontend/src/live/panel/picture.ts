/** What became of the board's picture: it went flat. Nothing of the game hangs on it, and this says so. */
import { type TemplateResult, html, nothing } from "lit-html";
import type { PictureNews } from "../look.ts";

export interface PictureDeeds {
  /** It is read. */
  closePicture(): void;
}

export function pictureSentence(news: PictureNews): string {
  switch (news) {
    case "failed":
      return gettext("This browser cannot draw the 3D board: the board is drawn flat. Everything can be played on it.");
    case "lost":
      return gettext("The 3D picture was lost: the board is drawn flat now. Nothing of the game is lost, go on playing.");
    case "slow":
      return gettext("The 3D board is slow on this device. The flat board, 2D, is quicker and shows the same.");
  }
}

export function picture(news: PictureNews | null, deeds: PictureDeeds): TemplateResult | typeof nothing {
  if (news === null || news === "slow") return nothing; // the board has a button for what is slow
  const close = gettext("Close");
  return html`<div class="notice picture-news" data-picture=${news}>
    <p>${pictureSentence(news)}</p>
    <button type="button" class="button button-small" data-close @click=${() => deeds.closePicture()}>${close}</button>
  </div>`;
}
