"""Whether the snapshots are what their logs give."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from games.rules.errors import RulesError
from matches.codec import SCHEMA, DecodeError, decode_state
from matches.models import Match, MatchEvent
from matches.selectors.tables import replayed_state

CHANGED_WITHIN = timedelta(hours=49)
"""Two nights, so that a check that did not run is made up for."""


def unlike_their_log(since: datetime | None = None) -> list[str]:
    """Codes of the matches with an event after `since` (default: 49 hours ago) whose snapshot differs from the log."""
    start = timezone.now() - CHANGED_WITHIN if since is None else since
    changed = MatchEvent.objects.filter(at__gte=start).values_list("match_id", flat=True).distinct()
    return [match.code for match in Match.objects.filter(pk__in=changed).iterator() if not is_like_its_log(match)]


def is_whole(match_id: int) -> bool:
    """Whether the match is there and like its log."""
    match = Match.objects.filter(pk=match_id).first()
    return match is not None and is_like_its_log(match)


def is_like_its_log(match: Match) -> bool:
    """Whether version, snapshot (of today's schema) and log say the same, and the log has no gap.

    A match that went on after it was read is read again: its log is longer than it was then.
    """
    if _agrees(match):
        return True
    now = Match.objects.filter(pk=match.pk).first()
    return now is not None and now.version != match.version and is_like_its_log(now)


def _agrees(match: Match) -> bool:
    numbers = list(MatchEvent.objects.filter(match_id=match.pk).order_by("seq").values_list("seq", flat=True))
    if numbers != list(range(1, match.version + 1)):
        return False
    try:
        state = replayed_state(match.pk)
        return match.snapshot_schema != SCHEMA or decode_state(match.snapshot) == state
    except (DecodeError, RulesError):
        return False
