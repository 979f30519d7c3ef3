"""Forgetting: a row of UTC day D is kept through D+29, and gone after the first run of day D+30."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any, Final

from django.db import connection, models, transaction

from matches.services.facts import facts_forget
from stats.models import BeaconOutbox, BrowserFact, DroppedBeacon, GameFact, PurgeRun
from stats.selectors.purges import last_forgotten_day
from stats.services.summing import summarise

BATCH: Final = 2_000
REST_SECONDS: Final = 0.05
"""Between two batches, several times as long as one takes: play goes first (tests/bench/purge.py)."""
PATIENCE_SECONDS: Final = 10.0
"""How long rows are waited for that somebody else holds."""
LOOK_AGAIN_SECONDS: Final = 0.2
RUNS_KEPT_FOR: Final = timedelta(days=365)
TABLES: Final[tuple[type[models.Model], ...]] = (BeaconOutbox, GameFact, BrowserFact, DroppedBeacon)
"""What is forgotten by its day, beside the outbox of `matches`; outboxes first."""

Forget = Callable[[date, int], int]
"""Drop up to so many rows of a UTC day and of the days before, in a transaction; give how many."""

logger = logging.getLogger(__name__)


def purge(now: datetime | None = None) -> PurgeRun:
    """Forget every fact and dropped beacon of 30 days ago and older, in tables and outboxes, then sum up anew.

    In batches, one transaction each; rows that another run holds are left to it. Ends when nothing is left. If rows
    are held for too long it ends, too, but is not marked as finished: it claims nothing that is not true.
    """
    began = now or datetime.now(UTC)
    run = PurgeRun.objects.create(began_at=began, through=last_forgotten_day(began))
    started = time.monotonic()
    run.rows = _forget_all(run.through)
    if _is_anything_left(run.through):
        logger.error(
            "statistics: rows of %s or before are held by another session and could not be deleted", run.through
        )
    else:
        run.took_ms = round(1000 * (time.monotonic() - started))
    run.save(update_fields=["rows", "took_ms"])
    PurgeRun.objects.filter(began_at__lt=began - RUNS_KEPT_FOR).delete()
    summarise(now)
    return run


def _forget_all(through: date) -> int:
    """Go through all tables until nothing is left, or what is left was held by others for too long; how many rows."""
    rows = _forget_what_is_free(through)
    end = time.monotonic() + PATIENCE_SECONDS
    while _is_anything_left(through) and time.monotonic() < end:
        time.sleep(LOOK_AGAIN_SECONDS)
        rows += _forget_what_is_free(through)
    return rows


def _forget_what_is_free(through: date) -> int:
    forgetters: list[Forget] = [facts_forget, *(partial(_rows_forget, table) for table in TABLES)]
    return sum(_forget_in_batches(forget, through) for forget in forgetters)


def _forget_in_batches(forget: Forget, through: date) -> int:
    total = 0
    while True:
        with transaction.atomic():
            _commit_without_waiting()
            count = forget(through, BATCH)
        if count == 0:
            return total
        total += count
        time.sleep(REST_SECONDS)


def _commit_without_waiting() -> None:
    """Let the disk take its time with this transaction, so that those of play are not kept waiting behind it.

    A batch that a power cut undoes is deleted by the next run; that a run ended is stored after all of its batches.
    """
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit TO off")


def _rows_forget(table: type[models.Model], through: date, limit: int) -> int:
    """Delete by key. The keys are found once, in an array: a subquery with LIMIT may be run again for each row."""
    quoted = connection.ops.quote_name
    key, name = quoted(table._meta.pk.attname), quoted(table._meta.db_table)  # noqa: SLF001 - a public API
    sql = (
        f"DELETE FROM {name} WHERE {key} = ANY(ARRAY("  # noqa: S608 - names of our own tables
        f"SELECT {key} FROM {name} WHERE day <= %s ORDER BY day LIMIT %s FOR UPDATE SKIP LOCKED))"
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, [through, limit])
        return int(cursor.rowcount)


def _is_anything_left(through: date) -> bool:
    """In the tables themselves. What is held in the outbox of `matches` is in the hands of a mover, who drops it."""
    return any(_rows_until(table, through).exists() for table in TABLES)


def _rows_until(table: type[models.Model], through: date) -> models.QuerySet[Any]:
    return table._default_manager.filter(day__lte=through)  # noqa: SLF001 - a public API
