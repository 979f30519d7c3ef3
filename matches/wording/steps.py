"""Every event of a log in words, one by one, for who steps through a match. Input is the wire form of events.

The move log of a table tells a roll together with its play and leaves out what is taken back; a review leaves out
nothing, so each event has words of its own here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.rules.sides import Side
from matches.view import Can
from matches.wording.clocks import duration_words
from matches.wording.moves import log_lines
from matches.wording.names import Words

WireEvent = Mapping[str, Any]
Names = Mapping[Side, Words]


def event_words(event: WireEvent, names: Names) -> str:
    """Such as "rolls 6-3", "24/18 13/10", "Game 2 begins."; the acting side is told beside it."""
    own = _OWN.get(event["e"])
    if own is not None:
        return own(event, names)
    return log_lines([event], names)[0].text


def can_words(can: Can) -> tuple[str, ...]:
    """What a side may do, in words: "roll", "double", "resign"."""
    said = (
        (_("roll"), can.roll),
        (_("throw both dice again"), can.reroll),
        (_("play"), can.play),
        (_("double"), can.double),
        (_("take or drop"), can.take),
        (_("beaver"), can.beaver),
        (_("resign"), bool(can.resign)),
        (_("answer the resignation"), can.answer_resignation),
        (_("take the resignation back"), can.withdraw_resignation),
        (_("settle"), can.settle is not None),
        (_("offer a draw"), can.draw),
        (_("offer to end the session"), can.propose_end),
        (_("offer to adjourn"), can.adjourn),
        (_("answer the offer"), can.answer_proposal),
        (_("take the offer back"), can.withdraw_proposal),
        (_("end the session"), can.end_session),
        (_("start the next game"), can.next),
        (_("resume"), can.resume),
        (_("take the play back"), can.take_back),
        (_("give the match up"), can.resign_match),
    )
    return tuple(words for words, may in said if may)


def _dice(event: WireEvent, _names: Names) -> str:
    high, low = event["dice"]
    again = _("rolls %(high)d-%(low)d, which were shown before") if event["again"] else _("rolls %(high)d-%(low)d")
    return again % {"high": high, "low": low}


def _rerolled(event: WireEvent, _names: Names) -> str:
    high, low = event["dice"]
    return _("throws both dice again: %(high)d-%(low)d") % {"high": high, "low": low}


def _clock(event: WireEvent, names: Names) -> str:
    if event["running"] is None:
        return _("The clock stops.")
    return _("The clock runs for %(name)s.") % {"name": names[Side(event["running"])]}


def _ended(event: WireEvent, names: Names) -> str:
    winner = event["result"]["winner"]
    if winner is None:
        return _("The match is over.")
    return _("The match is over: %(name)s wins.") % {"name": names[Side(winner)]}


def _shifted(event: WireEvent, _names: Names) -> str:
    return _("The server was away: %(time)s more on the clock.") % {"time": duration_words(event["by"])}


def _taken_back(event: WireEvent, names: Names) -> str:
    return _("The play of %(name)s is taken back.") % {"name": names[Side(event["restored"]["side"])]}


_OWN: Mapping[str, Callable[[WireEvent, Names], str]] = {
    "match_started": lambda _event, _names: _("The match begins."),
    "game_started": lambda event, _names: _("Game %(number)d begins.") % {"number": event["number"]},
    "dice_rolled": _dice,
    "opening_rerolled": _rerolled,
    "double_taken": lambda event, _names: _("takes at %(value)d") % {"value": event["value"]},
    "ready_given": lambda _event, _names: _("is ready for the next game"),
    "match_ended": _ended,
    "play_taken_back": _taken_back,
    "clock_turned": _clock,
    "clock_shifted": _shifted,
}
"""Events that the move log does not tell, or tells with others."""
