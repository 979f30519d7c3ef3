/** The chat is a script of its own: the table is played without it, and comes first. */
import { timers } from "../../line/browser.ts";
import { inTheEnd } from "../../line/later.ts";
import type { ChatAround } from "./chat.ts";

/** Without the network there is no chat until it is back; the table goes on. */
export function startChat(root: HTMLElement, around: ChatAround): void {
  const load = (): void => {
    inTheEnd(() => import("./chat.ts"), timers).then(
      ({ Chat }) => new Chat(root, around),
      () => undefined,
    );
  };
  if (document.readyState === "complete") load();
  else addEventListener("load", load, { once: true });
}
