/** What the server wrote into the page: who we are, where things are, and the first snapshot. */
import type { HelloFrame, Side } from "./protocol.ts";

/** Addresses of other pages; each is optional, so that a page without one simply shows no link. */
export interface PageUrls {
  login?: string;
  games?: string;
  new?: string;
  /** Asking for a rematch, and taking one (POST). */
  rematch?: string;
  /** Where mails about one's turn are switched on and off. */
  mail?: string;
  /** The page with all settings. */
  settings?: string;
  /** The page of a match, with CODE for its code. */
  match?: string;
}

/** What the chat needs; the addresses have 0 for the number of a line. */
export interface ChatWords {
  /** Ready-made lines: id → text. */
  presets: Record<string, string>;
  /** Why a line is reported: value → text. */
  reasons: Record<string, string>;
  report: string;
  block: string;
}

/** Who a seat belongs to: `gone` when the account was deleted. */
export type SeatKind = "person" | "computer" | "gone";

export interface Page {
  code: string;
  /** Path or address of the WebSocket. */
  ws: string;
  you: Side[];
  names: Record<Side, string>;
  seats: Record<Side, SeatKind>;
  /** One person plays both sides. */
  hot_seat: boolean;
  /** A refused beaver is paid at once, and the game goes on. */
  refusal_plays_on: boolean;
  /** How long an opponent is away before something can be done about it. */
  gone_seconds: number;
  /** Goes with every POST. */
  csrf: string;
  urls: PageUrls;
  chat: ChatWords;
  protocol: number;
}

export type Sentences = Record<string, string>;

function json<T>(id: string): T {
  const text = document.getElementById(id)?.textContent;
  if (!text) throw new Error(`The page has no #${id}.`);
  return JSON.parse(text) as T;
}

/** Two pieces of the page's data, and the token that goes with every POST. */
export function readPage(): Page {
  const page = json<Page>("page");
  const seats = json<Pick<Page, "seats" | "hot_seat" | "refusal_plays_on" | "gone_seconds" | "urls">>("seats");
  return { ...page, ...seats, urls: { ...page.urls, ...seats.urls }, csrf: json<string>("csrf") };
}

export const readSentences = (): Sentences => json<Sentences>("sentences");
export const readSnapshot = (): HelloFrame => json<HelloFrame>("snapshot");
