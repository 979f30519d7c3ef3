"""The commands of web process, workers and beat.

Always `python -m …`: the scripts that pip writes begin with a path that may hold spaces or be too long.
"""

from __future__ import annotations

import os
import signal
import sys
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bgsite.embedded.identity import Identity
from bgsite.embedded.server import StopStep, bound_to_us
from bgsite.environment import ROOT

ENGINE_PROCESSES = 2
"""Processes that think, one for each core of the smallest machine. Two thoughts of seconds at once are rare, a third
one waits, and quick thoughts overtake slow ones in the queue (`matches.bots.sending`). Each process loads the networks
of a level with its first thought, up to 200 MB in all, so more processes cost memory first of all."""
FRAME_BYTES = 65_536
"""What Daphne lets through as one frame; it closes the socket above. The page's own limit is far lower."""


@dataclass(frozen=True, slots=True)
class Program:
    """One of our own processes, with the interface of `embedded.server.Server`."""

    name: str
    arguments: tuple[str, ...]
    role: str
    variables: Mapping[str, str]
    stop_steps: tuple[StopStep, ...]
    health_url: str = ""
    folder: Path = field(default=ROOT)

    def prepare(self) -> None:
        """Nothing must exist before the first start."""

    def clear_leftovers(self) -> None:
        """Nothing is left by a killed one."""

    def command(self) -> list[str]:
        """The command that runs it in the foreground and dies with this process."""
        return bound_to_us([sys.executable, *self.arguments], self.stop_steps, Identity.OURSELVES)

    def environment(self) -> dict[str, str]:
        """The environment to run it in."""
        fixed = {
            "DJANGO_SETTINGS_MODULE": "bgsite.settings",
            "BARPOINT_ROLE": self.role,
            "PYTHONUNBUFFERED": "1",
            # Celery says so at every start as root, which in a container is what everybody does.
            "PYTHONWARNINGS": "ignore:You're running the worker with superuser privileges",
        }
        return {**os.environ, **self.variables, **fixed}

    def is_ready(self) -> bool:
        """Say whether it answers; one without an address is ready when it runs."""
        return not self.health_url or _answers(self.health_url)


def web(host: str, port: int, variables: Mapping[str, str]) -> Program:
    """Daphne on an address, without an access log: it would keep people's addresses."""
    arguments = (
        *("-m", "daphne", "-b", host, "-p", str(port), "-v", "0", "--no-server-name"),
        *("--websocket-max-message-size", str(FRAME_BYTES), "--websocket-max-frame-size", str(FRAME_BYTES)),
        *("--application-close-timeout", "5", "--access-log", os.devnull),
        "bgsite.asgi:application",
    )
    health = f"http://{loopback(host)}:{port}/health/"
    return Program("web", arguments, "web", variables, (StopStep(signal.SIGTERM, 8),), health)


def worker(queue: str, processes: int, variables: Mapping[str, str]) -> Program:
    """A Celery worker for one queue, whose name its processes find in BARPOINT_QUEUE."""
    arguments = (
        *("-m", "celery", "-q", "-A", "bgsite.celery", "worker", "--queues", queue, "--concurrency", str(processes)),
        *("--hostname", f"{queue}@%h", "--loglevel", "WARNING", "--without-gossip", "--without-mingle"),
    )
    variables = {**variables, "BARPOINT_QUEUE": queue}
    return Program(f"worker-{queue}", arguments, "worker", variables, (StopStep(signal.SIGTERM, 8),))


def beat(variables: Mapping[str, str]) -> Program:
    """Celery's clock. Its schedule is in the settings and in memory, so it writes no files."""
    arguments = ("-m", "celery", "-q", "-A", "bgsite.celery", "beat", "--loglevel", "WARNING", "--pidfile=")
    return Program("beat", arguments, "beat", variables, (StopStep(signal.SIGTERM, 5),))


def loopback(host: str) -> str:
    """Give the address under which this machine reaches a server that listens on `host`."""
    if host in {"", "0.0.0.0"}:  # noqa: S104 - only compared
        return "127.0.0.1"
    if host == "::":
        return "[::1]"
    return f"[{host}]" if ":" in host else host


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5):  # noqa: S310 - an address of ours
            return True
    except urllib.error.HTTPError:
        return True  # it answers, even if something behind it is not well yet
    except OSError:
        return False
