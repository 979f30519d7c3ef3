/** Everything the table page knows, in one plain object, and who wants to hear of a change. */
import type { LocalTurn } from "../board/index.ts";
import type { LineState } from "../line/line.ts";
import type { Hint } from "./hints.ts";
import type { PictureNews } from "./look.ts";
import type { Preferences } from "./preferences.ts";
import type { BesideFrame, Presence, RulingGivenEvent, Side, View, WireEvent } from "./protocol.ts";
import type { SeatKind } from "./page.ts";
import type { Computers, Names } from "./words.ts";
import type { Wish } from "./wishes.ts";

/** Which of the reader's own dialogs is open. */
export type OpenDialog = "resign" | "resign_match" | "settle" | "draw" | "propose_end" | "end_session" | "adjourn";

/** What is asked beside the game and not answered yet. */
export type Asking = "absent" | "seat_back" | "pace" | "rematch" | null;

export interface Pending {
  id: string;
  name: Wish["t"];
  /** Stored by the server as this version, which is not shown yet; null: not answered. */
  storedAs: number | null;
}

export interface State {
  names: Names;
  seats: Record<Side, SeatKind>;
  /** A refused beaver is paid at once, and the game goes on (rules.md 3.3). */
  refusalPlaysOn: boolean;
  /** The computer that plays each side; null: a person. */
  computers: Computers;
  /** The sides of who reads this, one where a computer stands in for them included. */
  you: readonly Side[];
  /** Null until a match has started. */
  view: View | null;
  /** Version of `view`. */
  v: number;
  /** Events of the current game. */
  log: readonly WireEvent[];
  presence: Presence;
  /** The action that waits for its answer; while there is one, nothing else is sent. */
  pending: Pending | null;
  /** The local turn; null when none is played here. */
  turn: LocalTurn | null;
  line: LineState;
  /** Why the line was closed or lost. */
  closeCode: number | null;
  /** The line was lost and is back: said for some seconds. */
  back: boolean;
  /** Pages come, but the line does not: something between here and the server holds it up. */
  blocked: boolean;
  /** What is to be said about the board's picture. */
  picture: PictureNews | null;
  /** The page comes from the browser's memory; nothing on it counts until the server has spoken. */
  stale: boolean;
  /** What the server refused, as a sentence. */
  notice: string | null;
  dialog: OpenDialog | null;
  /** What belongs to the table and is in no event; null before the server spoke. */
  beside: BesideFrame | null;
  asking: Asking;
  hint: Hint | null;
  /** The director's rulings that are shown until the reader puts them away. */
  rulings: readonly RulingGivenEvent[];
  /** The number of the last ruling that was put away; 0: none. */
  rulingRead: number;
  /** The absence whose offer the reader has put away; see `gone.ts`. */
  goneFolded: number | null;
  /** Doubling is switched off for the reader's coming turn: it is rolled by itself. */
  noDouble: boolean;
  /** The decision at which that was made void by the other's double. */
  voided: number | null;
  /** The decision at which the reader took something back: what comes is by hand. */
  handsOff: number | null;
  preferences: Preferences;
}

export class Store {
  private listeners = new Set<() => void>();

  constructor(private current: State) {}

  get state(): Readonly<State> {
    return this.current;
  }

  set(changes: Partial<State>): void {
    this.current = { ...this.current, ...changes };
    for (const listener of this.listeners) listener();
  }

  subscribe(listener: () => void): void {
    this.listeners.add(listener);
  }
}
