/** Draws the state into the regions of the page. One draw for any number of changes in one go. */
import { html, nothing, render } from "lit-html";
import { lastAnswer } from "./announce.ts";
import { OfferDialog } from "./dialog/offer_dialog.ts";
import { OwnDialog } from "./dialog/own_dialog.ts";
import { inARow } from "./inarow.ts";
import type { Page, Sentences } from "./page.ts";
import { type Deeds, actions } from "./panel/actions.ts";
import { banner } from "./panel/banner.ts";
import { between } from "./panel/between.ts";
import { distribution } from "./panel/distribution.ts";
import type { FoldDeeds } from "./panel/fold.ts";
import { type GoneDeeds, gone } from "./panel/gone.ts";
import { type HintDeeds, hint } from "./panel/hint.ts";
import { log } from "./panel/log.ts";
import { type MenuDeeds, menu } from "./panel/menu.ts";
import { type PictureDeeds, picture } from "./panel/picture.ts";
import { players } from "./panel/players.ts";
import { type PreferenceDeeds, preferences } from "./panel/preferences.ts";
import { type RematchDeeds, rematch } from "./panel/rematch.ts";
import { type RulingDeeds, rulings } from "./panel/ruling.ts";
import { type StepDeeds, steps } from "./panel/steps.ts";
import { matchUrl } from "./rematch.ts";
import { SIDES, bottomSide, isAwaited, nearSide } from "./sides.ts";
import { danceNote } from "./status.ts";
import type { State, Store } from "./store.ts";
import { statusOf } from "./table.ts";
import { clockFact } from "./panel/clock_fact.ts";
import { lastDance } from "./movelog.ts";

export type ScreenDeeds = Deeds &
  MenuDeeds &
  GoneDeeds &
  HintDeeds &
  PreferenceDeeds &
  RematchDeeds &
  RulingDeeds &
  FoldDeeds &
  StepDeeds &
  PictureDeeds & {
    close(): void;
  };

function region(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no #${id}.`);
  return element;
}

/** An element of ours inside `parent`. */
function part(parent: HTMLElement, className: string, name = "div"): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  parent.append(element);
  return element;
}

/** A region of the page with what the server drew into it taken out. */
function emptied(id: string): HTMLElement {
  const element = region(id);
  element.replaceChildren();
  return element;
}

export class Screen {
  private readonly table = region("table");
  private readonly status = emptied("status");
  private readonly connection = emptied("connection");
  private readonly picture = emptied("picture");
  private readonly actions = emptied("actions");
  private readonly players = emptied("players");
  private readonly log = emptied("log");
  private readonly distribution = emptied("distribution");
  private readonly panel = emptied("panel");
  private readonly rulings = part(this.panel, "panel-ruling");
  private readonly offers = part(this.panel, "panel-offers");
  private readonly notice = part(this.panel, "panel-notice");
  private readonly turn = part(this.panel, "panel-turn");
  private readonly steps = part(this.panel, "panel-steps");
  private readonly menu = part(this.panel, "panel-menu");
  private readonly preferences = part(this.distribution, "panel-preferences");
  private readonly text = part(this.distribution, "panel-text-board");
  private readonly offerDialog: OfferDialog;
  private readonly ownDialog: OwnDialog;
  private readonly title = document.title;
  private logLength = -1;
  private scheduled = false;

  constructor(
    private readonly store: Store,
    private readonly page: Page,
    private readonly sentences: Sentences,
    private readonly now: () => number,
    private readonly boardNote: HTMLElement,
    private readonly deeds: ScreenDeeds,
  ) {
    this.distribution.append(this.text, this.preferences);
    this.offerDialog = new OfferDialog(this.offers, deeds.wish, (view) =>
      clockFact(view, nearSide(view, store.state.you), this.now()),
    );
    this.ownDialog = new OwnDialog(this.table, deeds.wish, deeds.close);
    store.subscribe(() => this.schedule());
    this.draw();
  }

  /** Draw now what has changed. */
  flush(): void {
    if (this.scheduled) this.draw();
  }

  /** Only what moves with time. */
  tick(): void {
    const { state } = this.store;
    render(players(state, this.now()), this.players);
    this.drawTurn(state);
    this.offerDialog.update(state);
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    queueMicrotask(() => this.flush());
  }

  private draw(): void {
    this.scheduled = false;
    const { state } = this.store;
    this.mark(state);
    this.drawNotices(state);
    render(players(state, this.now()), this.players);
    this.drawTurn(state);
    render(state.turn ? steps(state.turn, state, this.deeds) : nothing, this.steps);
    render(menu(state, this.deeds), this.menu);
    this.drawLog(state);
    render(distribution(state, this.deeds), this.text);
    render(preferences(state, this.page.urls, this.deeds), this.preferences);
    this.offerDialog.update(state);
    this.ownDialog.update(state);
  }

  private drawNotices(state: Readonly<State>): void {
    const line = banner(state, this.sentences, this.page.urls);
    render(line, this.connection);
    this.connection.hidden = line === nothing;
    render(picture(state.picture, this.deeds), this.picture);
    render(html`${inARow([lastAnswer(state.log, state), statusOf(state)])}`, this.status);
    render(
      state.notice ? html`<p class="notice notice-danger" role="alert" data-notice>${state.notice}</p>` : nothing,
      this.notice,
    );
    render(rulings(state, this.deeds), this.rulings);
    this.drawBoardNote(state);
  }

  private drawBoardNote(state: Readonly<State>): void {
    const danced = lastDance(state.log);
    const note = state.view && danceNote(state.view, danced, state);
    render(note ? html`${note}` : nothing, this.boardNote);
    this.boardNote.hidden = !note;
    if (!state.view) return;
    // The near player's dice lie where that player bears off.
    const isNear = danced === bottomSide(state.view, state.you, state.preferences.turnBoard);
    const isRight = isNear === (state.preferences.direction === "right");
    this.boardNote.dataset["half"] = isRight ? "left" : "right";
  }

  private drawTurn(state: Readonly<State>): void {
    const now = this.now();
    render(actions(state, this.sentences, this.deeds), this.actions);
    const again = rematch(state, (code) => matchUrl(this.page, code), this.deeds);
    render(
      [
        between(state, now, this.page.urls, again, this.deeds),
        hint(state, this.deeds),
        gone(state, now, this.page.gone_seconds, this.deeds),
        waiting(state),
      ],
      this.turn,
    );
  }

  private drawLog(state: Readonly<State>): void {
    render(log(state, this.deeds), this.log);
    if (state.log.length === this.logLength) return;
    this.logLength = state.log.length;
    // Together with the next picture: scrolling now would lay the page out once more.
    requestAnimationFrame(() => {
      const window = this.log.querySelector(".move-log-window");
      if (window) window.scrollTop = window.scrollHeight;
    });
  }

  /** What tests and styles read. */
  private mark(state: Readonly<State>): void {
    const { view } = state;
    const data = this.table.dataset;
    data["v"] = String(state.v);
    data["line"] = state.line;
    data["stale"] = String(state.stale);
    data["pending"] = state.pending?.name ?? "";
    data["you"] = state.you.join(" ");
    data["asking"] = state.asking ?? "";
    data["hint"] = state.hint?.kind ?? "";
    data["paused"] = String(view?.paused ?? false);
    data["held"] = String(view?.held ?? false);
    data["onRoll"] = view?.on_roll ?? "";
    data["computers"] = view ? SIDES.filter((side) => view.computers[side] !== null).join(" ") : "";
    data["phase"] = view?.phase ?? "";
    data["awaits"] = view?.awaits.join(" ") ?? "";
    data["dice"] = view?.dice?.join("") ?? "";
    data["decision"] = view ? String(view.decision) : "";
    data["game"] = view ? String(view.game) : "";
    const turn = view !== null && isAwaited(view, state.you);
    data["yourTurn"] = String(turn);
    document.title = turn ? `● ${this.title}` : this.title;
  }
}

/** A word about the line, while an action waits for it. */
function waiting(state: Readonly<State>) {
  if (!state.pending || state.line !== "lost") return nothing;
  const text = gettext("Your action is kept, and sent when the connection is back.");
  return html`<p class="hint" data-kept>${text}</p>`;
}
