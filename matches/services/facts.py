"""Facts of games on their way to statistics: put into the outbox with their events, taken away by `stats`."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import asdict, fields
from datetime import date, timedelta
from typing import Any, Final

from django.db import Error, connection, transaction

from games.rules.events import GameEnded, GameStarted
from games.rules.state import MatchState, game_of
from matches.consent import all_agree
from matches.facts import GameFact, Moment, Play, ended_fact, play_of, started_fact
from matches.models import GameFactOutbox, GameRecord, OwnDevice, Seat
from matches.moment import as_datetime
from matches.selectors.connections import link_of
from matches.services.rows import LOCK_MILLIS
from matches.wire import StoredEvent

logger = logging.getLogger(__name__)

_COLUMNS: Final = tuple(field.name for field in fields(GameFact))
_TABLE: Final = GameFactOutbox._meta.db_table  # noqa: SLF001 - a public API
# Chosen in a step of its own: inside of a join PostgreSQL might choose, and so delete, more often than once.
_DELETE: Final = f"""
    WITH chosen AS MATERIALIZED (
        SELECT key FROM {_TABLE} {{which}} LIMIT %s FOR UPDATE SKIP LOCKED
    )
    DELETE FROM {_TABLE} USING chosen WHERE {_TABLE}.key = chosen.key
"""  # noqa: S608 - made of our own names
_TAKE: Final = _DELETE.format(which="ORDER BY key") + f"RETURNING {', '.join(f'{_TABLE}.{name}' for name in _COLUMNS)}"
_FORGET: Final = _DELETE.format(which="WHERE day <= %s")


def facts_note(match_id: int, after: MatchState, stored: Sequence[StoredEvent]) -> None:
    """Put the facts of games that began or ended in these events into the outbox, if all who sit there agree.

    In the transaction that stores the events, after the game records, in a savepoint of its own: whatever goes wrong
    in the database here is logged with match and version, and never disturbs play. Nothing is asked unless a game
    began or ended. Raises django.db.Error only when the connection is gone, and the events with it.
    """
    told = [one for one in stored if isinstance(one.event, GameStarted | GameEnded)]
    if not told:
        return
    try:
        with transaction.atomic():
            _be_impatient()
            GameFactOutbox.objects.bulk_create(_row(fact) for fact in _facts(match_id, after, told))
    except Error as error:
        if transaction.get_rollback():  # not even the savepoint could be restored
            raise
        reason = str(error).partition("\n")[0]  # what follows may quote a row
        logger.warning("match %s at version %s: not counted: %s", match_id, after.version, reason)


def facts_take(limit: int) -> list[GameFact]:
    """Take up to `limit` facts out of the outbox, in the order of their random keys: DELETE … RETURNING.

    Needs the caller's transaction, in which they are to be written elsewhere: rolled back, they are here again. Rows
    that another mover holds are left to it. Raises TransactionManagementError outside of a transaction.
    """
    if not connection.in_atomic_block:
        raise transaction.TransactionManagementError("facts that are taken must be written in the same transaction")
    with connection.cursor() as cursor:
        cursor.execute(_TAKE, [limit])
        return [_fact(row) for row in sorted(cursor.fetchall())]


def facts_forget(through: date, limit: int) -> int:
    """Drop up to `limit` facts of this UTC day and of the days before; give how many."""
    with connection.cursor() as cursor:
        cursor.execute(_FORGET, [through, limit])
        return int(cursor.rowcount)


def _be_impatient() -> None:
    """Wait for a locked table no longer than the door waits for a match; where the door set that, this changes none."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('lock_timeout', %s, true)", [str(LOCK_MILLIS)])


def _facts(match_id: int, after: MatchState, told: Sequence[StoredEvent]) -> list[GameFact]:
    """The facts of these events; none where somebody who plays there wants no statistics."""
    seats = list(Seat.objects.filter(match_id=match_id).select_related("match").only("user", "match__origin"))
    if not seats or not all_agree(_asked(match_id, seats)):
        return []
    facts = [_fact_of(match_id, after, seats[0].match.origin, one) for one in told]
    return [fact for fact in facts if fact is not None]


def _asked(match_id: int, seats: Sequence[Seat]) -> set[int]:
    """Who has a say: who sits there, and the other browsers that play for them, each with a switch of its own."""
    devices = OwnDevice.objects.filter(match_id=match_id).values_list("device_id", flat=True)
    return {*devices, *(seat.user_id for seat in seats if seat.user_id is not None)}


def _fact_of(match_id: int, after: MatchState, origin: str, told: StoredEvent) -> GameFact | None:
    day = as_datetime(told.at).date()
    if isinstance(told.event, GameEnded):
        return _ended(match_id, after, origin, told, told.event)
    return started_fact(after, origin, day)


def _ended(match_id: int, after: MatchState, origin: str, told: StoredEvent, ended: GameEnded) -> GameFact | None:
    """None where the state does not know the game any more, because the next has begun."""
    ended_at = as_datetime(told.at)
    record = GameRecord.objects.filter(match_id=match_id, number=game_of(after).number, last_event=told.seq)
    began_at = record.values_list("started_at", flat=True).first()
    if began_at is None:
        return None
    link = link_of(match_id, began_at, ended_at) if play_of(after, origin) is Play.FRIEND_LINK else None
    return ended_fact(after, ended, origin, ended_at.date(), (ended_at - began_at) / timedelta(minutes=1), link)


def _row(fact: GameFact) -> GameFactOutbox:
    """The row, without a key: the table gives one."""
    values = asdict(fact)
    del values["key"]
    return GameFactOutbox(**values)


def _fact(row: Sequence[Any]) -> GameFact:
    values = dict(zip(_COLUMNS, row, strict=True))
    return GameFact(**values | {"moment": Moment(values["moment"]), "play": Play(values["play"])})
