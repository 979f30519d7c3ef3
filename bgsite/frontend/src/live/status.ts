/** The status line: always whose turn it is and what is awaited. */
import type { Side, View } from "./protocol.ts";
import { inARow } from "./inarow.ts";
import { proposalText } from "./movelog.ts";
import { agreedEnd, endedByAgreement, gameResult, howItEnded, matchResult } from "./results.ts";
import { SIDES, handsOf, other } from "./sides.ts";
import { type People, diceWord, isMe, kindWord, pointsWord, say } from "./words.ts";

/** The part of a local turn that the status line speaks of. */
export interface LocalProgress {
  left: number[];
  complete: boolean;
  started: boolean;
}

/** Short, for the board: the dice are there and nothing can be played. Null when that is not so. */
export function danceNote(view: View, danced: Side | null, people: People): string | null {
  if (danced === null || view.phase === "over" || view.phase === "between") return null;
  return say(people, danced, gettext("You cannot move"), gettext("%(name)s cannot move"));
}

/** `danced`: the side whose last roll could not be played, as long as its dice lie there. */
export function statusLine(view: View, people: People, local: LocalProgress | null, danced: Side | null): string {
  return inARow([danceSentence(view, danced, people), proposed(view, people), awaited(view, people, local)]);
}

function danceSentence(view: View, danced: Side | null, people: People): string {
  if (danced === null || view.dice === null || view.phase === "over" || view.phase === "between") return "";
  return say(
    people,
    danced,
    gettext("You rolled %(dice)s and cannot move."),
    gettext("%(name)s rolled %(dice)s and cannot move."),
    { dice: diceWord(view.dice) },
  );
}

function proposed({ proposal }: View, people: People): string {
  if (!proposal) return "";
  const answers = people.names[other(proposal.by)];
  const values = { offer: proposalText(proposal), name: people.names[proposal.by], answers };
  if (isMe(people, other(proposal.by))) {
    return interpolate(gettext("%(name)s offers %(offer)s: agree or play on?"), values, true);
  }
  return say(
    people,
    proposal.by,
    gettext("You offer %(offer)s; %(answers)s may answer."),
    gettext("%(name)s offers %(offer)s; %(answers)s may answer."),
    values,
  );
}

/** Nobody at the table can go on; the buttons to do so are not there. */
const heldSentence = (): string => gettext("A director has stopped play. It can go on when the director says so.");

function awaited(view: View, people: People, local: LocalProgress | null): string {
  if (view.held) return heldSentence();
  if (view.paused && view.phase !== "over" && view.phase !== "between") return paused(view, people);
  switch (view.phase) {
    case "over":
      return over(view, people);
    case "between":
      return between(view, people);
    case "doubled":
      return doubled(view, people);
    case "resigning":
      return resigning(view, people);
    case "to_roll":
      return toRoll(view, people);
    case "to_play":
      return toPlay(view, people, local);
  }
}

/** Adjourned: who has to say that they are ready. */
function paused(view: View, people: People): string {
  const stopped = gettext("The game is adjourned.");
  const next = people.you.some((side) => view.can[side].resume)
    ? gettext("Press Resume when you are ready to go on.")
    : waitingForReady(view, people);
  return inARow([stopped, next]);
}

function waitingForReady(view: View, people: People): string {
  const late = SIDES.filter((side) => !view.resuming[side] && view.computers[side] === null);
  if (late.length !== 1) return gettext("It goes on when both are ready.");
  return interpolate(gettext("Waiting for %(name)s to be ready."), { name: people.names[late[0]!] }, true);
}

function over(view: View, people: People): string {
  if (endedByAgreement(view)) return inARow([matchResult(view, people), agreedEnd()]);
  const how = view.match_result ? howItEnded(view.match_result.termination, winnerOfTheLast(view), people) : "";
  return inARow([how, matchResult(view, people)]);
}

/** Who won the match, or, in a session that nobody wins, the game that ended with it. */
function winnerOfTheLast({ match_result: match, result: game }: View): Side | null {
  const isOneEnd = match?.termination === game?.termination;
  return match?.winner ?? (isOneEnd ? (game?.winner ?? null) : null);
}

function between(view: View, people: People): string {
  if (!view.result) return gettext("The game is over.");
  const { termination, winner } = view.result;
  return inARow([
    howItEnded(termination, winner, people),
    gameResult(view.result, view.cube.value, people),
    waitingForNext(view, people),
  ]);
}

function waitingForNext(view: View, people: People): string {
  if (handsOf(view, people.you).some((side) => view.can[side].next)) return gettext("Press Next game to go on.");
  const [late] = view.awaits;
  if (late === undefined) return "";
  return interpolate(gettext("Waiting for %(name)s to go on."), { name: people.names[late] }, true);
}

function doubled(view: View, people: People): string {
  const offer = view.offer;
  if (!offer) return "";
  const answers = view.to_act ?? other(offer.by);
  const values = { value: offer.value, name: people.names[offer.by], answers: people.names[answers] };
  if (isMe(people, answers)) {
    return interpolate(
      [
        gettext("%(name)s doubles to %(value)s. Take or drop?"),
        gettext("%(name)s beavers: the cube goes to %(value)s. Accept or refuse?"),
        gettext("%(name)s raccoons: the cube goes to %(value)s. Accept or refuse?"),
        gettext("%(name)s turns the cube again, to %(value)s. Accept or refuse?"),
      ][Math.min(offer.depth, 3)] ?? "",
      values,
      true,
    );
  }
  const [me, them] = DOUBLED[Math.min(offer.depth, 1)]!();
  return say(people, offer.by, me, them, values);
}

/** By depth: a double, and every turn of the cube after it. */
const DOUBLED: readonly (() => [string, string])[] = [
  () => [
    gettext("You double to %(value)s. Waiting for %(answers)s to answer."),
    gettext("%(name)s doubles to %(value)s. Waiting for %(answers)s to answer."),
  ],
  () => [
    gettext("You turn the cube to %(value)s. Waiting for %(answers)s to answer."),
    gettext("%(name)s turns the cube to %(value)s. Waiting for %(answers)s to answer."),
  ],
];

function resigning(view: View, people: People): string {
  const offer = view.resignation;
  if (!offer) return "";
  const answers = other(offer.by);
  const values = {
    kind: kindWord(offer.kind),
    points: pointsWord(offer.points),
    name: people.names[offer.by],
    answers: people.names[answers],
  };
  if (isMe(people, answers)) {
    return interpolate(gettext("%(name)s offers to resign a %(kind)s (%(points)s). Accept or decline?"), values, true);
  }
  return say(
    people,
    offer.by,
    gettext("You offer to resign a %(kind)s (%(points)s). Waiting for %(answers)s to answer."),
    gettext("%(name)s offers to resign a %(kind)s (%(points)s). Waiting for %(answers)s to answer."),
    values,
  );
}

function toRoll(view: View, people: People): string {
  const side = view.to_act ?? view.on_roll;
  if (!handsOf(view, people.you).includes(side)) {
    return say(people, side, "", gettext("%(name)s’s turn: waiting for the roll."));
  }
  return view.can[side].double
    ? say(people, side, gettext("Your turn: roll or double."), gettext("%(name)s’s turn: roll or double."))
    : say(people, side, gettext("Your turn: roll the dice."), gettext("%(name)s’s turn: roll the dice."));
}

function toPlay(view: View, people: People, local: LocalProgress | null): string {
  const side = view.to_act ?? view.on_roll;
  const dice = diceWord(view.dice ?? []);
  const mine = handsOf(view, people.you).includes(side);
  if (!mine || local === null) {
    return say(people, side, gettext("Your turn: play %(dice)s."), gettext("%(name)s’s turn: playing %(dice)s."), {
      dice,
    });
  }
  if (local.complete) {
    return say(
      people,
      side,
      gettext("Your turn: confirm the play or undo."),
      gettext("%(name)s’s turn: confirm the play or undo."),
    );
  }
  if (local.started) {
    return say(people, side, gettext("Your turn: %(left)s left to play."), gettext("%(name)s’s turn: %(left)s left to play."), {
      left: local.left.join(gettext(", ")),
    });
  }
  return say(people, side, gettext("Your turn: play %(dice)s."), gettext("%(name)s’s turn: play %(dice)s."), { dice });
}
