/**
 * Keeps what a reader chose: in this browser, and with an account on the server as well. Changes are gathered for a
 * moment and sent together; what could not be sent stays noted here, and is sent from the next page. Two tabs: the last
 * change wins, and the other tab follows.
 */
import { KEY, type Keeper, type Preferences, cleaned, keepPreferences, keptHere, readPreferences } from "./preferences.ts";

/** Where the choices of an account are kept, as the server wrote it into the page. */
export interface Account {
  /** Its number: what one account could not send is not another's, in a browser that several people use. */
  owner: number;
  /** What the server keeps of them; null: nothing yet. */
  chosen: unknown;
  /** Address for changes (POST). */
  url: string;
  csrf: string;
}

/** browser: kept here, as wished; account: kept there; later: noted here, the server did not answer; nowhere: not at all. */
export type Outcome = "browser" | "account" | "later" | "nowhere" | { refused: string };

export interface KeepingAround {
  storage(): Keeper & Pick<Storage, "removeItem">;
  post(url: string, init: RequestInit): Promise<Response>;
  /** Do it after so many milliseconds. Gives the way to call it off. */
  later(deed: () => void, millis: number): () => void;
  told(outcome: Outcome): void;
}

type Changes = Partial<Preferences>;

/** How long more changes are waited for. Milliseconds. */
const GATHERED = 400;
/** The entry with the changes of an account that the server has not confirmed. */
const unsentKey = ({ owner }: Account): string => `barpoint.table.unsent.${owner}`;

export class Keeping {
  now: Preferences;
  private unsent: Changes;
  private callOff: (() => void) | null = null;
  private isSending = false;
  private listener: (now: Preferences) => void = () => undefined;

  constructor(
    private readonly around: KeepingAround,
    private readonly account: Account | null,
  ) {
    const { storage } = around;
    const noted = account === null ? {} : this.readUnsent(account);
    this.now = cleaned({ ...readPreferences(storage, account?.chosen ?? null), ...noted });
    // What was chosen before there was an account goes to the account.
    const isNew = account !== null && account.chosen === null && keptHere(storage) !== null;
    this.unsent = isNew ? this.now : noted;
    if (isNew) this.noteUnsent(account);
    void this.send();
  }

  /** Keep these changes, each field whole. */
  change(changes: Changes): void {
    this.now = { ...this.now, ...changes };
    const isKeptHere = keepPreferences(this.around.storage, this.now);
    if (this.account === null) {
      this.around.told(isKeptHere ? "browser" : "nowhere");
      return;
    }
    this.unsent = { ...this.unsent, ...changes };
    this.noteUnsent(this.account);
    this.sendSoon();
  }

  /** Send what waits, now: the page goes away, or the network is back. */
  flush(): void {
    if (this.callOff !== null || !this.isSending) void this.send();
  }

  /** `listener` hears of what another tab has changed. */
  follow(listener: (now: Preferences) => void): void {
    this.listener = listener;
  }

  /** Another tab wrote this entry of the storage. */
  elsewhere(key: string | null): void {
    const kept = key === KEY ? keptHere(this.around.storage) : null;
    if (kept === null || JSON.stringify(kept) === JSON.stringify(this.now)) return;
    this.now = kept;
    this.listener(kept);
  }

  /** One after the other: what was chosen last is to arrive last. */
  private sendSoon(): void {
    this.callOff?.();
    this.callOff = this.around.later(() => {
      if (this.isSending) this.sendSoon();
      else void this.send();
    }, GATHERED);
  }

  private async send(): Promise<void> {
    this.callOff?.();
    this.callOff = null;
    const { account, unsent } = this;
    if (account === null || Object.keys(unsent).length === 0) return;
    this.isSending = true;
    const outcome = await this.posted(account, unsent);
    this.isSending = false;
    if (outcome !== "later") {
      if (outcome === "account") account.chosen = this.now;
      this.settle(account, unsent);
    }
    this.around.told(outcome);
  }

  private async posted({ url, csrf }: Account, changes: Changes): Promise<Outcome> {
    try {
      const headers = { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": csrf };
      const answer = await this.around.post(url, { method: "POST", keepalive: true, headers, body: JSON.stringify(changes) });
      if (answer.ok) return "account";
      if (answer.status >= 500) return "later";
      return { refused: await sentenceOf(answer) };
    } catch {
      return "later"; // no network; the changes stay noted
    }
  }

  /** These changes need not be sent any more; what was changed again since then is to be. */
  private settle(account: Account, sent: Changes): void {
    const rest = Object.entries(this.unsent).filter(([field, value]) => sent[field as keyof Changes] !== value);
    this.unsent = Object.fromEntries(rest);
    this.noteUnsent(account);
  }

  private readUnsent(account: Account): Changes {
    try {
      const noted: unknown = JSON.parse(this.around.storage().getItem(unsentKey(account)) ?? "{}");
      if (typeof noted !== "object" || noted === null) return {};
      const known = cleaned(noted);
      return Object.fromEntries(Object.entries(known).filter(([field]) => field in noted));
    } catch {
      return {}; // storage is switched off, or holds what is no JSON
    }
  }

  private noteUnsent(account: Account): void {
    try {
      const storage = this.around.storage();
      if (Object.keys(this.unsent).length === 0) storage.removeItem(unsentKey(account));
      else storage.setItem(unsentKey(account), JSON.stringify(this.unsent));
    } catch {
      // Storage is switched off or full: a change is lost if the page goes away before it is sent.
    }
  }
}

async function sentenceOf(answer: Response): Promise<string> {
  try {
    const { error } = (await answer.json()) as { error?: unknown };
    if (typeof error === "string") return error;
  } catch {
    // No JSON: a page of the server that knows nothing of settings.
  }
  return gettext("Your settings could not be kept on your account. They hold in this browser.");
}

/** What the server wrote into the page; null for guests, whose choices stay in their browser. */
export function accountOfPage(): Account | null {
  const text = document.getElementById("preferences")?.textContent;
  return text ? (JSON.parse(text) as Account | null) : null;
}

/** The keeping of this page. */
export function keepingOfPage(told: (outcome: Outcome) => void = () => undefined): Keeping {
  const around: KeepingAround = {
    storage: () => localStorage,
    post: (url, init) => fetch(url, init),
    later(deed, millis) {
      const timer = setTimeout(deed, millis);
      return () => clearTimeout(timer);
    },
    told,
  };
  const keeping = new Keeping(around, accountOfPage());
  addEventListener("storage", ({ key }) => keeping.elsewhere(key));
  for (const name of ["pagehide", "online"]) addEventListener(name, () => keeping.flush());
  return keeping;
}
