"""The computers that should have acted by now: what the sweeper of the bots finds."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import DurationField, ExpressionWrapper, F, Value

from games.rules.clock import Millis
from matches.models import Match
from matches.moment import as_datetime, now_millis

PATIENCE_MILLIS: Final = 6_000
"""How much longer than its pace a computer may take before it is woken again: more than any level thinks."""
SWEEP_LIMIT: Final = 200
"""Matches found at once; the rest is found by the next sweep."""

_PACE: Final = ExpressionWrapper(F("pace") * Value(timedelta(milliseconds=1)), output_field=DurationField())


def overdue_take(now: Millis | None = None) -> tuple[int, ...]:
    """Find the matches whose computer is overdue, the longest first, and let each wait anew from now.

    So a worker that is dead for long is asked again every few seconds and not with every sweep. Rows that somebody is
    working on are left out: that transaction wakes the computer itself.
    """
    moment = now_millis() if now is None else now
    before = as_datetime(moment - PATIENCE_MILLIS)
    with transaction.atomic():
        rows = (
            Match.objects.select_for_update(skip_locked=True, no_key=True)
            .filter(status=Match.Status.RUNNING, bot_due_at__lt=before)  # the first condition, for the index
            .filter(bot_due_at__lt=before - _PACE)
            .order_by("bot_due_at")
            .values_list("id", flat=True)[:SWEEP_LIMIT]
        )
        found = tuple(rows)
        Match.objects.filter(pk__in=found).update(bot_due_at=as_datetime(moment))
    return found
