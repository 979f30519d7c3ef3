"""An opponent who is gone (rules.md 5.8): the computer goes on, the match is adjourned, or the game is claimed.

Waiting needs nobody's help. Who is gone, and since when, says the server's own record of presence, which the socket
hands over; a lost Valkey is "unknown", never "gone". Coming back never happens by itself: the page offers it, and the
person takes the seat back (`seat_back`).

Correspondence is played by people who are away; there the clock alone decides.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final, assert_never

from django.conf import settings
from django.utils import timezone

from games.rules.actions import ClaimGame, PassControl, PauseMatch, ServerAction
from games.rules.clock import ClockPreset, Millis
from games.rules.levels import Level
from games.rules.sides import Side
from matches.models import Match, MatchEvent, Seat
from matches.moment import as_millis, now_millis
from matches.presence import Away, away
from matches.protocol import Absent, AbsentChoice, Code, Here, Presence, ProtocolCode, SeatBack, TableCode
from matches.selectors.rulings import released_at
from matches.selectors.tables import sides_of
from matches.services.answers import DONE, Answer
from matches.services.play import Accepted, NotFound, Refused, submit_server_action

STAND_IN: Final = Level.INTERMEDIATE
"""The level of a computer that stands in: it answers at once, and plays no better than most people."""
CLAIM_AFTER: Final = timedelta(hours=24)
"""How long somebody must be gone, or must not have moved, before the game can be claimed."""


@dataclass(frozen=True, slots=True)
class _Case:
    """An accusation, with what is known about it."""

    match: Match
    frame: Absent
    away: Away

    @property
    def is_clocked(self) -> bool:
        return self.match.clock_preset != ClockPreset.UNTIMED.value

    @property
    def is_correspondence(self) -> bool:
        return self.match.clock_preset == ClockPreset.CORRESPONDENCE.value


def answer_absent(match_id: int, user_id: int, frame: Absent, presence: Presence) -> Answer:
    """Do what the one side chose about the other, who is gone. `presence` is the server's own, read just now.

    Refused: NOT_YOUR_SIDE for spectators and for who plays both sides, COMPUTER_PLAYS where no person is accused,
    RATED, CLOCK_DECIDES, PRESENCE_UNKNOWN, NOT_GONE, CLAIM_TOO_EARLY, and whatever the rules refuse (CLAIM_STALE …).
    """
    sides = sides_of(match_id, user_id)
    if sides != (frame.accused.other,):
        return Answer(ProtocolCode.NOT_YOUR_SIDE if sides else ProtocolCode.NOT_PLAYING)
    match = Match.objects.defer("snapshot").get(pk=match_id)
    if not _is_persons(match_id, frame.accused):
        return Answer(TableCode.COMPUTER_PLAYS)
    refused = _refusal(_Case(match, frame, _missed(match, away(presence, frame.accused))))
    return Answer(refused) if refused is not None else _done(match_id, _action(frame))


def seat_back(match_id: int, user_id: int, frame: SeatBack) -> Answer:
    """Give the person the own seat back from the computer that stood in. Refused: NOT_YOUR_SIDE, NO_COMPUTER."""
    if frame.side not in sides_of(match_id, user_id):
        return Answer(ProtocolCode.NOT_YOUR_SIDE)
    if _is_persons(match_id, frame.side):
        return Answer(TableCode.NO_COMPUTER)
    return _done(match_id, PassControl(frame.side, None))


def gone_millis() -> Millis:
    """How long somebody must be gone before the other side may choose: two minutes, unless the settings say else."""
    seconds: int = settings.BARPOINT_GONE_SECONDS
    return seconds * 1000


def stand_in_allowed(match: Match) -> bool:
    """Whether a computer may stand in for a player of the match who is gone."""
    return not match.is_rated and match.clock_preset != ClockPreset.CORRESPONDENCE.value


def _is_persons(match_id: int, side: Side) -> bool:
    """A person has the seat, and no computer stands in."""
    return Seat.objects.filter(match_id=match_id, side=side.value, level="", user__isnull=False).exists()


def _missed(match: Match, found: Away) -> Away:
    """Nobody is missed while a director holds play: it counts from the release at the earliest."""
    last = released_at(match.pk)
    return found if last is None else replace(found, millis=min(found.millis, now_millis() - as_millis(last)))


def _refusal(case: _Case) -> Code | None:
    match case.frame.choice:
        case AbsentChoice.COMPUTER:
            return _computer_refusal(case)
        case AbsentChoice.ADJOURN:
            return _adjourn_refusal(case)
        case AbsentChoice.CLAIM:
            return _claim_refusal(case)
        case _ as never:
            assert_never(never)


def _computer_refusal(case: _Case) -> Code | None:
    if case.match.is_rated:
        return TableCode.RATED
    return TableCode.CLOCK_DECIDES if case.is_correspondence else _gone_refusal(case.away)


def _adjourn_refusal(case: _Case) -> Code | None:
    if case.is_correspondence or (case.is_clocked and case.match.is_rated):
        return TableCode.CLOCK_DECIDES
    return _gone_refusal(case.away)


def _claim_refusal(case: _Case) -> Code | None:
    """After 24 hours, gone or only not moving; the rules look whether it is the accused who must act."""
    if case.is_clocked:
        return TableCode.CLOCK_DECIDES
    if _idle(case.match) >= CLAIM_AFTER or case.away.millis >= CLAIM_AFTER / timedelta(milliseconds=1):
        return None
    return TableCode.CLAIM_TOO_EARLY


def _gone_refusal(found: Away) -> Code | None:
    if found.here is Here.UNKNOWN:
        return TableCode.PRESENCE_UNKNOWN
    return None if found.millis >= gone_millis() else TableCode.NOT_GONE


def _idle(match: Match) -> timedelta:
    """How long nothing has happened at the match."""
    last = MatchEvent.objects.filter(match=match, seq=match.version).values_list("at", flat=True).first()
    return timedelta(0) if last is None else timezone.now() - last


def _action(frame: Absent) -> ServerAction:
    match frame.choice:
        case AbsentChoice.COMPUTER:
            return PassControl(frame.accused, STAND_IN)
        case AbsentChoice.ADJOURN:
            return PauseMatch()
        case AbsentChoice.CLAIM:
            return ClaimGame(frame.accused, frame.about)
        case _ as never:
            assert_never(never)


def _done(match_id: int, action: ServerAction) -> Answer:
    match submit_server_action(match_id, action):
        case Accepted():
            return DONE
        case NotFound():
            return Answer(ProtocolCode.NO_SUCH_MATCH)
        case Refused(code, params):
            return Answer(code, params)
