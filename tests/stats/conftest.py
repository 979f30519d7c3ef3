"""For the tests of statistics: nobody rests between two batches, and what is held is not waited for long."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest

from stats.services import purging
from tests import live


@pytest.fixture(autouse=True)
def _no_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(purging, "REST_SECONDS", 0)
    monkeypatch.setattr(purging, "LOOK_AGAIN_SECONDS", 0.01)


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three rows at a time."""
    monkeypatch.setattr(purging, "BATCH", 3)
    monkeypatch.setattr("stats.services.moving.BATCH", 3)


@pytest.fixture
def other_session(transactional_db: None) -> Iterator[psycopg.Connection]:
    """Another connection to the test's database, in a transaction of its own that is rolled back in the end."""
    with psycopg.connect(live.test_database_url()) as session:
        yield session
        session.rollback()
