/** My running games; matches/_lobby_games.html draws the same. */
import { type TemplateResult, html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { type LobbyPage, tablePath } from "./page.ts";
import type { GameView } from "./protocol.ts";

export function gamesList(page: LobbyPage, games: GameView[]): TemplateResult {
  if (games.length === 0) return html`<p class="quiet">${gettext("No game of yours is running.")}</p>`;
  return html`<ul class="lobby-list">
    ${repeat(games, (game) => game.code, (game) => row(page, game))}
  </ul>`;
}

function row(page: LobbyPage, game: GameView): TemplateResult {
  return html`<li data-match=${game.code}>
    <a href=${tablePath(page.urls, game.code)}><bdi class="player-name">${game.opponent}</bdi></a> ${badge(game)}<br />
    <span class="quiet small">${game.title}${game.score ? html` · <span class="number">${game.score}</span>` : nothing}</span>
  </li>`;
}

function badge(game: GameView): TemplateResult | typeof nothing {
  if (game.my_turn) return html`<span class="badge badge-accent">${gettext("your turn")}</span>`;
  return game.paused ? html`<span class="badge badge-warn">${gettext("paused")}</span>` : nothing;
}
