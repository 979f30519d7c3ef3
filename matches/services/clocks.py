"""Time at matches: flags, next games, the sweeper. Every path ends in `play.look_at_the_time`.

Three ask whether a flag has fallen, all by the same function under the match's lock: the next action at the match (in
`play`), the timer of a process that holds a socket of it (`consumers`), and the sweeper, which finds what the others
missed. So a flag falls within 2 s while somebody looks on, and within 15 s when nobody does.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q

from games.rules.clock import Millis
from matches.models import Match
from matches.moment import as_datetime, now_millis
from matches.services.heartbeat import is_web_alive
from matches.services.play import Accepted, Outcome, look_at_the_time

SWEEP_LIMIT = 500
"""Matches looked at in one sweep; the rest is found by the next."""


def flag_if_late(match_id: int) -> Outcome:
    """Let a flag fall if the time is over, start the next game if that is due; otherwise nothing happens."""
    return look_at_the_time(match_id)


def sweep_deadlines(now: Millis | None = None) -> int:
    """Find every match whose time is over and let time have its say there. Returns how many were visited.

    1. `deadline_at` and `next_at` are indexed columns: what is due is a short query, however many matches run.
    2. While no web process is alive nothing is done (rules.md 5.9); the deadlines will be moved.
    3. Rows that somebody is working on are left out (`skip_locked`): that visit looks at the time itself, and the next
       sweep is 5 s away. Two sweepers at once never wait for each other.
    4. Each match is one transaction of its own, in the order of falling due; one that fails is logged by the door and
       does not hold up the others.
    5. Under the lock the deadline is looked at again: a move that came in meanwhile wins, and nothing happens twice.
    """
    moment = now_millis() if now is None else now
    if not is_web_alive(moment):
        return 0
    visited = 0
    for match_id in _due(moment):
        if isinstance(flag_if_late(match_id), Accepted):
            visited += 1
    return visited


def _due(moment: Millis) -> list[int]:
    at = as_datetime(moment)
    late = Q(deadline_at__lte=at) | Q(next_at__lte=at) | Q(shift_due__gt=0)
    rows = Match.objects.filter(late, status=Match.Status.RUNNING).order_by("deadline_at", "next_at")
    with transaction.atomic():  # the locks are given back at once: they only tell which rows nobody is working on
        return list(rows.select_for_update(skip_locked=True, no_key=True).values_list("id", flat=True)[:SWEEP_LIMIT])
