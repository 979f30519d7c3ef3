/** Once more, colours swapped: what the server is asked, and where a rematch that has begun is. */
import type { Page } from "./page.ts";
import type { Store } from "./store.ts";

/** The page of the match `code`. */
export const matchUrl = (page: Page, code: string): string | null => page.urls.match?.replace("CODE", code) ?? null;

export class Rematch {
  /** The reader asked or agreed in this window: the next match is opened by itself. */
  private wanted = false;
  private left = false;
  private sawOpen = false;

  constructor(
    private readonly store: Store,
    private readonly page: Page,
    private readonly go: (url: string) => void = (url) => location.assign(url),
  ) {
    store.subscribe(() => this.look());
  }

  /** Ask for one, or agree to what the other asked. */
  async ask(): Promise<void> {
    const { rematch } = this.page.urls;
    this.wanted = rematch !== undefined && (await this.post(rematch));
    this.look();
  }

  /** Say no to the other, or take the own request back. */
  async refuse(): Promise<void> {
    const { beside, you } = this.store.state;
    const asked = beside?.rematch;
    const url = asked ? matchUrl(this.page, asked.code) : null;
    if (!asked || url === null) return;
    await this.post(url + (you.includes(asked.by) ? "cancel/" : "decline/"));
  }

  private look(): void {
    const { beside, you } = this.store.state;
    const asked = beside?.rematch;
    // The reader asked, perhaps in another window, and the other agreed while this page looked on.
    const isOwn = this.sawOpen && asked !== undefined && asked !== null && you.includes(asked.by);
    if (asked && !asked.begun) this.sawOpen = true;
    if (!asked?.begun || this.left || !(this.wanted || isOwn)) return;
    const url = matchUrl(this.page, asked.code);
    if (url === null) return;
    this.left = true;
    this.go(url);
  }

  private async post(url: string): Promise<boolean> {
    if (this.store.state.asking !== null) return false;
    this.store.set({ asking: "rematch", notice: null });
    const answer = await send(url, this.page.csrf);
    this.store.set({ asking: null, notice: answer.ok ? null : answer.sentence });
    return answer.ok;
  }
}

async function send(url: string, csrf: string): Promise<{ ok: true } | { ok: false; sentence: string }> {
  try {
    const response = await fetch(url, { method: "POST", headers: { "X-CSRFToken": csrf, Accept: "application/json" } });
    if (response.ok) return { ok: true };
    const said = response.headers.get("Content-Type")?.startsWith("application/json") ? await response.json() : null;
    const sentence = (said as { error?: unknown } | null)?.error;
    return { ok: false, sentence: typeof sentence === "string" ? sentence : gettext("That did not work. Try again.") };
  } catch {
    return { ok: false, sentence: gettext("The server cannot be reached. Try again.") };
  }
}
