"""Counting what the server threw: totals of no day and no game."""

from __future__ import annotations

from collections.abc import Iterable
from time import monotonic
from typing import Final

from django.db import connection, transaction

from matches.selectors.draws import Draw, draws_between, settled_event_id
from stats.models import DiceMark

EVENTS_A_ROUND: Final = 200_000
SECONDS_A_RUN: Final = 60

_ADD: Final = """
    INSERT INTO stats_dicetotal AS total (kind, by, after, first, second, count) VALUES (%s, %s, %s, %s, %s, %s)
    ON CONFLICT (kind, by, after, first, second) DO UPDATE SET count = total.count + excluded.count
"""


def dice_count(until: int | None = None) -> int:
    """Add the throws of the events after the mark to the totals; give how many. `until`: the last event to count.

    The mark is locked, and moved in the transaction that adds: no throw counts twice.
    """
    last = settled_event_id() if until is None else until
    began = monotonic()
    added = 0
    is_more = True
    while is_more and monotonic() - began < SECONDS_A_RUN:
        of_round, is_more = _round(last)
        added += of_round
    return added


def _round(last: int) -> tuple[int, bool]:
    """Count some events; give how many throws there were, and whether events are left."""
    with transaction.atomic():
        DiceMark.objects.get_or_create(id=1)
        mark = DiceMark.objects.select_for_update().get(id=1)
        until = min(last, mark.last_event + EVENTS_A_ROUND)
        if until <= mark.last_event:
            return 0, False
        draws = draws_between(mark.last_event, until)
        draws_add(draws)
        mark.last_event = until
        mark.save(update_fields=["last_event"])
    return sum(draw.count for draw in draws), until < last


def draws_add(draws: Iterable[Draw]) -> None:
    """Add throws to the totals."""
    rows = [(draw.kind, draw.by, draw.after, draw.first, draw.second, draw.count) for draw in draws]
    with connection.cursor() as cursor:
        cursor.executemany(_ADD, rows)
