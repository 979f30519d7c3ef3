/** What a director ruled: in words for everybody at the table, and which rulings the reader still has to see. */
import { formatLong } from "./clock.ts";
import { inARow } from "./inarow.ts";
import type { RulingGivenEvent, Side, WireEvent } from "./protocol.ts";
import { type Names, type People, kindWord } from "./words.ts";

type Ruling = RulingGivenEvent["ruling"];
type Keeper = Pick<Storage, "getItem" | "setItem">;

const SECOND = 1000;
const HOUR = 3600 * SECOND;

/** The same words for both players and for spectators: a ruling speaks of the players by name. */
export function rulingText(ruling: Ruling, names: Names): string {
  const named = (text: string, side: Side, values = {}): string => interpolate(text, { name: names[side], ...values }, true);
  switch (ruling.is) {
    case "award_game":
      return named(gettext("The game is awarded to %(name)s (%(kind)s)."), ruling.winner, { kind: kindWord(ruling.kind) });
    case "award_match":
      return named(gettext("The match is awarded to %(name)s."), ruling.winner);
    case "void_all":
      return gettext("The match is declared void.");
    case "adjust_score":
      return inARow([scoreText(ruling.score, names), crawfordText(ruling.crawford)]);
    case "add_time":
      return named(gettext("%(name)s gets %(time)s more."), ruling.side, { time: timeWord(ruling.by) });
    case "hold":
      return gettext("Play is stopped until the director lets it go on.");
    case "release":
      return gettext("Play can go on; the players resume it themselves.");
  }
}

function scoreText(score: Record<Side, number>, names: Names): string {
  return interpolate(
    gettext("The score is set: %(white)s %(white_points)s, %(black)s %(black_points)s."),
    { white: names.white, white_points: score.white, black: names.black, black_points: score.black },
    true,
  );
}

/** What holds at the new score: of the running game, between games of the next one. */
function crawfordText(crawford: Extract<Ruling, { is: "adjust_score" }>["crawford"]): string {
  switch (crawford) {
    case "none":
      return "";
    case "pending":
      return gettext("The Crawford game is still to come.");
    case "active":
      return gettext("The game at this score is the Crawford game.");
    case "expired":
      return gettext("The Crawford game is over.");
  }
}

/** "30 s", "1 min 30 s"; from an hour on as clocks have it. */
function timeWord(milliseconds: number): string {
  if (milliseconds >= HOUR) return formatLong(milliseconds);
  const seconds = Math.floor(milliseconds / SECOND);
  const parts: [number, string][] = [
    [Math.floor(seconds / 60), gettext("%(count)s min")],
    [seconds % 60, gettext("%(count)s s")],
  ];
  return parts.filter(([count]) => count > 0).map(([count, text]) => interpolate(text, { count }, true)).join(" ");
}

/** "Ruling: … Reason: …", for the log and the live region. */
export function rulingSentence({ ruling, reason }: RulingGivenEvent, people: Pick<People, "names">): string {
  const values = { ruling: rulingText(ruling, people.names), reason };
  return interpolate(gettext("Ruling: %(ruling)s Reason: %(reason)s"), values, true);
}

/** The pause that belongs to a hold; the ruling has said it already. */
export const isPauseOfHold = (event: WireEvent, before: WireEvent | undefined): boolean =>
  event.e === "match_paused" && before?.e === "ruling_given" && before.ruling.is === "hold";

/** The rulings to be shown after `events`: those `shown` until now and the new ones that the reader has not put away. */
export function rulingsAfter(
  events: readonly WireEvent[],
  shown: readonly RulingGivenEvent[],
  read: number,
): readonly RulingGivenEvent[] {
  const known = Math.max(read, shown.at(-1)?.n ?? 0);
  const added = events.filter((event): event is RulingGivenEvent => event.e === "ruling_given" && event.n > known);
  return added.length > 0 ? [...shown, ...added] : shown;
}

const key = (code: string): string => `barpoint.ruling.${code}`;

/** The number of the last ruling of this match that was put away in this browser; 0: none. */
export function readRuling(keeper: () => Keeper, code: string): number {
  try {
    const number = Number(keeper().getItem(key(code)));
    return Number.isInteger(number) && number > 0 ? number : 0;
  } catch {
    return 0; // storage is switched off
  }
}

export function keepRuling(keeper: () => Keeper, code: string, read: number): void {
  try {
    keeper().setItem(key(code), String(read));
  } catch {
    // Storage is switched off or full: it is put away for this page only.
  }
}
