"""What a director ruled, in words for both players. Input is the wire form of the ruling (docs/protocol.md 5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from games.rules.clock import Millis
from games.rules.score import Crawford, ResultKind
from games.rules.sides import Side
from matches.wording.clocks import duration_words, time_left_words
from matches.wording.names import RESULT_KINDS, SIDES, Words

HOUR: Final[Millis] = 3_600_000
WireRuling = Mapping[str, Any]


def ruling_words(ruling: WireRuling, names: Mapping[Side, Words] = SIDES) -> str:
    """Such as "The game is awarded to White (gammon)."; with the players' names where they are given."""
    match ruling["is"]:
        case "award_game":
            kind = RESULT_KINDS[ResultKind(ruling["kind"])]
            return _("The game is awarded to %(name)s (%(kind)s).") % {"name": _winner(ruling, names), "kind": kind}
        case "award_match":
            return _("The match is awarded to %(name)s.") % {"name": _winner(ruling, names)}
        case "void_all":
            return _("The match is declared void.")
        case "adjust_score":
            return _adjusted(ruling, names)
        case "add_time":
            words = {"name": names[Side(ruling["side"])], "time": _time(ruling["by"])}
            return _("%(name)s gets %(time)s more.") % words
        case "hold":
            return _("Play is stopped until the director lets it go on.")
        case _:
            return _("Play can go on; the players resume it themselves.")


def _winner(ruling: WireRuling, names: Mapping[Side, Words]) -> Words:
    return names[Side(ruling["winner"])]


def _time(millis: Millis) -> str:
    return duration_words(millis) if millis < HOUR else time_left_words(millis)


def _adjusted(ruling: WireRuling, names: Mapping[Side, Words]) -> str:
    score = _("The score is set: %(white)s %(white_points)d, %(black)s %(black_points)d.") % {
        "white": names[Side.WHITE],
        "white_points": ruling["score"]["white"],
        "black": names[Side.BLACK],
        "black_points": ruling["score"]["black"],
    }
    crawford = _crawford(Crawford(ruling["crawford"]))
    return f"{score} {crawford}" if crawford else score


def _crawford(state: Crawford) -> str:
    """What holds at the new score: of the running game, between games of the next one."""
    match state:
        case Crawford.NONE:
            return ""
        case Crawford.PENDING:
            return _("The Crawford game is still to come.")
        case Crawford.ACTIVE:
            return _("The game at this score is the Crawford game.")
        case Crawford.EXPIRED:
            return _("The Crawford game is over.")
