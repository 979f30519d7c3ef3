/** How a game or a match ended, in a sentence. */
import type { Side, View } from "./protocol.ts";
import { type People, kindWord, pointsWord, say } from "./words.ts";
import { other } from "./sides.ts";

type Result = NonNullable<View["result"]>;

/** "You win a gammon: 4 points (cube at 2)." */
export function gameResult(result: Result, cube: number, people: People): string {
  if (result.winner === null) return noWinner(result.termination);
  if (result.points === 0) return gettext("The game ends without points.");
  const won = wonSentence(result, result.winner, people);
  return cube > 1
    ? interpolate(gettext("%(result)s The cube was at %(cube)s."), { result: won, cube }, true)
    : won;
}

function noWinner(termination: string): string {
  if (termination === "voided") return gettext("The game does not count.");
  return gettext("The game is drawn: no points.");
}

function wonSentence(result: Result, winner: Side, people: People): string {
  const points = pointsWord(result.points);
  const kind = result.kind === null ? null : kindWord(result.kind);
  if (kind !== null) {
    return say(
      people,
      winner,
      gettext("You win a %(kind)s: %(points)s."),
      gettext("%(name)s wins a %(kind)s: %(points)s."),
      { kind, points },
    );
  }
  return say(people, winner, gettext("You win %(points)s."), gettext("%(name)s wins %(points)s."), { points });
}

/** Why it ended, when it was not by bearing off; empty then. */
export function howItEnded(termination: string, winner: Side | null, people: People): string {
  const loser = winner === null ? null : other(winner);
  switch (termination) {
    case "dropped":
      return loser ? say(people, loser, gettext("You dropped the double."), gettext("%(name)s dropped the double.")) : "";
    case "resigned":
      return loser ? say(people, loser, gettext("You resigned."), gettext("%(name)s resigned.")) : "";
    case "timed_out":
      return loser ? say(people, loser, gettext("Your time ran out."), gettext("%(name)s ran out of time.")) : "";
    case "forfeited":
      return loser ? forfeitSentence(loser, people) : "";
    case "claimed":
      return loser ? say(people, loser, gettext("You had left."), gettext("%(name)s had left.")) : "";
    case "settled":
      return gettext("Both agreed on a settlement.");
    case "drawn":
      return gettext("Both agreed on a draw.");
    case "awarded":
      return gettext("It was awarded by a ruling.");
    case "voided":
      return gettext("It was declared void.");
    default:
      return "";
  }
}

function forfeitSentence(loser: Side, people: People): string {
  const left = people.seats?.[loser] === "gone"; // the account is deleted: nobody resigned anything
  return say(
    people,
    loser,
    gettext("You resigned the match."),
    left ? gettext("%(name)s left the match.") : gettext("%(name)s resigned the match."),
  );
}

/** The session was ended by agreement in the middle of a game, which does not count then (rules.md 3.7). */
export function endedByAgreement({ kind, match_result: match, result }: View): boolean {
  return kind === "money" && match?.termination === "settled" && result?.winner === null && result.points === 0;
}

export const agreedEnd = (): string => gettext("Both agreed to end the session; the last game does not count.");

/** "You win the match 3 : 1." */
export function matchResult(view: View, people: People): string {
  const result = view.match_result;
  if (!result) return "";
  if (result.winner === null) {
    return view.kind === "money" ? gettext("The session is over.") : gettext("The match is over.");
  }
  // A score that was not played out to the length says nothing about who won; it stands below.
  if (view.kind === "match" && view.score[result.winner] < (view.length ?? 0)) {
    return say(people, result.winner, gettext("You win the match."), gettext("%(name)s wins the match."));
  }
  const loser = other(result.winner);
  const score = scoreText(shownScore(view, result.winner), shownScore(view, loser));
  if (view.kind === "single") {
    return say(people, result.winner, gettext("You win the game."), gettext("%(name)s wins the game."));
  }
  return say(people, result.winner, gettext("You win the match %(score)s."), gettext("%(name)s wins the match %(score)s."), {
    score,
  });
}

const NO_BREAK = "\u00a0";

/** "1 : 0", never broken over two lines. */
export const scoreText = (mine: number, theirs: number): string => `${mine}${NO_BREAK}:${NO_BREAK}${theirs}`;

/** A match's shown score never passes its length (rules.md 4.4). */
export function shownScore(view: View, side: Side): number {
  return view.length === null ? view.score[side] : Math.min(view.score[side], view.length);
}
