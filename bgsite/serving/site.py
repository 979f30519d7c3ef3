"""The order of things: servers, tables, front end, programs; and back."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bgsite.embedded.owner import OwnerLock, current_owner, try_to_own
from bgsite.embedded.pair import wait_until
from bgsite.embedded.places import Places
from bgsite.embedded.postgres import Postgres, make_postgres
from bgsite.embedded.server import Server
from bgsite.embedded.valkey import Valkey, make_valkey
from bgsite.environment import SettingError, var_folder, words
from bgsite.serving import checks, programs
from bgsite.serving.child import Child
from bgsite.serving.lines import SITE, say
from bgsite.serving.preparation import prepare_database, prepare_files

_START_SECONDS = 60.0
_SAME_SIGNAL_SECONDS = 1.0
_SERVE = "serve"
_OTHER_COMMAND_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Address:
    """Where the web process listens."""

    host: str
    port: int

    @property
    def url(self) -> str:
        """The address for a browser on this machine."""
        host = "localhost" if self.host in {"127.0.0.1", "0.0.0.0", "::", "::1", ""} else programs.loopback(self.host)  # noqa: S104
        return f"http://{host}:{self.port}/"


def serve(address: Address, environ: Mapping[str, str]) -> None:
    """Run the site until Ctrl-C. Raises SettingError when something is wrong before it is ready."""
    places = Places(var_folder(environ))
    lock = _own(places)
    try:
        (places.base / "mail").mkdir(mode=0o700, exist_ok=True)  # mails hold links that let people in
        checks.require_free_port(address.host, address.port)
        checks.require_database(environ)
        checks.require_redis(environ)
        postgres = None if environ.get("DATABASE_URL") else make_postgres(places)
        valkey = None if environ.get("REDIS_URL") else make_valkey(places)
        asyncio.run(_Site(address, environ, postgres, valkey).run())
        places.remove_socket_folders()
    finally:
        lock.release()


class _Site:
    """All processes of one run."""

    def __init__(
        self, address: Address, environ: Mapping[str, str], postgres: Postgres | None, valkey: Valkey | None
    ) -> None:
        self._address = address
        self._environ = environ
        self._postgres = postgres
        self._valkey = valkey
        self._stop = asyncio.Event()
        self._hurry = asyncio.Event()
        self._servers: list[Child] = []
        self._programs: list[Child] = []

    async def run(self) -> None:
        """Start everything, wait for Ctrl-C, stop everything."""
        self._listen_to_signals()
        try:
            if await self._unless_stopped(self._start()):
                await self._stop.wait()
        finally:
            await self._stop_all()

    async def _start(self) -> None:
        await asyncio.gather(self._start_servers_and_tables(), prepare_files())
        variables = {"BARPOINT_HOSTS": " ".join(_hosts(self._address.host, self._environ))}
        web = programs.web(self._address.host, self._address.port, variables)
        others = [
            programs.worker("clock", 1, variables),
            programs.worker("engine", programs.ENGINE_PROCESSES, variables),
        ]
        self._programs = [Child(program) for program in (web, *others, programs.beat(variables))]
        # The web process first and alone: somebody waits for it.
        await self._programs[0].start()
        await _wait_ready(self._programs[0])
        for child in self._programs[1:]:
            await child.start()
        self._say_ready()

    async def _start_servers_and_tables(self) -> None:
        servers: list[Server] = [server for server in (self._postgres, self._valkey) if server is not None]
        if self._postgres is not None:
            await asyncio.to_thread(wait_until, self._postgres.is_absent, 20)
        if servers:
            say(SITE, f"{' and '.join(server.name for server in servers)} start; their data is in {_short_var()}")
        self._servers = [Child(server) for server in servers]
        for child in self._servers:
            await child.start()
        for child in self._servers:
            await _wait_ready(child)
        await prepare_database(self._postgres)

    def _say_ready(self) -> None:
        say(SITE, f"ready: {self._address.url}")
        python = os.path.relpath(sys.executable)
        say(SITE, f"the first admin: run `{python} manage.py createsuperuser` in a second terminal")
        if not self._environ.get("EMAIL_URL"):
            say(SITE, f"mails are written to files in {_short_var()}/mail, because EMAIL_URL is not set")
        say(SITE, "Ctrl-C stops everything")

    async def _stop_all(self) -> None:
        say(SITE, "everything is being stopped")
        await asyncio.gather(*(child.stop(self._hurry) for child in self._programs))
        for child in reversed(self._servers):
            await child.stop(self._hurry)
        say(SITE, "everything has stopped")

    async def _unless_stopped(self, work: Coroutine[Any, Any, None]) -> bool:
        """Do the work; give False as soon as a stop is asked for instead."""
        task, stop = asyncio.create_task(work), asyncio.create_task(self._stop.wait())
        await asyncio.wait({task, stop}, return_when=asyncio.FIRST_COMPLETED)
        stop.cancel()
        if not task.done():
            task.cancel()
            await asyncio.wait({task})
            return False
        task.result()
        return True

    def _listen_to_signals(self) -> None:
        """The first signal stops, a later one hurries; terminals and `make` may send one Ctrl-C twice."""
        on_signal = _first_and_later(self._stop.set, self._hurry.set)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(number, on_signal)


def _first_and_later(first: Callable[[], None], later: Callable[[], None]) -> Callable[[], None]:
    calls: list[float] = []

    def on_signal() -> None:
        calls.append(time.monotonic())
        if len(calls) == 1:
            first()
        elif calls[-1] - calls[0] > _SAME_SIGNAL_SECONDS:
            later()

    return on_signal


def _own(places: Places) -> OwnerLock:
    """Take the lock of the servers; a short command that holds it may end first. Raises SettingError."""
    locks: list[OwnerLock] = []

    def owned_or_served() -> bool:
        lock = try_to_own(places.owner_lock, _SERVE)
        locks.extend([lock] if lock else [])
        return bool(lock) or current_owner(places.owner_lock) == _SERVE

    wait_until(owned_or_served, _OTHER_COMMAND_SECONDS)
    if locks:
        return locks[0]
    raise SettingError(
        f"The servers of {_short(places.base)} are in use by `{current_owner(places.owner_lock)}` already: "
        "stop that first (Ctrl-C in its terminal), or set BARPOINT_VAR to another folder for a second site."
    )


async def _wait_ready(child: Child) -> None:
    try:
        await asyncio.wait_for(child.ready.wait(), _START_SECONDS)
    except TimeoutError:
        raise SettingError(f"{child.server.name} does not start: the lines above or var/log say why.") from None


def _hosts(host: str, environ: Mapping[str, str]) -> list[str]:
    """The names under which the site answers besides localhost: those given, and what it listens on."""
    if host in {"0.0.0.0", "::"}:  # noqa: S104 - only compared
        listening = [socket.gethostname().lower(), *_own_addresses()]
    else:
        listening = [programs.loopback(host)]
    return list(dict.fromkeys([*words(environ, "BARPOINT_HOSTS"), *listening]))


def _own_addresses() -> list[str]:
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)
    except OSError:
        return []
    return [programs.loopback(str(entry[4][0]).partition("%")[0]) for entry in found]


def _short_var() -> str:
    return _short(var_folder(os.environ))


def _short(path: Path) -> str:
    inside = path.is_relative_to(Path.cwd())
    return str(path.relative_to(Path.cwd())) if inside else str(path)
