/** The running account of a session, drawn by the server: fetched anew after each game, out of the table's own page. */
import type { Store } from "./store.ts";

/** What the server draws and the script only exchanges. */
const PARTS = ["session", "finished-games"];
/** Once more, when the first page came too early or not at all. Milliseconds. */
const AGAIN = 3000;

export class SessionPanel {
  private shown: string;

  constructor(private readonly store: Store) {
    this.shown = this.state();
    store.subscribe(() => {
      const now = this.state();
      if (now === this.shown) return;
      this.shown = now;
      void this.fetch(true);
    });
  }

  /** Changes whenever a game has ended, the match has (perhaps between two games), or points were paid. */
  private state(): string {
    const { view } = this.store.state;
    if (!view) return "";
    const ended = view.phase === "between" || view.phase === "over" ? view.phase : "";
    return JSON.stringify([view.game, ended, view.score]);
  }

  private async fetch(mayRepeat: boolean): Promise<void> {
    const at = this.shown;
    try {
      const response = await fetch(location.pathname, { headers: { Accept: "text/html" }, cache: "no-store" });
      if (!response.ok || at !== this.shown) return;
      exchange(new DOMParser().parseFromString(await response.text(), "text/html"));
    } catch {
      if (mayRepeat) setTimeout(() => void this.fetch(false), AGAIN);
    }
  }
}

function exchange(fresh: Document): void {
  for (const id of PARTS) {
    const [old, next] = [document.getElementById(id), fresh.getElementById(id)];
    if (old && next) old.replaceWith(document.adoptNode(next));
  }
}
