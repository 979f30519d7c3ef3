"""The events of one game as lines of a move log.

Input is the wire form of events (docs/protocol.md 5), so that the first view and the script of the table say the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.levels import Level
from games.rules.score import ResultKind, Termination
from games.rules.sides import Side
from matches.wording.names import LEVELS, RESULT_KINDS, SIDES, TERMINATIONS, Words
from matches.wording.rulings import ruling_words

WireEvent = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line: who did it (None: nobody), with which dice ("63" or ""), and what it was."""

    side: Side | None
    dice: str
    text: str
    n: int
    """Number of the event that made the line."""


def log_lines(events: Iterable[WireEvent], names: Mapping[Side, Words] = SIDES) -> list[LogLine]:
    """The lines of ``events``, which must begin at the start of a game. Rolls are told with what was done with them.

    Plays that were taken back are left out; that it happened is told (rules.md 7.2).
    """
    log = _Log(names)
    for event in events:
        log.add(event)
    return log.lines


class _Log:
    """The lines so far, and where each turn ended among them."""

    def __init__(self, names: Mapping[Side, Words]) -> None:
        self.lines: list[LogLine] = []
        self._names = names
        self._dice = ""
        self._turn_ends: list[int] = []
        self._standing: set[int] = set()

    def add(self, event: WireEvent) -> None:
        """Tell one more event."""
        kind = event["e"]
        self._dice = _dice_of(event) or self._dice
        if kind == "play_taken_back":
            self._take_back(event["restored"]["turn_number"])
        if kind in _ENDS_TURN:
            self._turn_ends.append(len(self.lines))
        if kind in _STANDS:
            self._standing.add(event["n"])
        text = self._text(event)
        if text is not None:
            side = Side(event["side"]) if event.get("side") and kind not in _NOTES else None
            self.lines.append(LogLine(side, self._dice if kind in _ENDS_TURN else "", text, event["n"]))

    def _text(self, event: WireEvent) -> str | None:
        if event["e"] in _NAMED:
            return _NAMED[event["e"]](event, self._names)
        line = _LINES.get(event["e"])
        return None if line is None else line(event)

    def _take_back(self, turn: int) -> None:
        """Leave out the play of that turn (1: the first) and what came after it."""
        end = self._turn_ends[turn - 1]
        del self._turn_ends[turn - 1 :]
        self.lines[end:] = [line for line in self.lines[end:] if line.n in self._standing]


@dataclass(frozen=True, slots=True)
class LogRow:
    """A row of the score sheet: a numbered turn of both sides, or a note over both columns."""

    number: int
    white: LogLine | None
    black: LogLine | None
    note: str = ""


def log_rows(lines: Iterable[LogLine]) -> list[LogRow]:
    """The lines as a score sheet has them: White's column, then Black's."""
    rows: list[LogRow] = []
    turns = 0
    for line in lines:
        if line.side is None:
            rows.append(LogRow(0, None, None, line.text))
            continue
        last = rows[-1] if rows else None
        if line.side is Side.BLACK and last is not None and last.number and last.black is None:
            rows[-1] = replace(last, black=line)
            continue
        turns += 1
        rows.append(LogRow(turns, line, None) if line.side is Side.WHITE else LogRow(turns, None, line))
    return rows


def result_words(
    winner: Side | None,
    kind: ResultKind | None,
    points: int,
    termination: Termination,
    names: Mapping[Side, Words] = SIDES,
) -> str:
    """Such as "White wins 4 points by a gammon (resignation)."; with the players' names where they are given."""
    if winner is None:
        return _("Nobody wins (%(how)s).") % {"how": TERMINATIONS[termination]}
    if points == 0:
        return _("No points (%(how)s).") % {"how": TERMINATIONS[termination]}
    gain = points_words(points)
    if kind is None or kind is ResultKind.SINGLE:
        return _("%(side)s wins %(gain)s (%(how)s).") % {
            "side": names[winner],
            "gain": gain,
            "how": TERMINATIONS[termination],
        }
    return _("%(side)s wins %(gain)s by a %(kind)s (%(how)s).") % {
        "side": names[winner],
        "gain": gain,
        "kind": RESULT_KINDS[kind],
        "how": TERMINATIONS[termination],
    }


def points_words(points: int) -> str:
    """Such as "1 point", "4 points"."""
    return ngettext("%(points)d point", "%(points)d points", points) % {"points": points}


def _dice_of(event: WireEvent) -> str | None:
    match event["e"]:
        case "dice_rolled" | "opening_rerolled":
            high, low = event["dice"]
        case "opening_thrown" if event["white"] != event["black"]:
            high, low = sorted((event["white"], event["black"]), reverse=True)
        case "play_taken_back":
            high, low = event["restored"]["dice"]
        case _:
            return None
    return f"{high}{low}"


def _opening(event: WireEvent) -> str:
    words = {"white": event["white"], "black": event["black"]}
    if event["white"] == event["black"]:
        return _("Opening throw %(white)d and %(black)d: thrown again") % words
    return _("Opening throw: White %(white)d, Black %(black)d") % words


def _resignation(event: WireEvent) -> str:
    return _("offers to resign (%(kind)s)") % {"kind": RESULT_KINDS[ResultKind(event["kind"])]}


def _resignation_accepted(event: WireEvent) -> str:
    return _("has to accept: it decides the game") if event["automatic"] else _("accepts the resignation")


def _proposal(event: WireEvent) -> str:
    match event["kind"]:
        case "draw":
            return _("offers a draw")
        case "end_of_session":
            return _("offers to end the session")
        case "adjournment":
            return _("offers to adjourn and go on another day")
    points = int(event["points"])
    words = points_words(abs(points))
    if points < 0:
        return _("offers to pay %(points)s and end the game") % {"points": words}
    return _("asks for %(points)s to end the game") % {"points": words}


def _control(event: WireEvent) -> str:
    side = SIDES[Side(event["side"])]
    if event["computer"] is None:
        return _("%(side)s’s player is back.") % {"side": side}
    level = str(LEVELS[Level(event["computer"])]).lower()
    return _("The computer (%(level)s) plays on for %(side)s.") % {"level": level, "side": side}


def _beaver(event: WireEvent) -> str:
    if event["depth"] == 1:
        return _("beavers to %(value)d") % {"value": event["value"]}
    if event["depth"] == 2:
        return _("raccoons to %(value)d") % {"value": event["value"]}
    return _("turns the cube again to %(value)d") % {"value": event["value"]}


def _taken_back(event: WireEvent, names: Mapping[Side, Words]) -> str:
    return _("The play of %(name)s is taken back.") % {"name": names[Side(event["restored"]["side"])]}


def _ruling(event: WireEvent, names: Mapping[Side, Words]) -> str:
    words = {"ruling": ruling_words(event["ruling"], names), "reason": event["reason"]}
    return _("Ruling: %(ruling)s Reason: %(reason)s") % words


def _ended(event: WireEvent, names: Mapping[Side, Words]) -> str:
    result = event["result"]
    return result_words(
        Side(result["winner"]) if result["winner"] else None,
        ResultKind(result["kind"]) if result["kind"] else None,
        result["points"],
        Termination(event["termination"]),
        names,
    )


_NOTES = frozenset({"control_passed", "play_taken_back"})
"""Told over both columns, though a side is named."""
_ENDS_TURN = frozenset({"checkers_played", "danced", "no_legal_play"})
"""These use the dice, and the other side is on turn after them."""
_STANDS = frozenset({"control_passed", "match_paused", "match_resumed", "overtime_given", "ruling_given"})
"""What a take-back does not undo."""

_NAMED: dict[str, Callable[[WireEvent, Mapping[Side, Words]], str]] = {
    "game_ended": _ended,
    "play_taken_back": _taken_back,
    "ruling_given": _ruling,
}
_LINES: dict[str, Callable[[WireEvent], str]] = {
    "opening_thrown": _opening,
    "automatically_doubled": lambda event: _("The cube is doubled to %(value)d") % {"value": event["value"]},
    "opening_rerolled": lambda _event: _("throws both dice again"),
    "checkers_played": lambda event: str(event["text"]),
    "danced": lambda _event: _("cannot enter"),
    "no_legal_play": lambda _event: _("cannot move"),
    "double_offered": lambda event: _("doubles to %(value)d") % {"value": event["value"]},
    "beavered": _beaver,
    "double_taken": lambda _event: _("takes"),
    "double_dropped": lambda _event: _("drops"),
    "refusal_paid": lambda event: (
        _("refuses, pays %(points)s and plays on at %(value)d")
        % {"points": points_words(event["points"]), "value": event["value"]}
    ),
    "resignation_offered": _resignation,
    "resignation_declined": lambda _event: _("declines the resignation"),
    "resignation_withdrawn": lambda _event: _("takes the resignation back"),
    "resignation_accepted": _resignation_accepted,
    "proposal_made": _proposal,
    "proposal_declined": lambda _event: _("declines"),
    "proposal_withdrawn": lambda _event: _("takes the offer back"),
    "proposal_accepted": lambda _event: _("accepts"),
    "overtime_given": lambda _event: _("plays the overtime"),
    "flag_fell": lambda _event: _("runs out of time"),
    "control_passed": _control,
    "resume_given": lambda _event: _("is ready to go on"),
    "match_paused": lambda _event: _("Paused"),
    "match_resumed": lambda _event: _("Play goes on"),
}
