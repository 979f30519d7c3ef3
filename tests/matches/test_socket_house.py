"""Sockets of a real web process: what they cost the house, and who is let to the door."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import pytest
from django.db import connection, transaction
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from matches.models import Match
from matches.protocol import CloseCode
from tests.factories import running_match
from tests.live import DATABASE_SESSIONS, SiteProcesses
from tests.matches.at_tables import a_play, db, greeted, is_type, mover, run
from tests.matches.client import TableClient, cookie_of
from tests.people import alice

pytestmark = pytest.mark.django_db(transaction=True)


def test_one_match_that_waits_for_a_lock_holds_up_nobody_else(live_site: SiteProcesses) -> None:
    """Case 155: twenty others move meanwhile."""
    stuck = running_match()
    others = [running_match() for _ in range(20)]
    movers = [mover(match) for match in others]
    stuck_side, stuck_cookie = mover(stuck)

    def hold(taken: Callable[[], object]) -> None:
        with transaction.atomic():
            Match.objects.select_for_update().get(pk=stuck.pk)
            taken()
            time.sleep(1.5)

    async def scenario() -> None:
        taken, loop = asyncio.Event(), asyncio.get_running_loop()
        async with TableClient(live_site, stuck.code, stuck_cookie) as waiting:
            await greeted(waiting)
            holder = asyncio.create_task(db(lambda: hold(lambda: loop.call_soon_threadsafe(taken.set))))
            await taken.wait()
            await waiting.act(stuck_side.value, a_play(waiting))
            slow = []
            for match, (side, cookie) in zip(others, movers, strict=True):
                async with TableClient(live_site, match.code, cookie) as table:
                    await greeted(table)
                    started = time.monotonic()
                    await table.act(side.value, a_play(table))
                    await table.until(is_type("done"))
                    slow.append(time.monotonic() - started)
            assert sorted(slow)[len(slow) // 2] < 0.3
            await holder
            await waiting.until(is_type("done"))

    run(scenario)


def test_sockets_hold_no_database_connections(live_site: SiteProcesses) -> None:
    """Case 146: fifty open tables, and not more connections than the pool has."""
    match = running_match(is_public=True)

    async def scenario() -> None:
        tables = [TableClient(live_site, match.code) for _ in range(50)]
        await asyncio.gather(*[table.__aenter__() for table in tables])
        await asyncio.gather(*[greeted(table) for table in tables])
        for table in tables:
            await table.send({"t": "ping", "n": 1})
        await asyncio.gather(*[table.until(is_type("pong"), 20) for table in tables])
        assert await db(_connections) < 25
        await asyncio.gather(*[table.__aexit__() for table in tables])

    run(scenario)


def _connections() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
        return int(cursor.fetchone()[0])


def test_connections_that_postgresql_cut_are_replaced(live_site: SiteProcesses) -> None:
    """Case 145: the move after it works at the first try."""
    match = running_match()
    side, cookie = mover(match)

    def cut() -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND application_name = %s",
                [DATABASE_SESSIONS],
            )
            assert len(cursor.fetchall()) >= 2  # so many the pool keeps

    async def scenario() -> None:
        async with TableClient(live_site, match.code, cookie) as table:
            await greeted(table)
            await table.until(is_type("chat"))  # everything is told
            await db(cut)
            await table.act(side.value, a_play(table))
            answer = await table.until(lambda frame: frame["t"] in ("done", "refused"), 10)
            assert answer["t"] == "done"

    run(scenario)


def test_a_foreign_page_cannot_open_a_socket(live_site: SiteProcesses) -> None:
    """Case 154, at the table's own address."""
    match = running_match()
    cookie = cookie_of(alice())

    async def scenario() -> None:
        for origin in ("http://evil.example", live_site.url.replace("127.0.0.1", "localhost"), None):
            url = f"{live_site.ws_url}/ws/match/{match.code}/"
            with pytest.raises(InvalidStatus):
                await connect(url, origin=origin, additional_headers={"Cookie": cookie})  # type: ignore[arg-type]

    run(scenario)


@pytest.mark.parametrize("path", ["/", "/ws/", "/ws/match/a/b/", f"/ws/match/{'x' * 99}/", "/ws/match/%00/"])
def test_an_address_without_a_table_is_refused_as_such(live_site: SiteProcesses, path: str) -> None:
    async def scenario() -> None:
        with pytest.raises(InvalidStatus) as refused:
            await connect(live_site.ws_url + path, origin=live_site.url)  # type: ignore[arg-type]
        assert refused.value.response.status_code == 403

    run(scenario)


def test_who_comes_while_connections_are_cut_is_sent_back_later(live_site: SiteProcesses) -> None:
    """The code must be one that Daphne sends: with 1012 the socket died of a second error."""
    match = running_match()
    _, cookie = mover(match)

    def hold_and_cut(taken: Callable[[], object]) -> None:
        """Let the socket's read wait for a lock, and cut its connection when it does."""
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("LOCK TABLE matches_seat IN ACCESS EXCLUSIVE MODE")
            taken()
            for _ in range(200):
                cursor.execute("SELECT pg_stat_clear_snapshot()")
                cursor.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND application_name = %s"
                    " AND wait_event_type = 'Lock' AND query LIKE '%%matches_seat%%'",
                    [DATABASE_SESSIONS],
                )
                if cursor.fetchall():
                    return
                time.sleep(0.02)
            raise AssertionError("nobody waited for the lock")

    async def scenario() -> None:
        taken, loop = asyncio.Event(), asyncio.get_running_loop()
        cutting = asyncio.create_task(db(lambda: hold_and_cut(lambda: loop.call_soon_threadsafe(taken.set))))
        await taken.wait()
        async with TableClient(live_site, match.code, cookie) as table:
            assert await table.close_code() == CloseCode.RESTARTING
            assert table.frames[-1] == {"t": "bye", "code": "server_fault"}
        await cutting
        async with TableClient(live_site, match.code, cookie) as table:
            await greeted(table)

    run(scenario)
