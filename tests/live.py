"""Real processes of the site over the database of the running tests: for browsers, raw sockets and `kill -9`.

Ask for the fixture `live_site` (one web process for the whole run) or `site_processes` (processes of your own, which
you may kill). Both come with `transactional_db`: what the test commits is what the processes see, and the other way
round; every table is emptied afterwards.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from django.conf import settings

from bgsite.serving import programs
from bgsite.serving.programs import Program

ROOT = Path(__file__).resolve().parent.parent
_START_SECONDS = 60
DATABASE_SESSIONS = "barpoint-live"
"""How PostgreSQL calls the sessions of these processes, for tests that cut them and no others."""


def test_database_url() -> str:
    """Name the database that the tests use right now, as DATABASE_URL does."""
    parts = urlsplit(os.environ["DATABASE_URL"])
    return urlunsplit(parts._replace(path=f"/{settings.DATABASES['default']['NAME']}"))


def free_port() -> int:
    """Find a port where nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass(slots=True)
class LiveProcess:
    """One process of the site; what it prints goes to `log`."""

    program: Program
    log: Path
    process: subprocess.Popen[bytes] = field(init=False)

    def __post_init__(self) -> None:
        self.start()

    def start(self) -> None:
        """Start it (again) and wait until it answers."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, *self.program.arguments],
                cwd=ROOT,
                env=self.program.environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        end = time.monotonic() + _START_SECONDS
        while not self.program.is_ready():
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"{self.program.name} does not start:\n{self.output()}")
            time.sleep(0.1)

    def kill(self) -> None:
        """End it, and what it started, as a power cut would."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """End it politely, by its own first signal."""
        if self.process.poll() is None:
            self.process.send_signal(self.program.stop_steps[0].signal)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()

    def output(self) -> str:
        """What it printed so far."""
        return self.log.read_text(encoding="utf-8", errors="replace")


class SiteProcesses:
    """Starts processes of the site and ends them with the test."""

    def __init__(self, variables: dict[str, str] | None = None) -> None:
        self.port = free_port()
        self._folder = tempfile.TemporaryDirectory(prefix="barpoint-live-")
        self._variables = {
            "DATABASE_URL": test_database_url(),
            "PGAPPNAME": DATABASE_SESSIONS,
            "BARPOINT_HOSTS": "localhost 127.0.0.1",
        }
        self._variables |= variables or {}
        self._started: list[LiveProcess] = []

    @property
    def url(self) -> str:
        """The address of the web process, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws_url(self) -> str:
        """The same for sockets."""
        return f"ws://127.0.0.1:{self.port}"

    def __enter__(self) -> SiteProcesses:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def start_web(self, port: int | None = None) -> LiveProcess:
        """Start a web process on `self.port`, or another one elsewhere."""
        return self._start(programs.web("127.0.0.1", port or self.port, self._variables))

    def start_worker(self, queue: str, processes: int = 1) -> LiveProcess:
        """Start a Celery worker for `clock` or `engine`."""
        return self._start(programs.worker(queue, processes, self._variables))

    def start_beat(self) -> LiveProcess:
        """Start beat."""
        return self._start(programs.beat(self._variables))

    def output(self) -> str:
        """The last of what they printed."""
        return "\n".join(f"--- {one.program.name}\n{one.output()[-4000:]}" for one in self._started)

    def kill(self) -> None:
        """End all of them as a power cut would: for those that the whole run shared, whose database goes with them."""
        for process in self._started:
            process.kill()

    def end(self) -> None:
        """Stop all of them."""
        for process in reversed(self._started):
            process.stop()
        self._folder.cleanup()

    def _start(self, program: Program) -> LiveProcess:
        log = Path(self._folder.name) / f"{program.name}-{len(self._started)}.log"
        process = LiveProcess(program, log)
        self._started.append(process)
        return process


def fetch(url: str) -> tuple[int, str]:
    """Get a page without a session: its status and its text."""
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:  # noqa: S310 - an address of ours
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
