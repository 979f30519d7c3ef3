/** The dialogs that the reader opens: resigning, settling, and what is only asked "really?". Modal, beside the board. */
import { type TemplateResult, render } from "lit-html";
import type { OpenDialog, State } from "../store.ts";
import type { Wish } from "../wishes.ts";
import { confirmation } from "./confirmations.ts";
import { ResignForm } from "./resign_form.ts";
import { SettleForm } from "./settle_form.ts";

/** What a dialog's content may do. */
export interface DialogDeeds {
  wish(wish: Wish): void;
  close(): void;
  /** The content has changed by itself. */
  redraw(): void;
}

export interface Content {
  draw(state: Readonly<State>, deeds: DialogDeeds): TemplateResult | null;
}

const CONTENTS: Record<OpenDialog, () => Content> = {
  resign: () => new ResignForm(),
  settle: () => new SettleForm(),
  resign_match: () => confirmation("resign_match"),
  draw: () => confirmation("draw"),
  propose_end: () => confirmation("propose_end"),
  end_session: () => confirmation("end_session"),
  adjourn: () => confirmation("adjourn"),
};

export class OwnDialog {
  private readonly element = document.createElement("dialog");
  private name: OpenDialog | null = null;
  private content: Content | null = null;
  private state: Readonly<State> | null = null;
  private readonly deeds: DialogDeeds;

  constructor(host: HTMLElement, wish: (wish: Wish) => void, close: () => void) {
    this.element.className = "dialog own-dialog";
    this.element.setAttribute("aria-labelledby", "own-dialog-title");
    this.element.tabIndex = -1;
    this.element.addEventListener("close", () => {
      if (this.name) close();
    });
    this.deeds = { wish, close, redraw: () => this.redraw() };
    host.append(this.element);
  }

  update(state: Readonly<State>): void {
    this.state = state;
    if (state.dialog !== this.name) {
      this.name = state.dialog;
      this.content = state.dialog ? CONTENTS[state.dialog]() : null;
    }
    this.redraw();
  }

  private redraw(): void {
    const drawn = this.state && this.content ? this.content.draw(this.state, this.deeds) : null;
    if (!drawn) return this.hide();
    this.element.dataset["dialog"] = this.name ?? "";
    render(drawn, this.element);
    if (!this.element.open) {
      this.element.showModal();
      this.element.querySelector<HTMLElement>("[autofocus]")?.focus();
    } else if (!this.element.contains(document.activeElement)) {
      // A question took the place of the button that was pressed: it is read out, and no answer is one key away.
      this.element.focus();
    }
  }

  /** Closed because it was answered, or because what it asks is no longer possible. */
  private hide(): void {
    const wasOpen = this.name !== null;
    this.name = this.content = null;
    if (this.element.open) this.element.close();
    if (wasOpen && this.state?.dialog) this.deeds.close();
  }
}
