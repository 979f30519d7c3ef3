/**
 * Tells the server once a UTC day what this browser is (`device.ts`), while statistics are on.
 * The page has an offer only while they are (`bgsite.consent.context`); the cookie is looked at again right before
 * anything is sent or written, because the switch may have been used in another tab.
 */
import { type Device, deviceOf, type Seen } from "./device.ts";

export const BOARDS = ["flat", "solid", "failed", "lost"] as const;
export const FRAMES = ["none", "16", "33", "50", "slow"] as const;
export type Board = (typeof BOARDS)[number];
export type Frame = (typeof FRAMES)[number];

/** What the board was drawn with, and how quickly. */
export interface Drawn {
  readonly board: Board;
  readonly frame: Frame;
}

/** What the page hands out: the proof that it asked, and where to send it. */
export interface Offer {
  readonly token: string;
  readonly url: string;
}

/** What is needed of the browser. */
export interface World {
  readonly navigator: Seen & { readonly doNotTrack?: string | null; readonly globalPrivacyControl?: boolean };
  /** `document.cookie`. */
  readonly cookie: () => string;
  /** Throws where the browser keeps nothing. */
  readonly storage: () => Pick<Storage, "getItem" | "setItem">;
  readonly now: () => Date;
  readonly post: (url: string, body: string) => void;
}

const COOKIE = "barpoint_statistics";
const KEY = "barpoint.usage";

export const FLAT: Drawn = { board: "flat", frame: "none" };

/** What an event of the board says; null unless it is just what we know. */
export function drawnOf(detail: unknown): Drawn | null {
  const given = (typeof detail === "object" && detail !== null ? detail : {}) as Record<string, unknown>;
  const board = BOARDS.find((one) => one === given["board"]);
  const frame = FRAMES.find((one) => one === given["frame"]);
  return board && frame ? { board, frame } : null;
}

/** Send it, unless statistics are off or it was sent today; says whether it was. */
export function send(offer: Offer, drawn: Drawn, world: World): boolean {
  if (isOff(world) || !firstToday(world)) return false;
  world.post(offer.url, bodyOf(offer, drawn, deviceOf(world.navigator)));
  return true;
}

function bodyOf({ token }: Offer, { board, frame }: Drawn, device: Device): string {
  return JSON.stringify({ token, board, frame, ...device });
}

/** The choice made here; without one, the browser's own signals. */
export function isOff({ cookie, navigator }: World): boolean {
  const chosen = cookie()
    .split("; ")
    .find((one) => one.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1);
  if (chosen === "on" || chosen === "off") return chosen === "off";
  return navigator.doNotTrack === "1" || navigator.globalPrivacyControl === true;
}

/** Notes the day before anything is sent: rather once too few than twice. Where nothing can be kept, nothing is sent. */
function firstToday({ storage, now }: World): boolean {
  const day = now().toISOString().slice(0, 10);
  try {
    if (storage().getItem(KEY) === day) return false;
    storage().setItem(KEY, day);
    return true;
  } catch {
    return false;
  }
}
