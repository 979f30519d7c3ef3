"""Out of the outboxes into the tables: nothing is counted twice, nothing is lost with a worker."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from datetime import date, datetime
from functools import partial
from typing import Final, NamedTuple

from django.db import connection, transaction

from matches.services.facts import facts_take
from stats.models import BeaconOutbox, BrowserFact, GameFact
from stats.selectors.purges import first_kept_day

BATCH: Final = 5_000


class Moved(NamedTuple):
    """One batch: how many rows left the outbox, and how many of them are in the table now."""

    taken: int
    kept: int


def facts_move(now: datetime | None = None) -> int:
    """Move everything that waits, `BATCH` by `BATCH`, each in one transaction; give how many.

    What is older than 29 days is dropped instead. Two movers at once share the work.
    """
    oldest = first_kept_day(now)
    return _until_empty(partial(_games_move, oldest)) + _until_empty(partial(_beacons_move, oldest))


def _until_empty(move: Callable[[], Moved]) -> int:
    total = 0
    while (moved := move()).taken:
        total += moved.kept
    return total


def _games_move(oldest: date) -> Moved:
    """In the order of the random keys, so that not even the places of the rows tell which game came first."""
    with transaction.atomic():
        taken = facts_take(BATCH)
        kept = [GameFact(**asdict(fact)) for fact in taken if fact.day >= oldest]
        GameFact.objects.bulk_create(sorted(kept, key=lambda fact: fact.key))
    return Moved(len(taken), len(kept))


def _beacons_move(oldest: date) -> Moved:
    """In one statement. A beacon that is in the table already, sent again after it was moved, meets itself."""
    quoted = connection.ops.quote_name
    columns = ", ".join(quoted(field.attname) for field in BeaconOutbox._meta.concrete_fields)  # noqa: SLF001 - public
    outbox, table = (quoted(model._meta.db_table) for model in (BeaconOutbox, BrowserFact))  # noqa: SLF001 - public
    sql = f"""
        WITH taken AS (
            DELETE FROM {outbox} WHERE key = ANY(ARRAY(
                SELECT key FROM {outbox} ORDER BY key LIMIT %s FOR UPDATE SKIP LOCKED
            )) RETURNING {columns}
        ), kept AS (
            INSERT INTO {table} ({columns}) SELECT {columns} FROM taken WHERE day >= %s ORDER BY key
            ON CONFLICT (key) DO NOTHING RETURNING key
        )
        SELECT (SELECT count(*) FROM taken), (SELECT count(*) FROM kept)
    """  # noqa: S608 - names of our own tables and columns
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql, [BATCH, oldest])
        taken, kept = cursor.fetchone()
    return Moved(taken, kept)
