/** What the live region says of a frame: dice, the opponent's play, the cube, and when it is one's turn. Not the log. */
import { controlText, proposalText, takenBackText } from "./movelog.ts";
import type { BeaveredEvent, CheckersPlayedEvent, OpeningThrownEvent, Side, View, WireEvent } from "./protocol.ts";
import { gameResult } from "./results.ts";
import { isPauseOfHold, rulingSentence } from "./rulings.ts";
import { isAwaited } from "./sides.ts";
import { type People, diceWord, isMe, kindWord, say } from "./words.ts";

/** The sentences owed for `events`; `status` is added when the reader has to do something now. */
export function spoken(events: readonly WireEvent[], view: View, people: People, status: string): string[] {
  const told = events.filter((event, index) => !isPauseOfHold(event, events[index - 1]));
  const news = told.map((event) => dice(event, people) || cube(event, people) || offers(event, people, view));
  const isOwed = view.phase === "over" || isAwaited(view, people.you);
  // The status line often begins with the news itself: "Bob doubles to 2. Take or drop?".
  const sentences = isOwed ? [...news.filter((sentence) => !status.startsWith(sentence)), status] : news;
  return sentences.filter((sentence) => sentence !== "");
}

function dice(event: WireEvent, people: People): string {
  switch (event.e) {
    case "opening_thrown":
      return opening(event, people);
    case "opening_rerolled":
    case "dice_rolled":
      return say(people, event.side, gettext("You rolled %(dice)s."), gettext("%(name)s rolled %(dice)s."), {
        dice: diceWord(event.dice),
      });
    case "checkers_played":
      return isMe(people, event.side) ? "" : played(event, people);
    case "danced":
    case "no_legal_play":
      return say(people, event.side, gettext("You cannot move."), gettext("%(name)s cannot move."));
    default:
      return "";
  }
}

function opening({ white, black }: OpeningThrownEvent, people: People): string {
  return interpolate(
    gettext("Opening throw: %(white_name)s %(white)s, %(black_name)s %(black)s."),
    { white, black, white_name: people.names.white, black_name: people.names.black },
    true,
  );
}

function played(event: CheckersPlayedEvent, people: People): string {
  return interpolate(
    gettext("%(name)s played %(text)s."),
    { name: people.names[event.side], text: event.text },
    true,
  );
}

function cube(event: WireEvent, people: People): string {
  switch (event.e) {
    case "automatically_doubled":
      return interpolate(gettext("Automatic double: the cube is at %(value)s."), { value: event.value }, true);
    case "double_offered":
      return say(people, event.side, gettext("You double to %(value)s."), gettext("%(name)s doubles to %(value)s."), {
        value: event.value,
      });
    case "beavered":
      return beaver(event, people);
    case "double_taken":
      return say(people, event.side, gettext("You take."), gettext("%(name)s takes."));
    case "double_dropped":
      return say(people, event.side, gettext("You drop."), gettext("%(name)s drops."));
    default:
      return "";
  }
}

function beaver({ side, value, depth }: BeaveredEvent, people: People): string {
  const [me, them] =
    depth === 1
      ? [gettext("You beaver: the cube goes to %(value)s."), gettext("%(name)s beavers: the cube goes to %(value)s.")]
      : depth === 2
        ? [gettext("You raccoon: the cube goes to %(value)s."), gettext("%(name)s raccoons: the cube goes to %(value)s.")]
        : [gettext("You turn the cube again, to %(value)s."), gettext("%(name)s turns the cube again, to %(value)s.")];
  return say(people, side, me, them, { value });
}

const OFFERS: Partial<Record<WireEvent["e"], () => [string, string]>> = {
  resignation_declined: () => [gettext("You decline the resignation."), gettext("%(name)s declines the resignation.")],
  resignation_withdrawn: () => [
    gettext("You withdraw the resignation."),
    gettext("%(name)s withdraws the resignation."),
  ],
  proposal_declined: () => [gettext("You decline the offer."), gettext("%(name)s declines the offer.")],
  proposal_withdrawn: () => [gettext("You withdraw the offer."), gettext("%(name)s withdraws the offer.")],
  resume_given: () => [gettext("You are ready to go on."), gettext("%(name)s is ready to go on.")],
  flag_fell: () => [gettext("Your time ran out."), gettext("%(name)s ran out of time.")],
};

const ANSWERS: readonly WireEvent["e"][] = [
  "resignation_declined",
  "resignation_withdrawn",
  "proposal_declined",
  "proposal_withdrawn",
];

/** What became of an offer, as long as nothing has happened since; for the status line. */
export function lastAnswer(log: readonly WireEvent[], people: People): string {
  const event = log.findLast(({ e }) => e !== "clock_turned");
  return event !== undefined && ANSWERS.includes(event.e) ? plain(event, people) : "";
}

function offers(event: WireEvent, people: People, view: View): string {
  switch (event.e) {
    case "game_ended":
      return view.result ? gameResult(view.result, view.cube.value, people) : "";
    case "resignation_offered":
      return say(
        people,
        event.side,
        gettext("You offer to resign a %(kind)s."),
        gettext("%(name)s offers to resign a %(kind)s."),
        { kind: kindWord(event.kind) },
      );
    case "proposal_made":
      return say(people, event.side, gettext("You offer %(offer)s."), gettext("%(name)s offers %(offer)s."), {
        offer: proposalText(event),
      });
    case "control_passed":
      return controlText(event, people);
    case "match_paused":
      return gettext("The game is adjourned.");
    case "match_resumed":
      return gettext("The game goes on.");
    case "ruling_given":
      return rulingSentence(event, people);
    case "play_taken_back":
      return takenBackText(event, people);
    default:
      return plain(event, people);
  }
}

function plain(event: WireEvent, people: People): string {
  const words = OFFERS[event.e]?.();
  if (!words || !("side" in event)) return "";
  return say(people, event.side as Side, words[0], words[1]);
}
