"""Forgetting on a machine in another zone: `python -m tests.stats.elsewhere ZONE …`, answered in JSON.

It is a process that was started with the zone's TZ. Django sets the zone of its own process to UTC; here it is set back
for each zone, and that of the database session, too, so that nothing leans on that.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Any

from tests import live

ZONES = ("Etc/GMT-14", "Etc/GMT+12", "Europe/Berlin")
"""UTC+14, UTC−12 (whose signs POSIX turns round), and one with summer time."""
NIGHTS = (date(2026, 3, 29), date(2026, 10, 25))
"""When summer time began there and ended in 2026."""
BOUNDARIES = tuple(night + timedelta(days) for night in NIGHTS for days in (0, 1))
"""Days on which D+30 is tried."""
UTC_NOW = "SELECT (now() AT TIME ZONE 'UTC')::date"

Answer = dict[str, Any]


@cache
def answers() -> dict[str, Answer]:
    """What the process says, by zone. The tables must be free to be written to, and are empty again afterwards."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.stats.elsewhere", *ZONES],
        cwd=live.ROOT,
        env={**os.environ, "TZ": ZONES[0], "DATABASE_URL": live.test_database_url()},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Answer] = json.loads(done.stdout)
    return found


def main(zones: list[str]) -> None:
    """Try each zone."""
    import django

    django.setup()
    sys.stdout.write(json.dumps({zone: _try(zone) for zone in zones}))


def _try(zone: str) -> Answer:
    from django.db import connection

    os.environ["TZ"] = zone
    time.tzset()
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('TimeZone', %s, false)", [zone])
    return {
        "hours": datetime(2026, 7, 1, tzinfo=UTC).astimezone().strftime("%z"),
        "kept": {str(day): _kept(day) for day in BOUNDARIES},
        "today": _kept_by_the_real_clock(),
        "runs": [run for night in NIGHTS for run in _runs(night)],
    }


def _kept(thirtieth: date) -> list[list[str]]:
    """The days of D and D+1 that are there after a run at D+29 23:59 UTC and one at D+30 00:05, told as local times."""
    from stats.models import GameFact
    from stats.services.purging import purge
    from tests.stats.rows import days_kept, one_of_each

    midnight = datetime(thirtieth.year, thirtieth.month, thirtieth.day, tzinfo=UTC)
    one_of_each(thirtieth - timedelta(30))
    one_of_each(thirtieth - timedelta(29))
    found = []
    for moment in (midnight - timedelta(minutes=1), midnight + timedelta(minutes=5)):
        purge(moment.astimezone())
        kept = days_kept()
        assert all(days == kept[GameFact.__name__] for days in kept.values()), kept
        found.append([str(day) for day in kept[GameFact.__name__]])
    _empty()
    return found


def _kept_by_the_real_clock() -> list[int]:
    """How old the rows are, in UTC days, that a run leaves now; and that moving lets in."""
    from django.db import connection

    from stats.services.moving import facts_move
    from stats.services.purging import purge
    from tests.stats.rows import days_kept, game_waits, one_of_each

    with connection.cursor() as cursor:
        cursor.execute(UTC_NOW)
        (today,) = cursor.fetchone()
    for age in (28, 29, 30, 31):
        one_of_each(today - timedelta(age))
    purge()
    for age in (29, 30):
        game_waits(today - timedelta(age))
    facts_move()
    ages = sorted({(today - day).days for day in days_kept()["GameFact"]})
    _empty()
    return ages


def _empty() -> None:
    from stats.models import PurgeRun
    from tests.stats.rows import FORGOTTEN_TABLES

    for table in FORGOTTEN_TABLES:
        table._default_manager.all().delete()
    PurgeRun.objects.all().delete()


def _runs(night: date) -> list[str]:
    """When beat sends the purge in the two days before that night and in the three from it on, in UTC."""
    from celery.schedules import crontab
    from django.conf import settings

    from bgsite.celery import app

    entry: Any = settings.CELERY_BEAT_SCHEDULE["purge statistics"]["schedule"]
    now = datetime(night.year, night.month, night.day, tzinfo=UTC) - timedelta(days=2)
    end, last, sent = now + timedelta(days=5), now, []
    schedule = crontab(minute=entry._orig_minute, hour=entry._orig_hour, nowfun=lambda: now, app=app)
    while now < end:
        state = schedule.is_due(last)
        if state.is_due:
            sent.append(now.isoformat())
            last = now
        now += timedelta(seconds=max(1.0, min(state.next, 3_600)))
    return sent


if __name__ == "__main__":
    main(sys.argv[1:])
