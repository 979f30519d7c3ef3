"""One value for all sockets of a process: read once, however many ask."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Final, Generic, TypeVar

from django.db import Error as DatabaseError

from matches.hub import Busy

logger = logging.getLogger(__name__)

T = TypeVar("T")

PAUSE_SECONDS: Final = 0.2
"""Never read more often than this."""


class Shared(Generic[T]):
    """Reads when asked for something that is older than `seconds`, or that `mark` called out of date.

    A new value that equals the old one does not replace it, so `is` tells whether something changed. When reading
    fails the old value stays: the next who asks tries again.
    """

    def __init__(self, name: str, first: T, read: Callable[[], Awaitable[T]], seconds: float) -> None:
        self._name = name
        self._value = first
        self._read = read
        self._seconds = seconds
        self._at = float("-inf")
        self._is_stale = False
        self._task: asyncio.Task[None] | None = None

    @property
    def last(self) -> T:
        """What was read last, however old."""
        return self._value

    def mark(self) -> None:
        """What was read so far is out of date."""
        self._is_stale = True

    async def get(self) -> T:
        """The value: not older than `seconds`, and read after the last `mark`."""
        if self._is_reading or self._is_stale or monotonic() - self._at > self._seconds:
            await self._renewal()
        if self._is_stale:  # marked after that reading had begun
            await self._renewal()
        return self._value

    @property
    def _is_reading(self) -> bool:
        """The value that is there is about to be replaced, by one that a mark may have asked for."""
        return self._task is not None and not self._task.done()

    async def _renewal(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._renew())
        await asyncio.shield(self._task)

    async def _renew(self) -> None:
        await asyncio.sleep(max(0.0, self._at + PAUSE_SECONDS - monotonic()))
        self._at = monotonic()
        self._is_stale = False
        try:
            value = await self._read()
        except (DatabaseError, Busy) as error:
            logger.warning("%s not read: %s", self._name, str(error).strip() or "busy")
        else:
            if value != self._value:
                self._value = value
