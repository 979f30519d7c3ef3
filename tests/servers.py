"""A pytest plugin: every run has its own throw-away PostgreSQL and Valkey, unless DATABASE_URL and REDIS_URL are set.

The calls of `tests.run` share one run, and so its servers.
It must act before pytest-django reads the settings, so `addopts` of pyproject.toml loads it by `-p`.
Runs at the same time never meet: each has its own servers, or at least its own database name and channel prefix.
The workers of pytest-xdist inherit the addresses of their controller.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from redis import Redis

from bgsite.embedded.pair import running_pair
from bgsite.embedded.postgres import THROWAWAY
from bgsite.environment import parse_redis_url
from bgsite.languages.compiling import compile_if_stale
from bgsite.languages.pseudo import make_pseudo_if_stale
from tests.template import drop_template

RUN = "BARPOINT_TEST_RUN"
"""The folder of the run that is under way."""

_stack = contextlib.ExitStack()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(args: list[str]) -> Generator[None, None, None]:
    """Start the servers and say where they are, by the variables that the settings read."""
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker:
        _separate_worker(worker)
    elif not {"--help", "-h", "--version", "--collect-only", "--co"} & set(args):
        compile_if_stale()
        make_pseudo_if_stale()
        _stack.enter_context(contextlib.nullcontext() if RUN in os.environ else own_servers())
    yield


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    """Stop what this run started."""
    _stack.close()


@contextlib.contextmanager
def own_servers() -> Iterator[Callable[[], object]]:
    """Begin a run of tests: its servers, names and folder. Gives what forgets all that a call left in Valkey."""
    base = Path(tempfile.mkdtemp(prefix="barpoint-test-"))
    os.environ[RUN] = str(base)
    os.environ["BARPOINT_PSEUDO"] = "1"
    os.environ.setdefault("BARPOINT_TEST_DATABASE", f"test_barpoint_{os.getpid()}")
    os.environ.setdefault("BARPOINT_CHANNEL_PREFIX", f"test-{os.getpid()}")
    os.environ["BARPOINT_VAR"] = str(base)
    (base / "static").mkdir()
    try:
        with contextlib.ExitStack() as stack:
            if os.environ.get("DATABASE_URL") and os.environ.get("REDIS_URL"):
                stack.callback(drop_template)
                yield lambda: None  # it is not ours
            else:
                places = stack.enter_context(running_pair(base, "pytest", THROWAWAY))
                os.environ.setdefault("DATABASE_URL", places.database_url())
                os.environ.setdefault("REDIS_URL", places.redis_url())
                yield Redis.from_url(places.redis_url()).flushall
    finally:
        shutil.rmtree(base, ignore_errors=True)


def _separate_worker(worker: str) -> None:
    """Give each worker its own prefix and its own two logical databases; pytest-django names their databases.

    Publish/subscribe knows no logical databases, hence the prefix.
    """
    os.environ["BARPOINT_CHANNEL_PREFIX"] = f"{os.environ['BARPOINT_CHANNEL_PREFIX']}-{worker}"
    address = parse_redis_url(os.environ["REDIS_URL"])
    number = int(worker.removeprefix("gw")) + 1
    os.environ["REDIS_URL"] = replace(address, database=address.database + 2 * number).channels_url()
