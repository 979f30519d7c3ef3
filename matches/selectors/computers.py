"""What a computer reads before it thinks: the match as it stands, without a lock."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.clock import Millis
from games.rules.errors import InvalidAction
from games.rules.state import MatchState
from matches.models import Match
from matches.selectors.tables import state_of


@dataclass(frozen=True, slots=True)
class Seen:
    """A running match at one version."""

    code: str
    state: MatchState


def seen_match(match_id: int) -> Seen | None:
    """The match as it stands; None when it is gone, not started or over."""
    match = Match.objects.filter(pk=match_id, status=Match.Status.RUNNING).first()
    if match is None:
        return None
    try:
        return Seen(match.code, state_of(match))
    except InvalidAction:  # the log was erased, and the snapshot is of an older schema
        return None


def pace_of(match_id: int) -> Millis | None:
    """How long a computer at the match waits before each act, in milliseconds; None: there is no such match."""
    return Match.objects.filter(pk=match_id).values_list("pace", flat=True).first()
