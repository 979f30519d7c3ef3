"""What a browser tells of itself: taken if it is just what we asked for, else dropped and counted.

Of a body nothing is kept but members of the enumerations of `stats.models`, and the key that we ourselves made.
"""

from __future__ import annotations

import uuid
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from typing import Final

import msgspec
from django.core import signing
from django.db import IntegrityError, connection, transaction
from django.db.models import F

from stats.models import (
    BeaconOutbox,
    Board,
    BrowserFact,
    BrowserFamily,
    Cores,
    DroppedBeacon,
    Frame,
    Memory,
    SystemFamily,
)

MOST_BYTES: Final = 1_024
TOKEN_AGE: Final = timedelta(hours=24)
MOST_A_DAY: Final = 50_000
"""Rows of one UTC day; more is a flood."""
SALT: Final = "stats.beacon"
PATIENCE_MILLIS: Final = 1_000
"""How long a locked table is waited for: the connection to the database is one of few, and play needs them."""


class Verdict(StrEnum):
    """What became of a beacon; all but the first are values of `DropReason`."""

    KEPT = "kept"
    FORGED = "forged"
    HUGE = "huge"
    REPEATED = "repeated"
    LATE = "late"
    UNKNOWN = "unknown"
    FLOOD = "flood"


class _Signed(msgspec.Struct):
    """The part of a body that proves that a page of ours asked for it."""

    token: str


class _Body(msgspec.Struct, forbid_unknown_fields=True):
    """The whole body of a beacon."""

    token: str
    board: Board
    frame: Frame
    phone: bool
    memory: Memory
    cores: Cores
    browser: BrowserFamily
    system: SystemFamily


class _DroppedError(Exception):
    """A beacon that is not kept, and why."""

    def __init__(self, why: Verdict) -> None:
        super().__init__(why.value)
        self.why = why


def token_make(now: datetime | None = None) -> str:
    """The proof that a page of ours asked: a random key, signed. The row gets that key, so a copy meets itself."""
    made = now or datetime.now(UTC)
    return signing.dumps({"k": uuid.uuid4().hex, "at": int(made.timestamp())}, salt=SALT)


def beacon_take(body: bytes, length: int, now: datetime | None = None) -> Verdict:
    """Put what the browser said into the outbox, or count why not. `length` is what the request announced.

    Raises django.db.Error where the tables are locked for long or are not there, and then nothing has changed.
    """
    taken_at = now or datetime.now(UTC)
    day = taken_at.astimezone(UTC).date()
    with transaction.atomic():
        _be_impatient()
        try:
            _take(body, length, taken_at, day)
        except _DroppedError as dropped:
            _count(day, dropped.why)
            return dropped.why
    return Verdict.KEPT


def _be_impatient() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('lock_timeout', %s, true)", [str(PATIENCE_MILLIS)])


def _take(body: bytes, length: int, now: datetime, day: date) -> None:
    if max(length, len(body)) > MOST_BYTES:
        raise _DroppedError(Verdict.HUGE)
    key = _key_of(_token_of(body), now)
    said = _read(body)
    if _is_known(key):
        raise _DroppedError(Verdict.REPEATED)
    if _rows_of(day) >= MOST_A_DAY:
        raise _DroppedError(Verdict.FLOOD)
    _store(key, day, said)


def _token_of(body: bytes) -> str:
    try:
        return msgspec.json.decode(body, type=_Signed).token
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise _DroppedError(Verdict.FORGED) from error


def _key_of(token: str, now: datetime) -> uuid.UUID:
    try:
        signed = signing.loads(token, salt=SALT)
    except signing.BadSignature as error:
        raise _DroppedError(Verdict.FORGED) from error
    if now.timestamp() - signed["at"] > TOKEN_AGE.total_seconds():
        raise _DroppedError(Verdict.LATE)
    return uuid.UUID(hex=signed["k"])


def _read(body: bytes) -> _Body:
    try:
        return msgspec.json.decode(body, type=_Body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise _DroppedError(Verdict.UNKNOWN) from error


def _is_known(key: uuid.UUID) -> bool:
    return any(table.objects.filter(pk=key).exists() for table in (BeaconOutbox, BrowserFact))


def _rows_of(day: date) -> int:
    """How many of the day there are, on their way and arrived; neither is counted beyond `MOST_A_DAY`."""
    return sum(table.objects.filter(day=day)[:MOST_A_DAY].count() for table in (BeaconOutbox, BrowserFact))


def _store(key: uuid.UUID, day: date, said: _Body) -> None:
    row = BeaconOutbox(
        key=key,
        day=day,
        board=said.board.value,
        frame=said.frame.value,
        is_phone=said.phone,
        memory=said.memory.value,
        cores=said.cores.value,
        browser=said.browser.value,
        system=said.system.value,
    )
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError as error:  # two copies at the same moment
        raise _DroppedError(Verdict.REPEATED) from error


def _count(day: date, why: Verdict) -> None:
    row = DroppedBeacon.objects.filter(day=day, reason=why.value)
    if row.update(count=F("count") + 1) == 0:
        DroppedBeacon.objects.bulk_create([DroppedBeacon(day=day, reason=why.value)], ignore_conflicts=True)
        row.update(count=F("count") + 1)
