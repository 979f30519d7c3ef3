"""The rows that a move reads and writes, in three statements: lock, look, store.

This is the hot path, so it is written in SQL: each statement saved is a way to PostgreSQL and back under the lock, and
Django's compiler costs more than what it sends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.db import connection

from games.rules.clock import Millis
from games.rules.events import ControlPassed, MatchEnded, RulingGiven
from games.rules.rulings import AwardGame, AwardMatch
from games.rules.sides import Side
from games.rules.state import MatchState, awaits, to_act
from matches.codec import SCHEMA, encode_event, encode_state, event_kind
from matches.models import Match, Seat
from matches.moment import as_datetime
from matches.view import is_between_games
from matches.wire import StoredEvent

LOCK_MILLIS = 2000
"""How long one action waits for another on the same match."""
NEXT_GAME_MILLIS = 60_000
"""With a clock, the next game starts by itself after this long (rules.md 4.5)."""

_LOOKED_AT = {
    "id",
    "code",
    "version",
    "snapshot",
    "snapshot_schema",
    "shift_due",
    "next_at",
    "ended_at",
    "paused_at",
    "bot_due_at",
}
_READ = [field.attname for field in Match._meta.concrete_fields if field.attname in _LOOKED_AT]  # noqa: SLF001 - a public API
"""The columns that the door looks at, in the model's order; Django fetches any other when somebody asks for it."""

# The time-out is set before the lock is asked for: PostgreSQL locks rows above the join that reads them.
_LOCKED_BY_CODE = f"""
    WITH patience AS MATERIALIZED (SELECT set_config('lock_timeout', '{LOCK_MILLIS}', true))
    SELECT {", ".join(f"matches_match.{name}" for name in _READ)}
    FROM patience, matches_match WHERE matches_match.code = %s
    FOR NO KEY UPDATE OF matches_match
"""  # noqa: S608 - made of our own names
_LOCKED_BY_ID = _LOCKED_BY_CODE.replace("matches_match.code", "matches_match.id")

_PLACE = """
    SELECT side, (SELECT version FROM matches_command WHERE match_id = %s AND side = %s AND cid = %s)
    FROM matches_seat seat WHERE match_id = %s AND (user_id = %s OR EXISTS (
        SELECT FROM matches_owndevice own
        WHERE own.match_id = seat.match_id AND own.device_id = %s AND own.owner_id = seat.user_id
    ))
"""

_COMMAND = """
    , noted AS (
        INSERT INTO matches_command (match_id, side, cid, version, answer, at) VALUES (%s, %s, %s, %s, %s, %s)
    )
"""
_STORE = """
    WITH logged AS (
        INSERT INTO matches_matchevent (match_id, seq, kind, schema, data, at) VALUES {events}
    ){command}
    UPDATE matches_match SET {columns} WHERE id = %s AND version = %s
"""


@dataclass(frozen=True, slots=True)
class Asked:
    """The player's command that a transaction answers."""

    side: Side
    cid: UUID


@dataclass(frozen=True, slots=True)
class AskersPlace:
    """What the asking person is at the match, and whether the command was answered already."""

    sides: frozenset[Side]
    answered: int | None
    """The version it was answered with."""


class NotLockedError(Exception):
    """Somebody changed the match without its lock. A fault of the program."""


def match_locked(*, code: str | None = None, match_id: int | None = None) -> Match | None:
    """The match of that code or id, its row locked until the transaction ends; None when there is none.

    Needs a transaction. Raises OperationalError when the lock is not free within LOCK_MILLIS.
    """
    with connection.cursor() as cursor:
        if code is not None:
            cursor.execute(_LOCKED_BY_CODE, [code])
        else:
            cursor.execute(_LOCKED_BY_ID, [match_id])
        row = cursor.fetchone()
    if row is None:
        return None
    values = dict(zip(_READ, row, strict=True))
    if values["snapshot"] is not None:
        values["snapshot"] = msgspec.json.decode(values["snapshot"])  # Django's backend leaves JSON as text
    return Match.from_db(connection.alias, _READ, list(values.values()))


def askers_place(match_id: int, user_id: int | None, asked: Asked) -> AskersPlace:
    """Read under the match's lock, in a statement of its own: it must see what the lock was waited for."""
    if user_id is None:
        return AskersPlace(frozenset(), None)
    with connection.cursor() as cursor:
        cursor.execute(_PLACE, [match_id, asked.side.value, asked.cid, match_id, user_id, user_id])
        rows = cursor.fetchall()
    return AskersPlace(frozenset(Side(side) for side, _ in rows), rows[0][1] if rows else None)


def transition_store(
    match: Match, before: MatchState | None, columns: dict[str, Any], stored: Sequence[StoredEvent], asked: Asked | None
) -> None:
    """Append `stored` to the log, set the match's columns, and note the command that is answered.

    Needs the match's lock. Raises NotLockedError when the match is not at the version of `before`.
    """
    columns = columns | _ruled_columns(stored)
    events: list[Any] = []
    for one in stored:
        data = _json(encode_event(one.event))
        events += [match.pk, one.seq, event_kind(one.event), SCHEMA, data, as_datetime(one.at)]
    command: list[Any] = []
    if asked is not None:
        version = columns["version"]
        answer = _json({"t": "done", "id": str(asked.cid), "v": version})
        command = [match.pk, asked.side.value, asked.cid, version, answer, as_datetime(stored[-1].at)]
    statement = _STORE.format(
        events=", ".join(["(%s, %s, %s, %s, %s, %s)"] * len(stored)),
        command=_COMMAND if asked is not None else "",
        columns=", ".join(f"{name} = %s" for name in columns),
    )
    with connection.cursor() as cursor:
        version_before = before.version if before else 0
        cursor.execute(statement, [*events, *command, *columns.values(), match.pk, version_before])
        if cursor.rowcount != 1:
            raise NotLockedError(match.code)


def _ruled_columns(stored: Sequence[StoredEvent]) -> dict[str, Any]:
    """What a ruling says that is in no state: an awarded match is rated only if the ruling says so (rules.md 8.1).

    The award of a game says nothing of it, also where that decides the match.
    """
    is_over = any(isinstance(one.event, MatchEnded) for one in stored)
    for one in stored:
        match one.event:
            case RulingGiven(AwardMatch(rated=False)):
                return {"is_rated": False}
            case RulingGiven(AwardGame()) if is_over:
                return {"is_rated": False}
            case _:
                pass
    return {}


def control_update(match_id: int, stored: Sequence[StoredEvent]) -> bool:
    """Write into the seats who plays them now, where that changed; whether a computer took over from a person.

    Needs the match's lock. No statement at all where nobody's control passed.
    """
    taken_over = False
    for one in stored:
        if isinstance(one.event, ControlPassed):
            seat = Seat.objects.filter(match_id=match_id, side=one.event.side.value)
            seat.update(level=one.event.computer or "")
            if one.event.computer is not None and seat.filter(user__isnull=False).exists():
                taken_over = True
    return taken_over


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def match_columns(match: Match, before: MatchState | None, after: MatchState, now: Millis) -> dict[str, Any]:
    """The columns of `Match` that follow from the state."""
    deadline = after.clock.deadline if after.clock else None
    acting = to_act(after)
    columns: dict[str, Any] = {
        "version": after.version,
        "snapshot": _json(encode_state(after)),
        "snapshot_schema": SCHEMA,
        "to_act": acting.value if acting else None,
        "deadline_at": None if deadline is None else as_datetime(deadline),
        "next_at": _next_at(match, before, after, now),
        "shift_due": 0,
        "score_white": after.score.white,
        "score_black": after.score.black,
        "paused": after.paused,
        "paused_at": _paused_at(match, before, after, now),
        "bot_due_at": _bot_due_at(match, before, after, now),
    }
    if after.result is not None:
        winner = after.result.winner
        columns |= {
            "status": Match.Status.FINISHED.value,
            "ended_at": match.ended_at or as_datetime(now),
            "winner": winner.value if winner else None,
            "termination": after.result.termination.value,
        }
    return columns


def _paused_at(match: Match, before: MatchState | None, after: MatchState, now: Millis) -> datetime | None:
    """Since when the players can go on if they wish: a hold is not their time (rules.md 3.7)."""
    if not after.paused:
        return None
    stands = before is not None and before.paused and before.held is after.held
    return match.paused_at if stands and match.paused_at else as_datetime(now)


def _bot_due_at(match: Match, before: MatchState | None, after: MatchState, now: Millis) -> datetime | None:
    """Since when a computer is awaited: a new moment with each decision, the old one while that stands."""
    if not any(after.computers.of(side) is not None for side in awaits(after)):
        return None
    stands = before is not None and before.decision == after.decision
    return match.bot_due_at if stands and match.bot_due_at else as_datetime(now)


def _next_at(match: Match, before: MatchState | None, after: MatchState, now: Millis) -> datetime | None:
    """With a clock the next game starts by itself; after a pause it waits for both (rules.md 3.7, 4.5)."""
    if not is_between_games(after) or after.paused:
        return None
    if before is not None and is_between_games(before):
        return match.next_at
    return None if after.clock is None else as_datetime(now + NEXT_GAME_MILLIS)
