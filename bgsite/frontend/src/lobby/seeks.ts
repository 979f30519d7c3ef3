/** The open offers; matches/_seeks.html draws the same. */
import { type TemplateResult, html } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import type { LobbyPage } from "./page.ts";
import { askButton, playerLink, terms } from "./parts.ts";
import type { SeekView } from "./protocol.ts";

export function seeksTable(page: LobbyPage, seeks: SeekView[]): TemplateResult {
  if (seeks.length === 0) return html`<p class="empty">${nobody(page.registered)}</p>`;
  return html`<div class="table-wrap">
    <table class="table table-collapse lobby-seeks">
      <thead>
        <tr>
          <th scope="col">${gettext("Player")}</th>
          <th scope="col">${gettext("Game")}</th>
          <th scope="col">${gettext("Clock")}</th>
          <th scope="col">${gettext("You get")}</th>
          <th scope="col"><span class="visually-hidden">${gettext("Action")}</span></th>
        </tr>
      </thead>
      <tbody>
        ${repeat(seeks, (seek) => seek.id, (seek) => row(page, seek))}
      </tbody>
    </table>
  </div>`;
}

function nobody(registered: boolean): string {
  return registered
    ? gettext("Nobody looks for an opponent just now. Offer a game: who comes here sees it at once.")
    : gettext("Nobody looks for an opponent just now.");
}

function row(page: LobbyPage, seek: SeekView): TemplateResult {
  return html`<tr data-seek=${seek.id} class=${seek.mine ? "lobby-own" : ""}>
    <th scope="row" data-label=${gettext("Player")}>
      ${seek.mine ? html`<span class="badge badge-accent">${gettext("you")}</span>` : playerLink(page, seek.owner)}
    </th>
    <td data-label=${gettext("Game")}>${terms(seek.title, seek.rated, seek.facts, seek.clock_meaning)}</td>
    <td data-label=${gettext("Clock")}>${seek.clock}</td>
    <td data-label=${gettext("You get")}>${seek.colour}</td>
    <td class="lobby-act">${action(page, seek)}</td>
  </tr>`;
}

function action(page: LobbyPage, seek: SeekView): TemplateResult | string {
  const asked = { name: "seek", value: seek.id } as const;
  if (seek.mine) return askButton(page, { ...asked, tag: "withdraw", words: gettext("Withdraw"), about: seek.title });
  if (!page.registered) return "";
  return askButton(page, {
    ...asked,
    tag: "take",
    words: gettext("Play"),
    about: seek.owner,
    look: "button-primary",
  });
}
