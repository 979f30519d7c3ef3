/** The move log: events in, numbered rows of two columns out, as a score sheet has them. */
import type {
  BeaveredEvent,
  ControlPassedEvent,
  GameEndedEvent,
  OpeningThrownEvent,
  PlayTakenBackEvent,
  ProposalMadeEvent,
  Side,
  WireEvent,
} from "./protocol.ts";
import { isPauseOfHold, rulingSentence } from "./rulings.ts";
import { type Params, type People, kindWord, levelWord, pointsWord, say } from "./words.ts";

export interface Entry {
  /** "53"; null for what is no roll. */
  dice: string | null;
  /** Notation or word; "" while the play is awaited. */
  text: string;
}

export interface TurnRow {
  kind: "turn";
  number: number;
  white: Entry | null;
  black: Entry | null;
}

/** A note is a sentence over both columns. */
export type Row = TurnRow | { kind: "note"; text: string };

class Sheet {
  readonly rows: Row[] = [];
  private turns = 0;
  private open: { side: Side; entry: Entry } | null = null;

  constructor(readonly people: People) {}

  rolled(side: Side, dice: readonly number[]): void {
    const entry: Entry = { dice: dice.join(""), text: "" };
    this.open = { side, entry };
    this.put(side, entry);
  }

  /** What became of the roll that lies open. */
  finish(side: Side, text: string): void {
    if (this.open?.side === side) this.open.entry.text = text;
    else this.word(side, text);
    this.open = null;
  }

  /** A play was taken back: its roll lies open again. */
  reopen(side: Side, dice: readonly number[]): void {
    this.rolled(side, dice);
  }

  word(side: Side, text: string): void {
    this.put(side, { dice: null, text });
  }

  note(text: string): void {
    this.rows.push({ kind: "note", text });
  }

  speak(side: Side, me: string, them: string, values: Params = {}): void {
    this.note(say(this.people, side, me, them, values));
  }

  private put(side: Side, entry: Entry): void {
    const last = this.rows.at(-1);
    if (last?.kind === "turn" && last[side] === null && last.black === null) {
      last[side] = entry;
      return;
    }
    this.turns += 1;
    const row: TurnRow = { kind: "turn", number: this.turns, white: null, black: null };
    row[side] = entry;
    this.rows.push(row);
  }
}

/** Rows of the current game's log. */
export function moveLog(events: readonly WireEvent[], people: People): Row[] {
  const sheet = new Sheet(people);
  for (const [index, event] of events.entries()) {
    if (isPauseOfHold(event, events[index - 1])) continue;
    if (!writeTurn(sheet, event) && !writeCube(sheet, event)) writeNote(sheet, event);
  }
  return sheet.rows;
}

function writeTurn(sheet: Sheet, event: WireEvent): boolean {
  switch (event.e) {
    case "opening_thrown":
      writeOpening(sheet, event);
      return true;
    case "opening_rerolled":
      sheet.finish(event.side, gettext("throws again"));
      sheet.rolled(event.side, event.dice);
      return true;
    case "dice_rolled":
      sheet.rolled(event.side, event.dice);
      return true;
    case "checkers_played":
      sheet.finish(event.side, event.text);
      return true;
    case "danced":
    case "no_legal_play":
      sheet.finish(event.side, gettext("cannot move"));
      return true;
    default:
      return false;
  }
}

function writeOpening(sheet: Sheet, { white, black }: OpeningThrownEvent): void {
  if (white === black) {
    sheet.note(interpolate(gettext("Opening throw: %(white)s-%(black)s, thrown again."), { white, black }, true));
  } else {
    sheet.rolled(white > black ? "white" : "black", [Math.max(white, black), Math.min(white, black)]);
  }
}

function writeCube(sheet: Sheet, event: WireEvent): boolean {
  switch (event.e) {
    case "double_offered":
      sheet.word(event.side, interpolate(gettext("doubles to %(value)s"), { value: event.value }, true));
      return true;
    case "beavered":
      sheet.word(event.side, beaverText(event));
      return true;
    case "double_taken":
      sheet.word(event.side, gettext("takes"));
      return true;
    case "double_dropped":
      sheet.word(event.side, gettext("drops"));
      return true;
    case "refusal_paid":
      sheet.word(
        event.side,
        interpolate(gettext("refuses and pays %(points)s"), { points: pointsWord(event.points) }, true),
      );
      return true;
    case "automatically_doubled":
      sheet.note(interpolate(gettext("Automatic double: the cube is at %(value)s."), { value: event.value }, true));
      return true;
    default:
      return false;
  }
}

function beaverText({ value, depth }: BeaveredEvent): string {
  if (depth === 1) return interpolate(gettext("beavers to %(value)s"), { value }, true);
  if (depth === 2) return interpolate(gettext("raccoons to %(value)s"), { value }, true);
  return interpolate(gettext("turns the cube to %(value)s"), { value }, true);
}

function writeNote(sheet: Sheet, event: WireEvent): void {
  switch (event.e) {
    case "resignation_offered":
      return sheet.speak(
        event.side,
        gettext("You offer to resign a %(kind)s."),
        gettext("%(name)s offers to resign a %(kind)s."),
        { kind: kindWord(event.kind) },
      );
    case "resignation_withdrawn":
      return sheet.speak(
        event.side,
        gettext("You withdraw the resignation."),
        gettext("%(name)s withdraws the resignation."),
      );
    case "resignation_accepted":
      return event.automatic ? undefined : sheet.speak(event.side, gettext("You accept."), gettext("%(name)s accepts."));
    case "proposal_made":
      return sheet.speak(event.side, gettext("You offer %(offer)s."), gettext("%(name)s offers %(offer)s."), {
        offer: proposalText(event),
      });
    case "resignation_declined":
    case "proposal_declined":
      return sheet.speak(event.side, gettext("You decline."), gettext("%(name)s declines."));
    case "proposal_withdrawn":
      return sheet.speak(event.side, gettext("You withdraw the offer."), gettext("%(name)s withdraws the offer."));
    case "proposal_accepted":
      return sheet.speak(event.side, gettext("You accept."), gettext("%(name)s accepts."));
    case "play_taken_back":
      sheet.note(takenBackText(event, sheet.people));
      return sheet.reopen(event.restored.side, event.restored.dice);
    case "overtime_given":
      return sheet.speak(event.side, gettext("You are in overtime."), gettext("%(name)s is in overtime."));
    case "flag_fell":
      return sheet.speak(event.side, gettext("Your time ran out."), gettext("%(name)s ran out of time."));
    case "match_paused":
      return sheet.note(gettext("The game is adjourned."));
    case "match_resumed":
      return sheet.note(gettext("The game goes on."));
    case "resume_given":
      return sheet.speak(event.side, gettext("You are ready to go on."), gettext("%(name)s is ready to go on."));
    case "control_passed":
      return sheet.note(controlText(event, sheet.people));
    case "ruling_given":
      return sheet.note(rulingSentence(event, sheet.people));
    case "game_ended":
      return sheet.note(endText(event, sheet.people));
  }
}

/** Who took whose play back: at one screen the play is White's or Black's, against a computer the reader's own. */
export function takenBackText({ side, restored }: PlayTakenBackEvent, people: People): string {
  const hotSeat = people.you.length === 2;
  if (!hotSeat) return say(people, side, gettext("You take a play back."), gettext("%(name)s takes a play back."));
  const name = people.names[restored.side];
  return interpolate(gettext("The play of %(name)s is taken back."), { name }, true);
}

/** Who plays a seat from now on. */
export function controlText({ side, computer }: ControlPassedEvent, people: People): string {
  const isReader = people.you.length === 1 && people.you[0] === side;
  const name = people.names[side];
  if (computer === null) {
    return isReader ? gettext("You take your seat back.") : interpolate(gettext("%(name)s takes the seat back."), { name }, true);
  }
  const values = { name, level: levelWord(computer) };
  return isReader
    ? interpolate(gettext("The computer (%(level)s) plays for you."), values, true)
    : interpolate(gettext("The computer (%(level)s) plays for %(name)s."), values, true);
}

/** What is offered, as the end of a sentence: "a draw". */
export function proposalText(proposal: Pick<ProposalMadeEvent, "kind" | "points">): string {
  switch (proposal.kind) {
    case "draw":
      return gettext("a draw");
    case "end_of_session":
      return gettext("to end the session");
    case "adjournment":
      return gettext("to adjourn the game");
    case "settlement":
      return interpolate(gettext("to settle for %(points)s"), { points: pointsWord(proposal.points) }, true);
  }
}

function endText({ result }: GameEndedEvent, people: People): string {
  if (!result.winner || result.points === 0) return gettext("The game ends without points.");
  return say(people, result.winner, gettext("You win %(points)s."), gettext("%(name)s wins %(points)s."), {
    points: pointsWord(result.points),
  });
}

const AFTER_A_DANCE: readonly WireEvent["e"][] = [
  "dice_rolled",
  "opening_thrown",
  "opening_rerolled",
  "checkers_played",
  "play_taken_back",
  "game_started",
];

/** The side that could not play its last roll, as long as nothing has been rolled since. */
export function lastDance(events: readonly WireEvent[]): Side | null {
  for (const event of [...events].reverse()) {
    if (event.e === "danced" || event.e === "no_legal_play") return event.side;
    if (AFTER_A_DANCE.includes(event.e)) return null;
  }
  return null;
}

/** The log after `events`: only the current game is kept. */
export function extendLog(log: readonly WireEvent[], events: readonly WireEvent[]): WireEvent[] {
  const start = events.findLastIndex((event) => event.e === "game_started");
  return start >= 0 ? events.slice(start) : [...log, ...events];
}
