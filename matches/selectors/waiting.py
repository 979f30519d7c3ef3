"""What waits to be fetched by statistics."""

from __future__ import annotations

from matches.models import GameFactOutbox


def facts_waiting() -> int:
    """How many facts of games lie in the outbox."""
    return GameFactOutbox.objects.count()
