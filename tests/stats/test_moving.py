"""From the outboxes into the tables: each row once, none lost, none that would have to be forgotten at once."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from uuid import UUID

import psycopg
import pytest
from django.db import DatabaseError, OperationalError, connection, transaction

from matches.models import GameFactOutbox
from matches.services.facts import facts_take
from stats.models import BeaconOutbox, BrowserFact, GameFact
from stats.services.moving import facts_move
from tests import live
from tests.matches.together import at_once
from tests.stats.rows import BROWSER, END, START, beacon_waits, browser_fact, game_fact, game_waits

DAY = date(2026, 3, 1)
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.mark.django_db
def test_a_fact_of_a_game_arrives_as_it_was() -> None:
    waiting = game_waits(DAY, **END)
    assert facts_move(NOON) == 1
    arrived = GameFact.objects.values().get()
    assert arrived == {
        "day": DAY,
        **dict.fromkeys(["connected", "reconnects"]),
        "level": "",
        **END,
        "key": arrived["key"],
    }
    assert arrived["key"] == UUID(str(GameFact.objects.get().key))
    assert not GameFactOutbox.objects.filter(pk=waiting.pk).exists()


@pytest.mark.django_db
def test_a_friends_link_keeps_what_became_of_its_connection() -> None:
    game_waits(DAY, **END | {"play": "friend_link", "connected": True, "reconnects": 2})
    facts_move(NOON)
    assert GameFact.objects.values_list("play", "connected", "reconnects").get() == ("friend_link", True, 2)


@pytest.mark.django_db
def test_a_beacon_arrives_as_it_was() -> None:
    key = beacon_waits(DAY).key
    assert facts_move(NOON) == 1
    assert BrowserFact.objects.values().get() == {"key": key, "day": DAY, **BROWSER}
    assert not BeaconOutbox.objects.exists()


@pytest.mark.django_db
def test_nothing_waits_nothing_moves() -> None:
    assert facts_move(NOON) == 0


@pytest.mark.django_db
def test_a_beacon_that_comes_again_after_it_was_moved_counts_once() -> None:
    key = browser_fact(DAY).key
    beacon_waits(DAY, key=key, browser="chromium")
    assert facts_move(NOON) == 0
    assert BrowserFact.objects.get().browser == "firefox"
    assert not BeaconOutbox.objects.exists()


@pytest.mark.django_db
def test_what_is_too_old_is_dropped_and_not_moved() -> None:
    for age in (29, 30, 31):
        game_waits(DAY - timedelta(age))
        beacon_waits(DAY - timedelta(age))
    assert facts_move(NOON) == 2
    for table in (GameFact, BrowserFact):
        assert [row.day for row in table._default_manager.all()] == [DAY - timedelta(29)]
    assert not GameFactOutbox.objects.exists()
    assert not BeaconOutbox.objects.exists()


@pytest.mark.django_db
def test_more_than_a_batch_is_moved(small_batches: None) -> None:
    for _ in range(8):
        game_waits(DAY)
        beacon_waits(DAY)
    assert facts_move(NOON) == 16
    assert (GameFact.objects.count(), BrowserFact.objects.count()) == (8, 8)


@pytest.mark.django_db
def test_the_places_of_the_rows_do_not_tell_which_came_first() -> None:
    for _ in range(12):
        game_waits(DAY)
        beacon_waits(DAY)
    facts_move(NOON)
    for name in ("stats_gamefact", "stats_browserfact"):
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT key FROM {name} ORDER BY ctid")  # noqa: S608 - two names
            keys = [key for (key,) in cursor.fetchall()]
        assert keys == sorted(keys)


@pytest.mark.django_db(transaction=True)
def test_what_cannot_be_written_still_waits() -> None:
    """Were it deleted in a transaction of its own, it would be lost here, and with every worker that dies."""
    key = GameFactOutbox.objects.get(pk=game_waits(DAY).pk).key
    GameFact.objects.create(key=key, day=DAY, **START)
    with pytest.raises(DatabaseError):
        facts_move(NOON)
    assert GameFactOutbox.objects.count() == 1
    GameFact.objects.all().delete()
    assert facts_move(NOON) == 1


@pytest.mark.django_db(transaction=True)
def test_a_mover_that_dies_in_the_middle_loses_nothing() -> None:
    """The server ends its session between DELETE and INSERT, as a worker's death does."""
    game_waits(DAY)
    with psycopg.connect(live.test_database_url(), autocommit=True) as other:
        with pytest.raises(OperationalError):
            _take_and_die(other)
        connection.close()
        assert other.execute("SELECT count(*) FROM matches_gamefactoutbox").fetchone() == (1,)
    assert facts_move(NOON) == 1


def _take_and_die(other: psycopg.Connection) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        assert len(facts_take(10)) == 1
        cursor.execute("SELECT pg_backend_pid()")
        other.execute("SELECT pg_terminate_backend(%s)", cursor.fetchone())
        game_fact(DAY)


@pytest.mark.django_db(transaction=True)
def test_two_movers_at_once_move_each_row_once(small_batches: None) -> None:
    for _ in range(30):
        game_waits(DAY)
        beacon_waits(DAY)
    assert sum(at_once(lambda: facts_move(NOON), lambda: facts_move(NOON))) == 60
    assert (GameFact.objects.count(), BrowserFact.objects.count()) == (30, 30)


def test_what_another_session_holds_is_left_to_it(other_session: psycopg.Connection) -> None:
    game_waits(DAY)
    beacon_waits(DAY)
    other_session.execute("SELECT FROM matches_gamefactoutbox FOR UPDATE")
    other_session.execute("SELECT FROM stats_beaconoutbox FOR UPDATE")
    assert facts_move(NOON) == 0
    other_session.rollback()
    assert facts_move(NOON) == 2
