/** What the server wrote into the page: who we are, where things are, and the first snapshot. */
import type { HelloFrame, Side } from "./protocol.ts";

/** Addresses of other pages; each is optional, so that a page without one simply shows no link. */
export interface PageUrls {
  login?: string;
  games?: string;
  new?: string;
}

export interface Page {
  code: string;
  /** Path or address of the WebSocket. */
  ws: string;
  you: Side[];
  names: Record<Side, string>;
  urls: PageUrls;
  protocol: number;
}

export type Sentences = Record<string, string>;

function json<T>(id: string): T {
  const text = document.getElementById(id)?.textContent;
  if (!text) throw new Error(`The page has no #${id}.`);
  return JSON.parse(text) as T;
}

export const readPage = (): Page => json<Page>("page");
export const readSentences = (): Sentences => json<Sentences>("sentences");
export const readSnapshot = (): HelloFrame => json<HelloFrame>("snapshot");

/** The WebSocket address for a path of this site. */
export function socketAddress(path: string, base: string): string {
  const url = new URL(path, base);
  url.protocol = url.protocol === "https:" || url.protocol === "wss:" ? "wss:" : "ws:";
  return url.href;
}
