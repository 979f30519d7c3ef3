"""`/health/` tells the truth, over real processes."""

from __future__ import annotations

import json
import time

import pytest
from django.core.cache import cache
from django.test import Client

from bgsite.health import HEARTBEAT_KEY, HEARTBEAT_LATE_SECONDS, record_heartbeat
from tests.live import SiteProcesses, fetch


@pytest.mark.django_db
def test_all_is_well_with_a_fresh_heartbeat(client: Client) -> None:
    record_heartbeat()
    answer = client.get("/health/")
    assert answer.status_code == 200
    assert answer.json() == {"database": "ok", "redis": "ok", "background": "ok"}
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
def test_a_late_heartbeat_is_unwell(client: Client) -> None:
    cache.set(HEARTBEAT_KEY, time.time() - HEARTBEAT_LATE_SECONDS - 1, timeout=None)
    answer = client.get("/health/")
    assert answer.status_code == 503
    assert answer.json()["background"] == "late"


@pytest.mark.django_db
def test_without_redis_it_is_unwell(client: Client, settings: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.conf.settings.REDIS_URL", "redis://127.0.0.1:1/0")
    answer = client.get("/health/")
    assert answer.status_code == 503
    assert answer.json()["redis"] == "down"


def test_beat_and_the_clock_worker_make_it_well(site_processes: SiteProcesses) -> None:
    site_processes.start_web()
    assert fetch(f"{site_processes.url}/health/")[0] == 503
    site_processes.start_worker("clock")
    site_processes.start_beat()
    end = time.monotonic() + 30
    while fetch(f"{site_processes.url}/health/")[0] != 200:
        assert time.monotonic() < end
        time.sleep(0.2)


def test_the_live_site_answers_over_the_test_database(live_site: SiteProcesses) -> None:
    record_heartbeat()
    status, text = fetch(f"{live_site.url}/health/")
    assert status == 200, text
    assert json.loads(text)["database"] == "ok"
