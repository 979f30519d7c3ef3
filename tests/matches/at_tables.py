"""Short ways to scenarios at sockets of a real web process."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

from asgiref.sync import sync_to_async
from django.db import connection

from games.rules.sides import Side
from games.rules.state import to_act
from matches.models import Match
from tests.matches.client import Frame, TableClient, cookie_of, some_path
from tests.matches.doing import state_now
from tests.people import alice, bob


def run(scenario: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(_awaited(scenario), 60))


async def _awaited(scenario: Callable[[], Awaitable[None]]) -> None:
    await scenario()


in_thread = sync_to_async(thread_sensitive=False)


async def db(work: Callable[[], Any]) -> Any:
    """Use the database of the test from a scenario."""

    def with_own_connection() -> Any:
        try:
            return work()
        finally:
            connection.close()

    return await in_thread(with_own_connection)()


def is_type(name: str) -> Callable[[Frame], bool]:
    return lambda frame: bool(frame["t"] == name)


def mover(match: Match) -> tuple[Side, str]:
    """The side that must act, and its player's cookie."""
    side = to_act(state_now(match))
    assert side is not None
    return side, cookie_of(alice() if side is Side.WHITE else bob())


async def greeted(table: TableClient) -> Frame:
    return await table.until(is_type("hello"), 20)


def a_play(table: TableClient) -> Frame:
    return {"t": "play", "steps": some_path(table.view["graph"], Random(1))}
