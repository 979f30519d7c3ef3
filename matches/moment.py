"""The server's clock, and moments as the rules and as the tables write them."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

from games.rules.clock import Millis

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLI = timedelta(milliseconds=1)


def now_millis() -> Millis:
    """This moment, in whole milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


def as_datetime(millis: Millis) -> datetime:
    """The moment as a `timestamptz` column holds it."""
    return _EPOCH + millis * _MILLI


def as_millis(moment: datetime) -> Millis:
    """The moment as the rules count it, cut to whole milliseconds."""
    return (moment - _EPOCH) // _MILLI
