"""What ends by itself: invitations after their time, matches that were paused for 90 days (rules.md 3.7)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.rules.actions import VoidMatch
from matches.models import Match
from matches.publish import beside_changed, match_changed
from matches.services.play import Accepted, submit_server_action

PAUSED_FOR: Final = timedelta(days=90)
"""How long a paused match can be resumed (rules.md 3.7)."""
HELD: Final = {"held": True}
"""In the snapshot of a match that a director holds."""
SWEEP_LIMIT: Final = 500
"""Matches of one sweep; the rest is found by the next."""


def invitations_lapse(now: datetime | None = None) -> int:
    """Cancel the open invitations whose time is over. Returns how many; twice is as once."""
    moment = now or timezone.now()
    late = Match.objects.filter(status=Match.Status.OPEN, expires_at__lte=moment).order_by("expires_at")
    return sum(_lapse(match_id, late, moment) for match_id in list(late.values_list("pk", flat=True)[:SWEEP_LIMIT]))


def pauses_void(now: datetime | None = None) -> int:
    """Void the matches that were paused for 90 days. Returns how many; twice is as once.

    What a director holds is not in the list: it would be refused, and found again every night before all others.
    """
    moment = now or timezone.now()
    stale = Match.objects.filter(
        ~Q(snapshot__contains=HELD), status=Match.Status.RUNNING, paused=True, paused_at__lte=moment - PAUSED_FOR
    )
    return sum(_void(match_id, stale) for match_id in list(stale.values_list("pk", flat=True)[:SWEEP_LIMIT]))


def _lapse(match_id: int, late: QuerySet[Match], moment: datetime) -> bool:
    """Look again under the lock: somebody may have joined meanwhile. Who is joining just now is not waited for."""
    with transaction.atomic():
        match = late.select_for_update(skip_locked=True, no_key=True).filter(pk=match_id).first()
        if match is None:
            return False
        match.status = Match.Status.CANCELLED
        match.ended_at = moment
        match.save(update_fields=["status", "ended_at"])
        match_changed(match)
        if match.rematch_of_id is not None:
            beside_changed(match.rematch_of_id)
        return True


def _void(match_id: int, stale: QuerySet[Match]) -> bool:
    """Under the lock, so that a match that is resumed in this very moment is not ended."""
    with transaction.atomic():
        if not stale.select_for_update(skip_locked=True, no_key=True).filter(pk=match_id).exists():
            return False
        return isinstance(submit_server_action(match_id, VoidMatch()), Accepted)
