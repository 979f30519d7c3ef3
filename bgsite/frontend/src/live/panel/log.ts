/** The move log on the page: numbered turns, dice and notation, a column for each side. */
import { type TemplateResult, html } from "lit-html";
import { type Entry, type Row, type TurnRow, moveLog } from "../movelog.ts";
import type { State } from "../store.ts";
import { type FoldDeeds, foldable } from "./fold.ts";

export function log(state: Readonly<State>, deeds: FoldDeeds): TemplateResult {
  const rows = moveLog(state.log, state);
  const labels = {
    title: gettext("Move log"),
    numbering: gettext("Each move in the numbering of who made it."),
    number: gettext("Turn"),
    empty: gettext("No moves yet."),
  };
  const content = html`<div class="move-log-window" tabindex="0" role="region" aria-labelledby="log-title">
      ${rows.length === 0
        ? html`<p class="quiet small">${labels.empty}</p>`
        : html`<table class="move-log" data-rows=${rows.length}>
            <caption>${labels.numbering}</caption>
            <thead>
              <tr>
                <th scope="col"><span class="visually-hidden">${labels.number}</span></th>
                <th scope="col" class="side-white"><bdi>${state.names.white}</bdi></th>
                <th scope="col" class="side-black"><bdi>${state.names.black}</bdi></th>
              </tr>
            </thead>
            <tbody>
              ${rows.map(row)}
            </tbody>
          </table>`}
    </div>`;
  return foldable("log", labels.title, state, deeds, content);
}

const row = (line: Row): TemplateResult =>
  line.kind === "turn" ? turn(line) : html`<tr class="move-log-note"><td></td><td colspan="2">${line.text}</td></tr>`;

const turn = (line: TurnRow): TemplateResult =>
  html`<tr>
    <th scope="row" class="number">${line.number}</th>
    <td>${cell(line.white)}</td>
    <td>${cell(line.black)}</td>
  </tr>`;

function cell(entry: Entry | null) {
  if (!entry) return "";
  return entry.dice === null ? entry.text : html`<span class="log-dice number">${entry.dice}:</span> ${entry.text}`;
}
