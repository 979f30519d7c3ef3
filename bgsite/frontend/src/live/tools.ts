/** The tools in the table's header: help, where the panels are, full screen. The server drew them. */
import { offerFullScreen } from "./fullscreen.ts";
import { type PanelLayout, layoutToKeep, shownLayout } from "./layout.ts";
import { CHOICES } from "./preferences.ts";

/** As wide as the table's two columns; the same number stands in table.css. */
const WIDE = "(min-width: 900px), (max-height: 540px) and (min-width: 640px)";

export interface ToolDeeds {
  /** The layout as chosen last. */
  chosen(): PanelLayout;
  choose(layout: PanelLayout): void;
  speak(sentences: string[]): void;
}

/** Brings the tools to life; gives what is to be called whenever the choice may have changed. */
export function startTools(table: HTMLElement, deeds: ToolDeeds): () => void {
  const wide = matchMedia(WIDE);
  const menu = document.getElementById("panel-menu");
  const radios = [...(menu?.querySelectorAll<HTMLInputElement>("input[name=panel-layout]") ?? [])];
  const button = document.getElementById("full-screen");

  function show(): void {
    const layout = shownLayout(deeds.chosen(), wide.matches);
    table.dataset["panel"] = layout;
    for (const radio of radios) radio.checked = radio.value === layout;
  }

  for (const radio of radios) {
    radio.addEventListener("change", () => {
      const layout = CHOICES.panel.find((each) => each === radio.value);
      if (radio.checked && layout) deeds.choose(layoutToKeep(layout, deeds.chosen(), wide.matches));
    });
  }
  if (menu) menu.hidden = false;
  if (button instanceof HTMLButtonElement) offerFullScreen(button, deeds.speak);
  wide.addEventListener("change", show);
  closeMenus();
  show();
  return show;
}

/** A menu closes by Escape and by a press outside of it, as everywhere. */
function closeMenus(): void {
  const open = (): HTMLDetailsElement | null => document.querySelector<HTMLDetailsElement>(".tool-menu[open]");
  document.addEventListener("pointerdown", ({ target }) => {
    const menu = open();
    if (menu && target instanceof Node && !menu.contains(target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    const menu = open();
    if (event.key !== "Escape" || !menu) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
}
