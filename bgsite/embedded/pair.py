"""Start the pair for as long as a block runs, or use the pair that another process owns right now."""

from __future__ import annotations

import contextlib
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import IO

from bgsite.embedded.owner import OwnerLock, try_to_own
from bgsite.embedded.places import Places
from bgsite.embedded.postgres import DURABLE, Postgres, make_postgres
from bgsite.embedded.server import Server
from bgsite.embedded.valkey import Valkey, make_valkey
from bgsite.environment import SettingError

_START_SECONDS = 60
_ORPHAN_SECONDS = 20
_RETRY_SECONDS = 10


@contextlib.contextmanager
def running_pair(base: Path, who: str, settings: Mapping[str, str] = DURABLE) -> Iterator[Places]:
    """Have PostgreSQL (with the site's database) and Valkey running inside the block.

    `base` is the folder of their data, `who` is written into its lock. What they say goes to files in `base/log`.
    Call it from the main thread. Raises SettingError.
    """
    places = Places(base.resolve())
    postgres, valkey = make_postgres(places, settings), make_valkey(places)
    lock = _own_or_wait(places, who, postgres, valkey)
    if lock is None:
        yield places
        return
    with contextlib.ExitStack() as stack:
        stack.callback(lock.release)
        log = stack.enter_context(_log_file(places.log))
        wait_for_orphans(postgres, valkey)
        postgres.prepare()
        valkey.prepare()
        stack.callback(places.remove_socket_folders)
        stack.callback(_stop, postgres, _start(postgres, log))
        postgres.create_database()
        stack.callback(_stop, valkey, _start(valkey, log))
        yield places


def wait_for_orphans(postgres: Postgres, valkey: Valkey) -> None:
    """Give the servers of a killed owner the time to go away."""
    wait_until(lambda: postgres.is_absent() and not valkey.is_ready(), _ORPHAN_SECONDS)


def wait_until(condition: Callable[[], bool], seconds: float) -> bool:
    """Wait for the condition at most so many seconds; say whether it came."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def _own_or_wait(places: Places, who: str, postgres: Postgres, valkey: Valkey) -> OwnerLock | None:
    end = time.monotonic() + _START_SECONDS
    while (lock := try_to_own(places.owner_lock, who)) is None:
        if postgres.is_ready() and valkey.is_ready():
            return None
        if time.monotonic() > end:
            raise SettingError(f"Another process owns the servers in {places.base} and they do not answer: stop it.")
        time.sleep(0.1)
    return lock


def _log_file(folder: Path) -> IO[bytes]:
    folder.mkdir(parents=True, exist_ok=True)
    return (folder / "servers.log").open("ab")


def _start(server: Server, log: IO[bytes]) -> subprocess.Popen[bytes]:
    """Start it and wait for its answer. The backends of a killed PostgreSQL may hold its memory for a moment."""
    retry_until = time.monotonic() + _RETRY_SECONDS
    while True:
        server.clear_leftovers()
        process = subprocess.Popen(  # noqa: S603
            server.command(),
            cwd=server.folder,
            env=server.environment(),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        if wait_until(lambda p=process: p.poll() is not None or server.is_ready(), _START_SECONDS):  # type: ignore[misc]
            if process.poll() is None:
                return process
            if time.monotonic() < retry_until:
                time.sleep(0.3)
                continue
        _stop(server, process)
        raise SettingError(f"{server.name} does not start: the files in {Path(log.name).parent} say why.")


def _stop(server: Server, process: subprocess.Popen[bytes]) -> None:
    for step in server.stop_steps:
        process.send_signal(step.signal)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(step.seconds)
            return
    process.kill()
    process.wait()
