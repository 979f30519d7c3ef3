"""The rulings in a match's log."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db.models import QuerySet

from matches.models import MatchEvent

_KIND: Final = "ruling_given"


def rulings_after(match_id: int, version: int) -> QuerySet[MatchEvent]:
    """The rulings given after event `version`."""
    return MatchEvent.objects.filter(match_id=match_id, seq__gt=version, kind=_KIND)


def released_at(match_id: int) -> datetime | None:
    """When a director last let the players go on; None: never."""
    releases = rulings_after(match_id, 0).filter(data__ruling__is="release")
    return releases.order_by("-seq").values_list("at", flat=True).first()
