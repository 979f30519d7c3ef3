/** Full screen: the whole page, so that board, panel and dialogs stay what they are. Escape leaves it, as always. */

/** Shows the button where the browser can do it (no iPhone can), and tells whenever it begins and ends. */
export function offerFullScreen(button: HTMLButtonElement, speak: (sentences: string[]) => void): void {
  if (!document.fullscreenEnabled) return;
  button.hidden = false;
  button.addEventListener("click", () => {
    const asked = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    asked.catch(() => speak([gettext("The browser does not allow full screen here.")]));
  });
  document.addEventListener("fullscreenchange", () => {
    const isFull = document.fullscreenElement !== null;
    name(button, isFull);
    speak([isFull ? gettext("Full screen. Escape leaves it.") : gettext("Full screen has ended.")]);
  });
  name(button, false);
}

function name(button: HTMLButtonElement, isFull: boolean): void {
  const text = isFull ? gettext("Leave full screen") : gettext("Full screen");
  button.setAttribute("aria-label", text);
  button.title = text;
  button.dataset["full"] = String(isFull);
}
