"""`/health/` tells the truth, over real processes."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
import redis
from celery.signals import beat_init
from django.conf import settings
from django.core.cache import cache
from django.test import Client

from bgsite.environment import parse_redis_url
from bgsite.health import HEARTBEAT_KEY, HEARTBEAT_LATE_SECONDS, record_heartbeat
from stats.models import PurgeRun
from stats.services.purging import purge
from tests.live import SiteProcesses, fetch


@pytest.mark.django_db
def test_all_is_well_with_a_fresh_heartbeat_and_statistics_forgotten(client: Client) -> None:
    record_heartbeat()
    purge()
    answer = client.get("/health/")
    assert answer.status_code == 200
    assert answer.json() == {"database": "ok", "redis": "ok", "background": "ok", "statistics": "ok"}
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
def test_a_late_heartbeat_is_unwell(client: Client) -> None:
    cache.set(HEARTBEAT_KEY, time.time() - HEARTBEAT_LATE_SECONDS - 1, timeout=None)
    answer = client.get("/health/")
    assert answer.status_code == 503
    assert answer.json()["background"] == "late"


@pytest.mark.django_db
def test_statistics_that_were_not_forgotten_for_26_hours_are_unwell(client: Client) -> None:
    record_heartbeat()
    run = purge(datetime.now(UTC) - timedelta(hours=25, minutes=59))
    assert client.get("/health/").status_code == 200
    PurgeRun.objects.filter(pk=run.pk).update(began_at=run.began_at - timedelta(minutes=2))
    answer = client.get("/health/")
    assert (answer.status_code, answer.json()["statistics"]) == (503, "late")


@pytest.mark.django_db
def test_a_purge_that_began_and_did_not_end_is_none(client: Client) -> None:
    record_heartbeat()
    PurgeRun.objects.create(began_at=datetime.now(UTC), through=datetime.now(UTC).date() - timedelta(days=30))
    answer = client.get("/health/")
    assert (answer.status_code, answer.json()["statistics"]) == (503, "never")


def test_without_the_database_nothing_is_known_of_what_is_in_it(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """pytest-django lets nobody near a database here, so nobody can have asked it."""
    monkeypatch.setattr("bgsite.health._database", lambda: "down")
    answer = client.get("/health/")
    assert answer.status_code == 503
    assert answer.json() == {"database": "down", "redis": "ok", "background": "unknown", "statistics": "unknown"}


@pytest.mark.django_db
def test_without_redis_it_is_unwell(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.conf.settings.REDIS_URL", "redis://127.0.0.1:1/0")
    answer = client.get("/health/")
    assert answer.status_code == 503
    assert answer.json()["redis"] == "down"


def test_beat_begins_with_a_heartbeat() -> None:
    address = parse_redis_url(settings.REDIS_URL)
    with redis.Redis.from_url(replace(address, database=address.database + 1).channels_url()) as broker:
        broker.delete("clock")
        beat_init.send(sender=None)
        sent = broker.lpop("clock")
    assert isinstance(sent, bytes)
    assert json.loads(sent)["headers"]["task"] == "bgsite.heartbeat"


def test_beat_and_the_clock_worker_make_it_well(live_site: SiteProcesses, site_processes: SiteProcesses) -> None:
    """Once statistics were forgotten, for which the other worker sees at its start (tests/chaos/test_statistics.py)."""
    purge()
    assert fetch(f"{live_site.url}/health/")[0] == 503
    background = [site_processes.start_worker("clock"), site_processes.start_beat()]
    end = time.monotonic() + 30
    while fetch(f"{live_site.url}/health/")[0] != 200:
        assert time.monotonic() < end
        time.sleep(0.1)
    for process in background:
        process.kill()  # a worker takes seconds to stop by itself, which is no matter here


def test_the_live_site_answers_over_the_test_database(live_site: SiteProcesses) -> None:
    record_heartbeat()
    purge()
    status, text = fetch(f"{live_site.url}/health/")
    assert status == 200, text
    assert json.loads(text)["database"] == "ok"
