/** How the chat looks: the lines, what is on its way, the ready-made lines, the field. */
import { type TemplateResult, html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import type { ChatWords } from "../page.ts";
import type { ChatLineView, MayChat } from "../protocol.ts";
import type { Waiting } from "./talk.ts";

/** What is open at a line of somebody else. */
export interface LineMenu {
  n: number;
  /** Choosing why it is reported. */
  isReport: boolean;
}

export interface Shown {
  lines: readonly ChatLineView[];
  waiting: readonly Waiting[];
  mayChat: MayChat;
  /** Until when the reader is muted, in words; empty: not. */
  muted: string;
  folded: boolean;
  unread: number;
  menu: LineMenu | null;
  /** A request of the menu is on its way. */
  busy: boolean;
  /** What went wrong, and what was done; empty: nothing to say. */
  fault: string;
  note: string;
}

export interface ChatDeeds {
  fold(folded: boolean): void;
  preset(id: string, event: MouseEvent): void;
  send(): void;
  menu(menu: LineMenu | null): void;
  block(n: number): void;
  report(n: number, reason: string): void;
}

export function panel(shown: Shown, words: ChatWords, deeds: ChatDeeds): TemplateResult {
  const { unread } = shown;
  const news = interpolate(ngettext("%(count)s new line", "%(count)s new lines", unread), { count: unread }, true);
  return html`<details
    class="chat"
    .open=${!shown.folded}
    @toggle=${(event: Event) => deeds.fold(!(event.target as HTMLDetailsElement).open)}
  >
    <summary>
      <h2 class="panel-title chat-title">${gettext("Chat")}</h2>
      ${unread > 0 ? html` <span class="badge badge-accent" data-unread=${unread}>${news}</span>` : nothing}
    </summary>
    <div class="chat-log" role="log" aria-live="off" aria-label=${gettext("Chat")} tabindex="0" data-chat-log>
      ${shown.lines.length + shown.waiting.length === 0
        ? html`<p class="hint">${gettext("Nobody has written yet.")}</p>`
        : html`<ol class="chat-lines">
            ${repeat(
              shown.lines,
              ({ n }) => n,
              (line) => lineOf(line, shown, words, deeds),
            )}
            ${repeat(
              shown.waiting,
              ({ id }) => id,
              (line) => waitingLine(line, words),
            )}
          </ol>`}
    </div>
    ${shown.fault ? html`<p class="notice notice-danger" role="alert" data-chat-fault>${shown.fault}</p>` : nothing}
    ${shown.note ? html`<p class="hint" data-chat-note>${shown.note}</p>` : nothing} ${writing(shown, words, deeds)}
  </details>`;
}

function lineOf(line: ChatLineView, shown: Shown, words: ChatWords, deeds: ChatDeeds): TemplateResult {
  const text = line.preset ? (words.presets[line.preset] ?? line.preset) : line.text;
  const isOpen = shown.menu?.n === line.n;
  const more = interpolate(gettext("What to do about this line of %(name)s"), { name: line.name }, true);
  return html`<li class="chat-line" data-line=${line.n} data-mine=${String(line.mine)} data-preset=${line.preset}>
    <span class="chat-words">${who(line)}<span class="chat-text" dir="auto">${text}</span></span>
    ${line.mine || shown.mayChat === "nothing"
      ? nothing
      : html`<button
          type="button"
          class="chat-more"
          aria-expanded=${String(isOpen)}
          aria-label=${more}
          title=${more}
          data-chat-more
          @click=${() => deeds.menu(isOpen ? null : { n: line.n, isReport: false })}
        >
          <span aria-hidden="true">⋯</span>
        </button>`}
    ${isOpen && shown.menu ? menuOf(line, shown.menu, shown.busy, words, deeds) : nothing}
  </li>`;
}

function who(line: ChatLineView): TemplateResult {
  const mark = line.side === null ? "chat-watcher" : `side-${line.side}`;
  const watching = line.side === null ? html` <span class="quiet small">${gettext("(watching)")}</span>` : nothing;
  const you = line.mine ? html` <span class="quiet small">${gettext("(you)")}</span>` : nothing;
  return html`<span class="chat-who"><span class=${mark}></span><bdi>${line.name}</bdi>${you}${watching}:</span> `;
}

function waitingLine(line: Waiting, words: ChatWords): TemplateResult {
  const text = line.preset ? (words.presets[line.preset] ?? line.preset) : line.text;
  const state = line.sent === null ? gettext("waits for the connection") : gettext("being sent");
  return html`<li class="chat-line chat-waiting" data-waiting data-mine="true">
    <span class="chat-words"
      ><span class="chat-text" dir="auto">${text}</span> <span class="quiet small">(${state})</span></span
    >
  </li>`;
}

function menuOf(line: ChatLineView, menu: LineMenu, busy: boolean, words: ChatWords, deeds: ChatDeeds): TemplateResult {
  const off = busy ? "true" : nothing;
  if (menu.isReport)
    return html`<div class="chat-menu" role="group" aria-label=${gettext("Why do you report this line?")}>
      <p class="hint">${gettext("Why do you report this line? The administrators will see it with the lines around it.")}</p>
      ${Object.entries(words.reasons).map(
        ([value, text]) => html`<button
          type="button"
          class="button button-small"
          data-reason=${value}
          aria-disabled=${off}
          @click=${() => deeds.report(line.n, value)}
        >
          ${text}
        </button>`,
      )}
    </div>`;
  return html`<div class="chat-menu" role="group" aria-label=${gettext("What to do about this line")}>
    <button type="button" class="button button-small" data-chat-block aria-disabled=${off} @click=${() => deeds.block(line.n)}>
      ${gettext("Block this player")}
    </button>
    <button
      type="button"
      class="button button-small"
      data-chat-report
      aria-disabled=${off}
      @click=${() => deeds.menu({ n: line.n, isReport: true })}
    >
      ${gettext("Report this line…")}
    </button>
  </div>`;
}

function writing(shown: Shown, words: ChatWords, deeds: ChatDeeds): TemplateResult | typeof nothing {
  if (shown.mayChat === "nothing") return nothing;
  if (shown.muted) return html`<p class="notice notice-warn" data-muted>${shown.muted}</p>`;
  const isText = shown.mayChat === "text";
  return html`${isText ? field(deeds) : nothing}
    <div class="chat-presets" role="group" aria-label=${gettext("Ready-made lines")}>
      ${Object.entries(words.presets).map(
        ([id, text]) => html`<button
          type="button"
          class="chat-preset"
          data-say=${id}
          @click=${(event: MouseEvent) => deeds.preset(id, event)}
        >
          ${text}
        </button>`,
      )}
    </div>
    ${isText ? nothing : html`<p class="hint">${gettext("Free text is for registered players.")}</p>`}`;
}

function field(deeds: ChatDeeds): TemplateResult {
  return html`<form
    class="chat-form"
    @submit=${(event: Event) => {
      event.preventDefault();
      deeds.send();
    }}
  >
    <label class="visually-hidden" for="chat-text">${gettext("Your message")}</label>
    <input
      id="chat-text"
      type="text"
      dir="auto"
      autocomplete="off"
      enterkeyhint="send"
      placeholder=${gettext("Your message")}
    />
    <button type="submit" class="button button-small">${gettext("Send")}</button>
  </form>`;
}
