"""The outage rule (rules.md 5.9): while no web process is alive nobody is flagged, afterwards every deadline moves.

Every web process calls `beat` every 2 s. All share one row, so "alive" means that any of them is.

1. `beat` locks the row and looks how old it is.
2. Older than 5 s: there was an outage. In the same transaction every running deadline, and every start of a next
   game, moves later by the age plus 30 s, and `Match.shift_due` notes by how much: the states do not know it yet.
3. The row gets the new moment. Whoever waited for the lock sees it fresh: the outage is counted once.
4. Whoever visits such a match next – a move, the sweeper – first applies `ShiftClock(shift_due)` under its lock.

A flag falls only under the match's lock and only after `is_web_alive` said yes. The UPDATE of step 2 waits for that
lock, so a visit sees either the old heartbeat, and flags nobody, or the moved deadline.
"""

from __future__ import annotations

import logging
from datetime import timedelta

from django.db import transaction
from django.db.models import F

from games.rules.clock import Millis
from matches.models import Match, WebHeartbeat
from matches.moment import as_datetime, as_millis, now_millis

logger = logging.getLogger(__name__)

BEAT_SECONDS = 2
DEAD_AFTER_MILLIS = 5_000
GRACE_MILLIS = 30_000


def beat(now: Millis | None = None) -> Millis:
    """Note that a web process is alive. Returns by how much the deadlines moved: 0, unless there was an outage."""
    moment = now_millis() if now is None else now
    with transaction.atomic():
        WebHeartbeat.objects.bulk_create([WebHeartbeat(id=1, beat_at=as_datetime(moment))], ignore_conflicts=True)
        row = WebHeartbeat.objects.select_for_update().get(id=1)
        age = moment - as_millis(row.beat_at)
        shift = age + GRACE_MILLIS if age > DEAD_AFTER_MILLIS else 0
        if shift:
            _shift_deadlines(shift)
        if age > 0:
            WebHeartbeat.objects.filter(id=1).update(beat_at=as_datetime(moment))
    if shift:
        logger.warning("no web process for %.1f s: every deadline moves by %.1f s", age / 1000, shift / 1000)
    return shift


def is_web_alive(now: Millis) -> bool:
    """Whether a web process was alive just now; without any heartbeat ever: no."""
    seen = WebHeartbeat.objects.filter(id=1).values_list("beat_at", flat=True).first()
    return seen is not None and now - as_millis(seen) <= DEAD_AFTER_MILLIS


def _shift_deadlines(shift: Millis) -> None:
    later = timedelta(milliseconds=shift)
    running = Match.objects.filter(status=Match.Status.RUNNING)
    running.filter(deadline_at__isnull=False).update(
        deadline_at=F("deadline_at") + later, shift_due=F("shift_due") + shift
    )
    running.filter(next_at__isnull=False).update(next_at=F("next_at") + later)
