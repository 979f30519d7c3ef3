/** What is to be heard, and when. Pure. */
import type { BoardEvent } from "../board/index.ts";
import type { Preferences } from "../live/preferences.ts";
import type { Side, View } from "../live/protocol.ts";
import type { SoundName } from "./synth.ts";

/** What the board has just done, as a sound; null: nothing. */
export function heardOnBoard(event: BoardEvent): SoundName | null {
  if (event.kind === "rolled") return "dice";
  return event.kind === "landed" ? event.what : null;
}

/** As much of the table as decides whether somebody is called. */
export interface Moment {
  view: Pick<View, "to_act" | "phase"> | null;
  you: readonly Side[];
}

/** Who plays both sides needs no call, and who watches gets none. */
const isMine = ({ view, you }: Moment): boolean => you.length === 1 && view !== null && view.to_act === you[0];

const isOffered = (moment: Moment): boolean => isMine(moment) && moment.view?.phase === "doubled";

/** Whether the reader is called to the table by the change from `before` to `now`. */
export function heardAtTable(before: Moment, now: Moment): SoundName | null {
  if (before.view === null) return null; // the page has only just come
  if (isOffered(now) && !isOffered(before)) return "offer";
  return isMine(now) && !isMine(before) ? "turn" : null;
}

/** How loud it is to be, in per cent; 0 when the reader does not want to hear it, or does not look at the board. */
export function loudness(name: SoundName, { sounds, volume }: Pick<Preferences, "sounds" | "volume">, isHidden: boolean): number {
  const isCall = name === "turn" || name === "offer";
  const isWanted = name === "offer" ? sounds.turn : sounds[name];
  return isWanted && (isCall || !isHidden) ? volume : 0;
}
