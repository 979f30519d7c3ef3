"""Shared by all tests: the hypothesis profiles and processes of the real site.

`dev` is quick, `ci` is what `make test` runs, `long` is for `make test-long` and for nights.
Choose with `--hypothesis-profile=NAME` or HYPOTHESIS_PROFILE=NAME.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator

import pytest
from django.conf import settings as django_settings
from django.core.cache import cache
from django.db import connection
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from pytest_django import DjangoDbBlocker, Settings

from tests.emptying import empty_cheaply
from tests.live import SiteProcesses
from tests.template import copy_of_template

_SLOW_MACHINES = [HealthCheck.too_slow]

hypothesis_settings.register_profile("dev", max_examples=25, deadline=None, suppress_health_check=_SLOW_MACHINES)
hypothesis_settings.register_profile("ci", max_examples=50, deadline=None, suppress_health_check=_SLOW_MACHINES)
hypothesis_settings.register_profile("long", max_examples=1000, deadline=None, suppress_health_check=_SLOW_MACHINES)
hypothesis_settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

_RARELY = (20_000, 20, 20)
"""Thresholds of the garbage collector."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what is marked `early`: it lasts so long that it would be waited for at the end."""
    items.sort(key=lambda item: item.get_closest_marker("early") is None)


def pytest_collection_finish() -> None:
    """Let the garbage collector forget the site and the tests, which stay: to look through them took a 20th of all."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_RARELY)


@pytest.fixture(scope="session", autouse=True)
def _no_static_files() -> None:
    """Do without the files in the test's own process: each new client would list them all before its first page."""
    django_settings.WHITENOISE_USE_FINDERS = False


@pytest.fixture(autouse=True)
def _quick_passwords(settings: Settings) -> None:
    """Use a hasher that is not meant to be slow, so that hundreds of logins take seconds."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def _empty_cache(request: pytest.FixtureRequest) -> Iterator[None]:
    """Empty the cache table after tests that commit: pytest-django empties tables of models only."""
    marker = request.node.get_closest_marker("django_db")
    commits = "transactional_db" in request.fixturenames or (marker and marker.kwargs.get("transaction"))
    if commits:
        request.getfixturevalue("transactional_db")
    yield
    if commits:
        cache.clear()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Copy the migrated database of the run."""
    with django_db_blocker.unblock():
        copy_of_template()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Empty tables cheaply; in the end close forgotten connections: threads of executors keep theirs."""
    empty_cheaply()
    yield
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


@pytest.fixture(scope="session")
def _web_for_all(django_db_setup: None) -> Iterator[SiteProcesses]:
    with SiteProcesses() as processes:
        processes.start_web()
        yield processes
        processes.kill()


@pytest.fixture
def live_site(_web_for_all: SiteProcesses, transactional_db: None) -> SiteProcesses:
    """One web process for the whole run, over the test's database: do not kill it."""
    return _web_for_all


@pytest.fixture
def site_processes(transactional_db: None) -> Iterator[SiteProcesses]:
    """Processes of this test alone, none of them started yet."""
    with SiteProcesses() as processes:
        yield processes
