"""Real web processes for tests: Daphne on a free port, on the test's own database and Valkey."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from django.db import connection

ROOT = Path(__file__).parent.parent.parent
_START_SECONDS = 30


@dataclass
class WebProcess:
    """A running Daphne."""

    port: int
    process: subprocess.Popen[bytes]

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def socket_url(self, code: str) -> str:
        return f"ws://127.0.0.1:{self.port}/ws/match/{code}/"

    def kill(self) -> None:
        """As if the power went."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def start_web(port: int | None = None) -> WebProcess:
    """Start a web process and wait until it answers."""
    chosen = port or free_port()
    environment = {**os.environ, "DATABASE_URL": database_url(), "BARPOINT_ROLE": "web"}
    command = [
        sys.executable,
        "-m",
        "daphne",
        "-b",
        "127.0.0.1",
        "-p",
        str(chosen),
        "-v",
        "0",
        "bgsite.asgi:application",
    ]
    process = subprocess.Popen(command, cwd=ROOT, env=environment)
    until = time.monotonic() + _START_SECONDS
    while time.monotonic() < until:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", chosen)) == 0:
                return WebProcess(chosen, process)
        if process.poll() is not None:
            break
        time.sleep(0.05)
    process.kill()
    raise RuntimeError("the web process did not start")


@contextmanager
def web_process() -> Iterator[WebProcess]:
    """A web process for the time of a test."""
    web = start_web()
    try:
        yield web
    finally:
        if web.process.poll() is None:
            web.process.terminate()
            try:
                web.process.wait(10)
            except subprocess.TimeoutExpired:
                web.process.kill()


def database_url() -> str:
    """The test database as other processes name it."""
    settings = connection.settings_dict
    host, port = settings["HOST"], settings["PORT"]
    user, name = quote(settings["USER"]), quote(settings["NAME"])
    secret = f":{quote(settings['PASSWORD'])}" if settings["PASSWORD"] else ""
    if host.startswith("/"):
        extra = f"&port={port}" if port else ""
        return f"postgresql://{user}{secret}@/{name}?host={quote(host)}{extra}"
    return f"postgresql://{user}{secret}@{host}{f':{port}' if port else ''}/{name}"
