"""What is kept and for how long, and when was forgotten last: for the privacy page and the health check.

The unit is the UTC day: a row of day D is kept through D+29, and counts for nothing from D+30 on.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Final

from django.db.models import Min

from matches.selectors.waiting import facts_waiting_since
from stats.models import BeaconOutbox, BrowserFact, DroppedBeacon, GameFact, PurgeRun

KEPT_DAYS: Final = 30
LATE_AFTER: Final = timedelta(hours=26)
LOST_AFTER: Final = timedelta(minutes=35)
"""So long after midnight the run of 00:05 is not awaited any more."""


def first_kept_day(now: datetime | None = None) -> date:
    """The oldest UTC day that may still be kept."""
    return _utc(now).date() - timedelta(days=KEPT_DAYS - 1)


def last_forgotten_day(now: datetime | None = None) -> date:
    """The UTC day that is to be forgotten now, with all before it."""
    return first_kept_day(now) - timedelta(days=1)


def last_purge() -> PurgeRun | None:
    """The last run that came to its end; None: never.

    By its number: a clock that was set back makes later runs seem earlier.
    """
    return PurgeRun.objects.filter(took_ms__isnull=False).order_by("-pk").first()


def oldest_day() -> date | None:
    """The oldest UTC day of which anything is kept; None: nothing is."""
    tables = (GameFact, BrowserFact, BeaconOutbox, DroppedBeacon)
    oldest: list[date | None] = [table.objects.aggregate(day=Min("day"))["day"] for table in tables]
    oldest.append(facts_waiting_since())
    return min((day for day in oldest if day is not None), default=None)


def is_purge_late(now: datetime | None = None) -> bool:
    """Say whether the last finished run is more than 26 hours away, or there never was one.

    Away on either side: a run in the future was made by a clock that has been set back since, and says nothing.
    """
    last = last_purge()
    return last is None or abs(_utc(now) - last.began_at) > LATE_AFTER


def is_purge_lost(now: datetime | None = None) -> bool:
    """Say whether the run of this UTC day should be over and is not: its task was lost, or it failed."""
    last, moment = last_purge(), _utc(now)
    due = {last_forgotten_day(moment - LOST_AFTER), last_forgotten_day(moment)}
    return last is None or last.through not in due


def _utc(now: datetime | None) -> datetime:
    return (now or datetime.now(UTC)).astimezone(UTC)
