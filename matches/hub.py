"""What the sockets of one web process share: threads for the door, versions for the pongs, timers for the deadlines.

One `Hub` is made with the routes and belongs to the process's event loop. Nothing in it is the truth: another process
beside it does the same, and losing it loses nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, partial
from time import monotonic
from typing import ParamSpec, TypeVar

from django.conf import settings
from django.db import Error as DatabaseError
from django.db import close_old_connections
from django.utils import translation

from games.rules.clock import Millis
from matches.moment import now_millis
from matches.presence import PresenceBoard, board_of_site
from matches.selectors.tables import versions_of
from matches.services.clocks import flag_if_late
from matches.services.heartbeat import is_web_alive

logger = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")

THREADS = 8
CALLS_AT_ONCE = 400
"""Calls that may wait for a thread; more are refused as `busy`."""
VERSIONS_SECONDS = 0.5
"""How old the versions in pongs may be."""
LATE_MILLIS = 20
"""How long after a deadline the timer looks, so that the deadline is surely over."""
AGAIN_MILLIS = 1_000
"""When a timer found no heartbeat, and so could flag nobody, it looks again after this long."""
SOCKETS_A_PERSON = 20
"""Sockets of one person in one process; the oldest makes room for one more."""


class Busy(Exception):  # noqa: N818 - named for what it is
    """Too many calls wait already."""


class Hub:
    """See the module's docstring."""

    def __init__(self) -> None:
        self._calls = 0
        self._visitors: Counter[int] = Counter()
        self._sockets: dict[int, dict[str, Callable[[], None]]] = {}
        self._versions: dict[int, int] = {}
        self._versions_at = float("-inf")
        self._versions_task: asyncio.Task[None] | None = None
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._timed: dict[int, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @cached_property
    def _threads(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(THREADS, thread_name_prefix="door")

    @cached_property
    def presence(self) -> PresenceBoard:
        """The record of who is there."""
        return board_of_site()

    # --- threads ------------------------------------------------------------------------------------------------

    async def call(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a function that uses the database in one of the hub's threads, in the language of the caller.

        Raises Busy, and what it raises.
        """
        if self._calls >= CALLS_AT_ONCE:
            raise Busy
        self._calls += 1
        try:
            work = partial(function, *args, **kwargs)
            language = translation.get_language() or settings.LANGUAGE_CODE
            return await asyncio.get_running_loop().run_in_executor(self._threads, _with_connection, language, work)
        finally:
            self._calls -= 1

    # --- who is here --------------------------------------------------------------------------------------------

    def enter(self, match_id: int) -> None:
        """A socket of this process is at the match."""
        self._visitors[match_id] += 1

    def leave(self, match_id: int) -> None:
        """It left; with the last one the match is forgotten here."""
        self._visitors[match_id] -= 1
        if self._visitors[match_id] <= 0:
            del self._visitors[match_id]
            self._versions.pop(match_id, None)
            self._timed.pop(match_id, None)
            self.set_timer(match_id, None)

    def sit(self, user_id: int, generation: str, hang_up: Callable[[], None]) -> None:
        """The person opened one more socket; with too many of them the oldest is hung up."""
        theirs = self._sockets.setdefault(user_id, {})
        theirs[generation] = hang_up
        while len(theirs) > SOCKETS_A_PERSON:
            theirs.pop(next(iter(theirs)))()

    def rise(self, user_id: int, generation: str) -> None:
        """That socket is closed."""
        theirs = self._sockets.get(user_id, {})
        theirs.pop(generation, None)
        if not theirs:
            self._sockets.pop(user_id, None)

    # --- versions for the pongs ---------------------------------------------------------------------------------

    async def version(self, match_id: int) -> int | None:
        """The match's version, at most half a second old; None when it is not known (no such match, no database).

        All matches of the process are read with one query.
        """
        if match_id not in self._versions or monotonic() - self._versions_at > VERSIONS_SECONDS:
            if self._versions_task is None or self._versions_task.done():
                self._versions_task = asyncio.create_task(self._read_versions())
            await asyncio.shield(self._versions_task)
        return self._versions.get(match_id)

    async def _read_versions(self) -> None:
        started = monotonic()
        try:
            self._versions = await self.call(versions_of, list(self._visitors))
        except (DatabaseError, Busy) as error:
            logger.warning("versions not read: %s", str(error).strip() or "busy")
            self._versions = {}
        self._versions_at = started

    # --- timers for the deadlines -------------------------------------------------------------------------------

    def set_timer(self, match_id: int, due: Millis | None, version: int | None = None) -> None:
        """Look at the match when `due` is over, instead of any earlier arrangement; None: no need.

        What was read at an older `version` than the arrangement changes nothing: it may arrive after a newer word.
        """
        if version is not None and match_id in self._visitors:
            if version < self._timed.get(match_id, 0):
                return
            self._timed[match_id] = version
        timer = self._timers.pop(match_id, None)
        if timer is not None:
            timer.cancel()
        if due is not None and match_id in self._visitors:
            seconds = max(0, due - now_millis() + LATE_MILLIS) / 1000
            self._timers[match_id] = asyncio.get_running_loop().call_later(seconds, self._time_over, match_id)

    def _time_over(self, match_id: int) -> None:
        self._timers.pop(match_id, None)
        task = asyncio.create_task(self._look(match_id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look(self, match_id: int) -> None:
        try:
            is_alive = await self.call(is_web_alive, now_millis())
            await self.call(flag_if_late, match_id)
        except (DatabaseError, Busy) as error:
            logger.warning("timer of match %s left to the sweeper: %s", match_id, str(error).strip() or "busy")
            return
        if not is_alive and match_id not in self._timers:
            self.set_timer(match_id, now_millis() + AGAIN_MILLIS)

    async def close(self) -> None:
        """Stop what runs; for tests and for the end of a process."""
        for match_id in list(self._timers):
            self.set_timer(match_id, None)
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if "presence" in self.__dict__:
            await self.presence.close()
        if "_threads" in self.__dict__:
            self._threads.shutdown(wait=False)


def _with_connection(language: str, work: Callable[[], R]) -> R:
    """Give the thread a language and a working database connection, and give that back afterwards."""
    close_old_connections()
    try:
        with translation.override(language):
            return work()
    finally:
        close_old_connections()
