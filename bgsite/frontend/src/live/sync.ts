/** The version rule of docs/protocol.md section 3: what to do with a frame, given the version we have. */
import type { MissedFrame, MovedFrame, WireEvent } from "./protocol.ts";

/** A frame that carries events and the view after them. */
export type Change = MovedFrame | MissedFrame;

export type Verdict =
  | { kind: "take"; events: WireEvent[] }
  /** Already known. */
  | { kind: "ignore" }
  /** Something between is missing. */
  | { kind: "resync" };

export function judge(frame: Change, mine: number): Verdict {
  if (frame.v <= mine) return { kind: "ignore" };
  if (frame.from === mine) return { kind: "take", events: frame.events };
  // An answer to an older question may overlap with what has come since: take what is new of it.
  if (frame.t === "missed" && frame.from < mine) {
    return { kind: "take", events: frame.events.filter((event) => event.n > mine) };
  }
  return { kind: "resync" };
}
