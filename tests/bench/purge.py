"""A million rows of statistics are forgotten by a real worker while people play: how long it takes, and who notices.

One web process, a worker that thinks, a PostgreSQL that keeps every commit, and a Valkey, all of their own. People
play as people do, with pauses; their moves are timed before, during and after the purge, in one run.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import psutil

from tests.bench import moves
from tests.bench.figures import HEADINGS, Figures, say

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.live import LiveProcess, SiteProcesses

OLD_GAMES, OLD_BROWSERS = 900_000, 100_000
KEPT_A_DAY = 5_000
"""Rows of each of the 30 days that stay."""
MOST_SECONDS = 120
MATCHES = 12
PAUSE = 0.4
"""Seconds between two moves of a match."""
BESIDE_SECONDS = 30.0
"""How long is played before and after."""

_GAMES = """
    INSERT INTO stats_gamefact (key, day, moment, play, level, preset, length, result, ending, winner, turns, duration,
                                cube_turns)
    SELECT gen_random_uuid(), %s, 'ended', 'computer', 'expert', 'match', 5, 1 + n %% 3, 'borne_off', 'white', n %% 10,
           n %% 8, n %% 4 FROM generate_series(1, %s) n
"""
_BROWSERS = """
    INSERT INTO stats_browserfact (key, day, board, frame, is_phone, memory, cores, browser, system)
    SELECT gen_random_uuid(), %s, 'flat', 'none', n %% 2 = 0, '8', '4', 'firefox', 'linux' FROM generate_series(1, %s) n
"""


def main() -> int:
    """Measure and print a table; 1 if it takes too long, or something is left."""
    with moves._site() as site:
        web = site.start_web()
        matches = moves._matches(MATCHES)
        site.start_worker("engine", processes=2)
        _wait(lambda: _finished() > 0, 60)
        _fill()
        rows, took, left = asyncio.run(_measure(site, web, matches))
    total = OLD_GAMES + OLD_BROWSERS
    say(f"{MATCHES} matches, {PAUSE} s between two moves: frame in to broadcast out at both players; milliseconds")
    say(HEADINGS + "   (CPU: of the web process)")
    for row in rows:
        say(row.row())
    say(f"the purge of {total:,} rows took {took:.1f} s ({total / took:,.0f} rows a second); {left} were left")
    return 1 if left or took > MOST_SECONDS else 0


async def _measure(
    site: SiteProcesses, web: LiveProcess, matches: list[moves.Seats]
) -> tuple[list[Figures], float, int]:
    """Play before, during and after; how long the purge took, and how many rows it left."""
    async with AsyncExitStack() as stack:
        opening = (moves._Table.open(stack, site, seats, number) for number, seats in enumerate(matches))
        tables = await asyncio.gather(*opening)
        await _play(tables, web, "warm-up", 5)
        rows = [await _play(tables, web, "before", BESIDE_SECONDS)]
        runs = await asyncio.to_thread(_finished)
        await asyncio.to_thread(_send)
        rows.append(await _play(tables, web, "while a million rows go", 600, lambda: _finished() > runs))
        rows.append(await _play(tables, web, "after", BESIDE_SECONDS))
    return rows, *(await asyncio.to_thread(_result))


async def _play(
    tables: list[moves._Table],
    web: LiveProcess,
    name: str,
    seconds: float,
    is_over: Callable[[], bool] = lambda: _finished() < 0,
) -> Figures:
    """Play all matches for so long, or until it is over, which is asked twice a second: always, for it costs time."""
    process, end = psutil.Process(web.process.pid), asyncio.Event()

    async def one(table: moves._Table, number: int) -> list[float]:
        times: list[float] = []
        await asyncio.sleep(PAUSE * number / len(tables))
        while not end.is_set():
            times += await table.play(1)
            await asyncio.sleep(PAUSE)
        return times

    async def clock() -> list[float]:
        last = time.monotonic() + seconds
        while time.monotonic() < last and not await asyncio.to_thread(_asked, is_over):  # noqa: ASYNC110 - a database is asked
            await asyncio.sleep(0.5)
        end.set()
        return []

    cpu, began = moves._computed(process), time.perf_counter()
    lists = await asyncio.gather(clock(), *(one(table, number) for number, table in enumerate(tables)))
    elapsed = time.perf_counter() - began
    return Figures(name, tuple(one for times in lists for one in times), elapsed, moves._computed(process) - cpu)


def _fill() -> None:
    """Old rows, rows that stay, and a database that has settled."""
    from django.db import connection

    today = datetime.now(UTC).date()
    with connection.cursor() as cursor:
        for age in range(30):
            cursor.execute(_GAMES, [today - timedelta(days=age), KEPT_A_DAY])
        cursor.execute(_GAMES, [today - timedelta(days=30), OLD_GAMES])
        cursor.execute(_BROWSERS, [today - timedelta(days=31), OLD_BROWSERS])
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("CHECKPOINT")
    connection.close()


def _send() -> None:
    from bgsite.celery import app

    app.send_task("stats.purge")


def _finished() -> int:
    """How many runs came to their end."""
    from stats.models import PurgeRun

    return PurgeRun.objects.filter(took_ms__isnull=False).count()


def _result() -> tuple[float, int]:
    """How long the last run took, and how many rows are there that should not be."""
    from django.db import connection

    from stats.models import BrowserFact, GameFact
    from stats.selectors.purges import last_purge

    run = last_purge()
    assert run is not None
    assert run.took_ms is not None
    left = sum(table.objects.filter(day__lte=run.through).count() for table in (GameFact, BrowserFact))
    connection.close()
    return run.took_ms / 1000, left + abs(run.rows - OLD_GAMES - OLD_BROWSERS)


def _asked(question: Callable[[], bool]) -> bool:
    """Ask in a thread that keeps no connection."""
    from django.db import connection

    try:
        return question()
    finally:
        connection.close()


def _wait(condition: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise RuntimeError("the worker does not begin")
        time.sleep(0.2)
