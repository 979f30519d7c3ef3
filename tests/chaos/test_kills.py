"""Everything dies once while two people play: what was acknowledged is kept, and every page is right again soon."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from random import Random

import psutil
import psycopg
import pytest
import redis

from bgsite.embedded.places import Places
from tests.chaos.conftest import Game, Stage, report
from tests.chaos.page import Page
from tests.serving import Serve

pytestmark = pytest.mark.early

HEALED_SECONDS = 6.0
"""How soon every page has to be right after the killed part answers again (issue 2, show 5)."""
KILLED = ("web", "worker-clock", "worker-engine", "valkey", "postgres")


class Table:
    """Two people who play without a pause, and one who looks on."""

    def __init__(self, stage: Stage, match: Game) -> None:
        self.code, self.places = match.code, Places(stage.serve.var)
        self.players = [match.page(side, seed) for seed, side in enumerate(("white", "black"))]
        self.pages: list[Page] = [*self.players, match.page()]

    async def __aenter__(self) -> Table:
        for page in self.pages:
            await page.__aenter__()
            await page.until(10, lambda page=page: page.is_live)
        return self

    async def __aexit__(self, *_: object) -> None:
        for page in self.pages:
            await page.__aexit__()

    def play(self) -> None:
        for page in self.players:
            page.plays = True

    async def rest(self) -> None:
        await asyncio.gather(*(page.rest() for page in self.players))

    @property
    def done(self) -> dict[str, int]:
        """Every acknowledged action."""
        return {cid: version for page in self.players for cid, version in page.done.items()}

    async def until_more_are_done(self, count: int) -> None:
        """Wait until so many more actions are acknowledged."""
        goal = len(self.done) + count
        await until(lambda: len(self.done) >= goal, 30)

    async def stored_version(self) -> int | None:
        """The match's version in the database; None while it does not answer."""
        try:
            async with await psycopg.AsyncConnection.connect(
                self.places.database_url(), connect_timeout=2
            ) as connection:
                rows = await connection.execute("SELECT version FROM matches_match WHERE code = %s", [self.code])
                row = await rows.fetchone()
        except psycopg.Error:
            return None
        return int(row[0]) if row else None

    async def until_right(self, seconds: float) -> None:
        """Wait until every page is open and has the version that the database had a moment before."""
        async with asyncio.timeout(seconds):
            while True:
                version = await self.stored_version()
                if version is not None and all(page.is_live and page.version >= version for page in self.pages):
                    return
                await asyncio.sleep(0.02)


def answers(serve: Serve, name: str, killed: psutil.Process) -> bool:
    """Whether the part that was killed does its work again."""
    places = Places(serve.var)
    match name:
        case "web":
            return bool(serve.health())
        case "postgres":
            with contextlib.suppress(psycopg.Error):
                psycopg.connect(places.database_url(), connect_timeout=2).close()
                return True
            return False
        case "valkey":
            with contextlib.suppress(redis.RedisError), redis.Redis.from_url(places.redis_url()) as valkey:
                return bool(valkey.ping())
            return False
        case _:
            return serve.child(name) not in {None, killed}


async def until(condition: Callable[[], bool], seconds: float) -> None:
    async with asyncio.timeout(seconds):
        while not await asyncio.to_thread(condition):  # noqa: ASYNC110 - another process is asked
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("name", KILLED)
async def test_kill_9_between_and_during_moves_loses_nothing(stage: Stage, name: str) -> None:
    random = Random(name)
    (match,) = stage.matches()
    figures: list[str] = []
    async with Table(stage, match) as table:
        for moment in ("between", "during"):
            table.play()
            await table.until_more_are_done(5)
            if moment == "between":
                await table.rest()
            else:
                await random.choice(table.players).next_sending()
                await asyncio.sleep(random.uniform(0, 0.008))
            killed = await asyncio.to_thread(stage.serve.living, name)
            killed.kill()
            table.play()
            figures.append(f"{moment}: {await seconds_to_heal(stage, table, name, killed)}")
        await table.until_more_are_done(5)
        await table.rest()
        await table.until_right(HEALED_SECONDS)
        refused = sorted({frame["code"] for page in table.players for frame in page.refusals})
        report(
            f"kill -9 of {name}: {'; '.join(figures)}; "
            f"{len(table.done)} actions acknowledged, refused: {', '.join(refused) or 'none'}"
        )
        assert_nothing_lost(stage, table)


async def seconds_to_heal(stage: Stage, table: Table, name: str, killed: psutil.Process) -> str:
    """Wait for the part and then for the pages; how long each took."""
    died = time.monotonic()
    await until(lambda: answers(stage.serve, name, killed), 30)
    back = time.monotonic()
    await table.until_right(HEALED_SECONDS)
    right = time.monotonic()
    await table.until_more_are_done(1)
    moved = time.monotonic()
    return f"back after {back - died:.1f} s, pages right {right - back:.1f} s later, next move {moved - back:.1f} s"


def assert_nothing_lost(stage: Stage, table: Table) -> None:
    """The log is whole, has every acknowledged action once, and says what every page was ever told."""
    log = stage.backstage.ask("log", code=table.code)
    events = {event["n"]: event for event in log["events"]}
    assert list(events) == list(range(1, len(events) + 1))
    stored = dict(log["commands"])
    assert len(stored) == len(log["commands"])
    assert {cid: stored.get(cid) for cid in table.done} == table.done
    sent = {cid: frame for page in table.players for cid, frame in page.sent.items()}
    assert set(stored) <= set(sent)
    for action, kind in (("play", "checkers_played"), ("roll", "dice_rolled"), ("double", "double_offered")):
        asked = sum(sent[cid]["t"] == action for cid in stored)
        assert sum(event["e"] == kind for event in events.values()) == asked, kind
    for page in table.pages:
        assert page.contradictions == []
        assert page.told == {number: events[number] for number in page.told}
        assert page.version == len(events)
    seen = stage.backstage.ask("look", code=table.code)
    assert seen["endings"] == []
    assert seen["status"] == "running"
    assert seen["whole"]
