"""What a computer reads before it thinks: the match as it stands, without a lock."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import connection

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


@contextmanager
def only_thinker(match_id: int, version: int) -> Iterator[bool]:
    """Say whether nobody else thinks about this version of the match just now, and keep others from it meanwhile.

    An advisory lock of the connection: no row and no transaction is held, and it goes with the process that dies. So
    however often the sweeper asks while all workers are busy, one question costs one thought.
    """
    key = [match_id % 2**31, version]
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", key)
        (is_ours,) = cursor.fetchone() or (False,)
    try:
        yield is_ours
    finally:
        if is_ours:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s, %s)", key)


def pace_of(match_id: int) -> Millis | None:
    """How long a computer at the match waits before each act, in milliseconds; None: there is no such match."""
    return Match.objects.filter(pk=match_id).values_list("pace", flat=True).first()
