"""The tables are emptied while the site still writes into them: nothing fails, nothing is left, nobody is killed."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection, connections, transaction

from matches.models import Connection, Match, WebHeartbeat
from tests import emptying, live
from tests.factories import running_match

pytestmark = pytest.mark.django_db(transaction=True)

NEW_CONNECTION = "INSERT INTO matches_connection (match_id, side, version, came_at) VALUES (%s, 'white', 1, now())"
HELD_MATCH = "SELECT FROM matches_match WHERE id = %s FOR NO KEY UPDATE"
HELD_SECONDS = 0.1

Site = psycopg.Connection[tuple[Any, ...]]


@pytest.fixture
def match() -> Match:
    return running_match()


@pytest.fixture
def site() -> Iterator[Site]:
    """A second connection, as the site has its own."""
    with psycopg.connect(live.test_database_url()) as session:
        yield session


def empty() -> None:
    """As the end of a test that commits."""
    call_command("flush", verbosity=0, interactive=False, reset_sequences=False, allow_cascade=False)


def empty_while(site: Site, rest: Callable[[], object]) -> None:
    """Empty while the site's transaction is open; it does the rest meanwhile, and commits."""
    begun = threading.Event()

    def finish() -> None:
        begun.wait()
        time.sleep(HELD_SECONDS)
        rest()
        site.commit()

    with ThreadPoolExecutor(max_workers=1) as pool:
        finished = pool.submit(finish)
        begun.set()
        empty()
        finished.result()


def test_beside_a_running_loop_there_is_another_connection_that_empties_no_more(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in each test with a browser: what migrations wrote had been emptied, too, and the site missed it."""
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
    outside = connections["default"]

    async def beside_a_loop() -> None:
        assert connections["default"] is not outside
        empty()
        connections["default"].close()

    asyncio.run(beside_a_loop())
    assert (Match.objects.exists(), ContentType.objects.exists()) == (False, True)


def test_a_socket_that_comes_between_the_deletes_breaks_nothing(match: Match, site: Site) -> None:
    came: list[bool] = []

    def comes_before_deletes(execute: Callable[..., Any], sql: str, *words: Any) -> Any:
        if sql.startswith("DELETE") and not came:
            came.append(True)
            with contextlib.suppress(psycopg.errors.LockNotAvailable):
                site.execute(NEW_CONNECTION, [match.pk])
            site.commit()
        return execute(sql, *words)

    site.execute("SET lock_timeout = '50ms'")
    site.commit()
    with connection.execute_wrapper(comes_before_deletes):
        empty()
    assert came
    assert not Match.objects.exists()


def test_a_row_not_yet_committed_is_emptied_too(match: Match, site: Site) -> None:
    site.execute(NEW_CONNECTION, [match.pk])
    empty_while(site, lambda: None)
    assert (Match.objects.exists(), Connection.objects.exists()) == (False, False)


def test_a_row_that_refers_to_nothing_is_not_left_to_the_next_test(site: Site) -> None:
    site.execute("INSERT INTO matches_webheartbeat (id, beat_at) VALUES (1, now())")
    empty_while(site, lambda: None)
    assert not WebHeartbeat.objects.exists()


@pytest.mark.parametrize(
    "then",
    [
        pytest.param(NEW_CONNECTION, id="a new row"),
        pytest.param("UPDATE matches_seat SET side = side WHERE match_id = %s", id="a row that is there"),
    ],
)
def test_who_holds_a_match_may_go_on_writing(match: Match, site: Site, then: str) -> None:
    site.execute(HELD_MATCH, [match.pk])
    empty_while(site, lambda: site.execute(then, [match.pk]))
    assert not Match.objects.exists()


def test_a_reader_is_not_waited_for(match: Match, site: Site) -> None:
    assert site.execute("SELECT count(*) FROM matches_match").fetchone() == (1,)
    empty()
    assert site.execute("SELECT count(*) FROM matches_match").fetchone() == (0,)


def test_a_transaction_that_never_ends_is_said(monkeypatch: pytest.MonkeyPatch, match: Match, site: Site) -> None:
    monkeypatch.setattr(emptying, "_PATIENCE_SECONDS", 0)
    site.execute(HELD_MATCH, [match.pk])
    with pytest.raises(CommandError) as caught:
        empty()
    assert "could not obtain lock" in str(caught.value.__cause__)
    assert Match.objects.exists()
    with transaction.atomic():  # the connection is as good as before
        assert Match.objects.count() == 1
    site.rollback()
