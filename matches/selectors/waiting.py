"""What waits to be fetched by statistics."""

from __future__ import annotations

from datetime import date

from django.db.models import Min

from matches.models import GameFactOutbox


def facts_waiting() -> int:
    """How many facts of games lie in the outbox."""
    return GameFactOutbox.objects.count()


def facts_waiting_since() -> date | None:
    """The oldest UTC day in the outbox; None: nothing waits."""
    day: date | None = GameFactOutbox.objects.aggregate(day=Min("day"))["day"]
    return day
