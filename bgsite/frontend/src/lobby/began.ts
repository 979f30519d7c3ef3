/**
 * Which match began because somebody took my offer or challenge: the page goes there by itself if it is looked at.
 * Told from two lists of my games, so that a lost message or a lost line hides nothing.
 */
import type { GameView, Mine } from "./protocol.ts";

export class Beginnings {
  private known: Set<string> | null = null;

  /** The games that began since the last list, and that somebody else began by saying yes to me. */
  since(mine: Mine): GameView[] {
    const known = this.known;
    this.known = new Set(mine.games.map((game) => game.code));
    if (known === null) return [];
    return mine.games.filter((game) => game.mine && !known.has(game.code));
  }
}

/** Whose turn it is among several tabs: only one that is looked at goes to the table. */
export interface Tabs {
  isVisible(): boolean;
  hasFocus(): boolean;
  go(code: string): void;
  /** Tell the other tabs that this one goes. */
  tell(code: string): void;
  after(milliseconds: number, run: () => void): void;
}

/** A visible window without the focus gives the one with it this much time. */
const COURTESY = 400;

export class Mover {
  private pending: string | null = null;

  constructor(private readonly tabs: Tabs) {}

  /** The match that this tab would go to when it is looked at. */
  get waiting(): string | null {
    return this.pending;
  }

  began(code: string): void {
    this.pending = code;
    this.looked();
  }

  /** The tab is looked at (again). */
  looked(): void {
    if (this.pending === null || !this.tabs.isVisible()) return;
    if (this.tabs.hasFocus()) return this.move();
    this.tabs.after(COURTESY, () => {
      if (this.tabs.isVisible()) this.move();
    });
  }

  /** Another tab goes there. */
  taken(code: string): void {
    if (this.pending === code) this.pending = null;
  }

  private move(): void {
    const code = this.pending;
    if (code === null) return;
    this.pending = null;
    this.tabs.tell(code);
    this.tabs.go(code);
  }
}
