/** What the server wrote into the page of the lobby. */

export interface LobbyUrls {
  ask: string;
  /** With CODE for the code of a match. */
  table: string;
  /** With NAME for the name of a player. */
  player: string;
  challenge: string;
  login: string;
  matches: string;
}

export interface LobbyPage {
  ws: string;
  protocol: number;
  /** Goes with every form, for the case that there is no line. */
  csrf: string;
  /** The reader may act. */
  registered: boolean;
  /** What may be said with a no: value and words. */
  reasons: [string, string][];
  urls: LobbyUrls;
}

export type Sentences = Record<string, string>;

function json<T>(id: string): T {
  const text = document.getElementById(id)?.textContent;
  if (!text) throw new Error(`The page has no #${id}.`);
  return JSON.parse(text) as T;
}

export const readPage = (): LobbyPage => json<LobbyPage>("page");
export const readSentences = (): Sentences => json<Sentences>("sentences");

export const tablePath = (urls: LobbyUrls, code: string): string => urls.table.replace("CODE", code);
export const playerPath = (urls: LobbyUrls, name: string): string => urls.player.replace("NAME", encodeURIComponent(name));
export const challengePath = (urls: LobbyUrls, name: string): string =>
  urls.challenge.replace("NAME", encodeURIComponent(name));
