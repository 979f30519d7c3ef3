/** What the server writes into a page of the course (`bgsite/lessons/wire.py`), and what it answers. */
import type { BoardPosition, Side, StepTriple } from "../board/index.ts";

export type Form = "play" | "choice" | "points" | "place" | "number" | "cards";

/** Where the checkers are. */
export type Checkers = Pick<BoardPosition, "board" | "off">;

export interface ExerciseData {
  /** Stage and name. */
  key: string;
  form: Form;
  position: BoardPosition;
  /** Choices whose play is shown while one chooses. */
  choices?: Record<string, StepTriple[]>;
  /** The play that was made, in a review. */
  made?: StepTriple[] | null;
  /** Checkers to place, and the points that are free for them. */
  count?: number;
  places?: number[];
}

export interface PageData {
  /** Where answers go; null on the page of the whole course. */
  answer: string | null;
  progress: string;
  registered: boolean;
}

/** Moves on the board, and the positions before and after them. */
export interface Line {
  before: Checkers;
  after: Checkers;
  dice: [number, number] | null;
  side: Side;
  moves: StepTriple[];
}

export interface Verdict {
  right: boolean;
  sentences: string[];
  /** What the board shows of it: one for the answer, or one for each statement judged wrongly. */
  shown: Line[];
}

/** The JSON of a script element of the page, null where there is none. */
export function json<T>(id: string): T | null {
  const text = document.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as T) : null;
}

export type Answered = { verdict: Verdict } | { error: string };

function isRefusal(value: unknown): value is { error: string } {
  return typeof value === "object" && value !== null && typeof (value as { error?: unknown }).error === "string";
}

async function send(address: string, csrf: string, body: unknown): Promise<Response> {
  return fetch(address, {
    method: "POST",
    headers: { "X-CSRFToken": csrf, "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(body),
  });
}

/** Ask the server for its verdict. Never throws: what went wrong is a sentence. */
export async function judged(address: string, csrf: string, answer: unknown): Promise<Answered> {
  const unreachable = gettext("The server did not answer. Nothing was changed; try again.");
  try {
    const response = await send(address, csrf, { answer });
    if (response.ok) return { verdict: (await response.json()) as Verdict };
    if (response.status === 403) return { error: gettext("This page is too old. Reload it and answer again.") };
    const body: unknown = await response.json();
    return { error: isRefusal(body) ? body.error : unreachable };
  } catch {
    return { error: unreachable };
  }
}

/** Give the account what this browser knows as done; whether that was kept. */
export async function handedOver(address: string, csrf: string, done: readonly string[]): Promise<boolean> {
  try {
    return (await send(address, csrf, { done })).ok;
  } catch {
    return false; // next time
  }
}
