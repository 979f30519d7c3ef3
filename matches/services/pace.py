"""How long the computer at a match waits before each of its acts, so that a person can follow."""

from __future__ import annotations

from django.db import transaction

from matches.models import Match, Seat
from matches.protocol import Pace, ProtocolCode, TableCode
from matches.publish import beside_changed
from matches.selectors.tables import sides_of
from matches.services.answers import DONE, Answer
from matches.services.sitting import LONGEST_PACE


def pace_set(match_id: int, user_id: int, frame: Pace) -> Answer:
    """Set it, 0 to 2000 ms. Refused: NOT_PLAYING for spectators, NO_COMPUTER, PACE_RANGE."""
    if not sides_of(match_id, user_id):
        return Answer(ProtocolCode.NOT_PLAYING)
    if not Seat.objects.filter(match_id=match_id).exclude(level="").exists():
        return Answer(TableCode.NO_COMPUTER)
    if frame.millis > LONGEST_PACE:
        return Answer(TableCode.PACE_RANGE, {"max": LONGEST_PACE})
    with transaction.atomic():
        Match.objects.filter(pk=match_id).update(pace=frame.millis)
        beside_changed(match_id)
    return DONE
