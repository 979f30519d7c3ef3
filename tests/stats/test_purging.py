"""A row of UTC day D is there through D+29 and gone after the first run of D+30, whoever runs it and how often.

In other zones of time and over changes of summer time: test_cases (158, 161). With real workers: tests/chaos.
"""

from __future__ import annotations

import json
import logging
import threading
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta, timezone
from itertools import count

import psycopg
import pytest
import redis
from celery.signals import worker_ready
from django.conf import settings as django_settings
from django.db import OperationalError, connection
from pytest_django import Settings

from bgsite.celery import app
from bgsite.environment import parse_redis_url
from stats import tasks
from stats.models import DroppedBeacon, GameFact, PurgeRun, UsageSummary
from stats.selectors.purges import is_purge_late, is_purge_lost, last_purge, oldest_day
from stats.services import purging
from stats.services.purging import purge
from tests.matches.together import at_once
from tests.stats.rows import (
    FORGOTTEN_TABLES,
    beacon_waits,
    browser_fact,
    days_kept,
    game_fact,
    game_facts,
    game_waits,
    one_of_each,
)

D = date(2026, 3, 1)


def at(days: int, hour: int, minute: int, zone: timezone = UTC) -> datetime:
    """So many days after D, as a clock in UTC shows it; told in that zone."""
    return datetime.combine(D + timedelta(days), time(hour, minute), UTC).astimezone(zone)


# --- what goes and what stays -------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("hours", [0, 14, -12])
def test_a_day_is_kept_through_the_29th_after_it_and_gone_after_the_run_of_the_30th(hours: int) -> None:
    """Show 2; the clock that is moved by hand stands in one zone or another."""
    zone = timezone(timedelta(hours=hours))
    one_of_each(D)
    assert purge(at(29, 23, 59, zone)).rows == 0
    assert set(map(tuple, days_kept().values())) == {(D,)}
    one_of_each(D + timedelta(1))
    assert purge(at(30, 0, 5, zone)).rows == len(FORGOTTEN_TABLES)
    assert set(map(tuple, days_kept().values())) == {(D + timedelta(1),)}


@pytest.mark.django_db
def test_what_should_have_gone_long_ago_goes_too() -> None:
    for days in range(40):
        game_fact(D - timedelta(days))
    assert purge(at(30, 0, 5)).rows == 40


@pytest.mark.django_db
def test_again_is_as_once() -> None:
    one_of_each(D)
    one_of_each(D + timedelta(1))
    purge(at(30, 0, 5))
    before = days_kept()
    assert purge(at(30, 0, 6)).rows == 0
    assert days_kept() == before


@pytest.mark.django_db(transaction=True)
def test_two_runs_at_once_delete_each_row_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show 2. Both take part, and both end."""
    monkeypatch.setattr(purging, "BATCH", 20)
    game_facts(D, 2_000)
    one, other = at_once(lambda: purge(at(30, 0, 5)), lambda: purge(at(30, 0, 5)))
    assert one.rows + other.rows == 2_000
    assert one.rows > 0 < other.rows
    assert None not in {one.took_ms, other.took_ms}
    assert not GameFact.objects.exists()


@pytest.mark.django_db
def test_the_summary_is_made_anew() -> None:
    purge(at(30, 0, 5))
    assert UsageSummary.objects.get().made_at == at(30, 0, 5)


# --- what is held by others ---------------------------------------------------------------------------------------


def test_a_run_that_could_not_have_everything_ends_and_claims_nothing(
    other_session: psycopg.Connection, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Case 163 as well: a row that cannot be deleted does not loop for ever."""
    monkeypatch.setattr(purging, "PATIENCE_SECONDS", 0.05)
    held, free = game_fact(D), game_fact(D)
    other_session.execute("SELECT FROM stats_gamefact WHERE key = %s FOR UPDATE", [held.key])
    with caplog.at_level(logging.ERROR, "stats"):
        run = purge(at(30, 0, 5))
    assert (run.rows, run.took_ms) == (1, None)
    assert list(GameFact.objects.values_list("key", flat=True)) == [held.key] != [free.key]
    assert "could not be deleted" in caplog.text
    assert last_purge() is None
    other_session.rollback()
    assert purge(at(30, 0, 7)).took_ms is not None
    assert not GameFact.objects.exists()


def test_rows_that_are_let_go_soon_are_waited_for(other_session: psycopg.Connection) -> None:
    game_fact(D)
    other_session.execute("SELECT FROM stats_gamefact FOR UPDATE")

    release = threading.Timer(0.15, other_session.rollback)
    release.start()
    run = purge(at(30, 0, 5))
    release.join()
    assert (run.rows, run.took_ms is None) == (1, False)


def test_a_run_that_dies_in_the_middle_is_finished_by_the_next(
    other_session: psycopg.Connection, monkeypatch: pytest.MonkeyPatch, small_batches: None
) -> None:
    """What it deleted stays deleted, and it is not taken for one that came to its end."""
    game_facts(D, 10)
    rests = count(1)

    def die_at_the_second_rest(_seconds: float) -> None:
        if next(rests) == 2:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                other_session.execute("SELECT pg_terminate_backend(%s)", cursor.fetchone())

    with monkeypatch.context() as patch:
        patch.setattr("stats.services.purging.time.sleep", die_at_the_second_rest)
        with pytest.raises(OperationalError):
            purge(at(30, 0, 5))
    connection.close()
    assert (GameFact.objects.count(), last_purge()) == (4, None)
    assert purge(at(30, 0, 7)).rows == 4
    assert [run.took_ms is None for run in PurgeRun.objects.order_by("began_at")] == [True, False]


# --- the runs themselves ------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_run_says_when_how_many_and_through_which_day() -> None:
    game_facts(D, 7)
    browser_fact(D)
    purge(at(30, 0, 5))
    run = PurgeRun.objects.get()
    assert (run.began_at, run.rows, run.through) == (at(30, 0, 5), 8, D)
    assert run.took_ms is not None
    assert run == last_purge()


@pytest.mark.django_db
def test_runs_are_kept_a_year() -> None:
    for days in (364, 366):
        PurgeRun.objects.create(began_at=at(30 - days, 0, 5), through=D, took_ms=1)
    purge(at(30, 0, 5))
    assert sorted(run.began_at for run in PurgeRun.objects.all()) == [at(30 - 364, 0, 5), at(30, 0, 5)]


@pytest.mark.django_db
def test_a_run_that_did_not_end_is_none() -> None:
    done = PurgeRun.objects.create(began_at=at(29, 0, 5), through=D, took_ms=1)
    PurgeRun.objects.create(began_at=at(30, 0, 5), through=D)
    assert last_purge() == done


@pytest.mark.django_db
def test_a_run_is_late_after_26_hours() -> None:
    assert is_purge_late(at(30, 0, 5))
    PurgeRun.objects.create(began_at=at(30, 0, 5), through=D, took_ms=1)
    assert not is_purge_late(at(31, 2, 5))
    assert is_purge_late(at(31, 2, 6))


@pytest.mark.django_db
def test_a_run_of_a_clock_that_ran_ahead_does_not_count_for_ever() -> None:
    purge(at(60, 0, 5))
    assert is_purge_late(at(30, 0, 5))
    assert is_purge_lost(at(30, 0, 5))
    run = purge(at(30, 0, 5))
    assert last_purge() == run
    assert not is_purge_late(at(30, 0, 6))
    assert not is_purge_lost(at(30, 0, 6))


@pytest.mark.django_db
def test_the_oldest_day_is_that_of_all_tables() -> None:
    assert oldest_day() is None
    game_fact(D + timedelta(3))
    assert oldest_day() == D + timedelta(3)
    browser_fact(D + timedelta(2))
    beacon_waits(D + timedelta(1))
    assert oldest_day() == D + timedelta(1)
    DroppedBeacon.objects.create(day=D, reason="huge", count=1)
    assert oldest_day() == D


@pytest.mark.django_db
def test_what_waits_in_the_outbox_of_matches_is_kept_as_well() -> None:
    """With the worker dead for days, the privacy page would say that nothing is kept."""
    game_waits(D)
    assert oldest_day() == D


# --- what starts it -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("queue", ["engine", "clock"])
def test_each_start_of_a_worker_that_thinks_asks_for_it(settings: Settings, queue: str) -> None:
    settings.QUEUE = queue
    address = parse_redis_url(django_settings.REDIS_URL)
    with redis.Redis.from_url(replace(address, database=address.database + 1).channels_url()) as broker:
        broker.delete("engine", "clock")
        worker_ready.send(sender=None)
        sent = broker.lpop("engine")
        assert not broker.exists("clock")
    if queue == "clock":
        assert sent is None
    else:
        assert isinstance(sent, bytes)
        assert json.loads(sent)["headers"]["task"] == "stats.purge"


@pytest.mark.parametrize("task", [tasks.purge, tasks.move_facts, tasks.summarise, tasks.count_dice])
def test_flags_never_wait_for_it(task: object) -> None:
    assert app.amqp.router.route({}, getattr(task, "name"))["queue"].name == "engine"  # noqa: B009 - Celery's types


@pytest.mark.django_db
def test_a_run_of_midnight_that_was_lost_is_found_and_made_up_for() -> None:
    """Its task was lost with Valkey, or the database was away just then."""
    old = datetime.now(UTC).date() - timedelta(30)
    game_fact(old)
    PurgeRun.objects.create(began_at=datetime.now(UTC) - timedelta(days=1), through=old - timedelta(2), took_ms=1)
    tasks.summarise()
    assert not GameFact.objects.exists()
    runs = PurgeRun.objects.count()
    tasks.summarise()
    assert PurgeRun.objects.count() == runs


@pytest.mark.django_db
def test_a_run_is_lost_when_it_did_not_end_half_an_hour_after_its_time() -> None:
    PurgeRun.objects.create(began_at=at(29, 0, 5), through=D - timedelta(1), took_ms=1)
    PurgeRun.objects.create(began_at=at(30, 0, 5), through=D)
    assert not is_purge_lost(at(30, 0, 34))
    assert is_purge_lost(at(30, 0, 36))
    PurgeRun.objects.update(took_ms=1)
    assert not is_purge_lost(at(30, 0, 36))


@pytest.mark.django_db
def test_what_waits_too_long_is_forgotten_where_it_waits() -> None:
    game_waits(D)
    beacon_waits(D)
    assert tasks.purge() == 2
