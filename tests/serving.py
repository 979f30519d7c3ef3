"""`manage.py serve` as a process of its own, with private servers and data in a folder of its own."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import psutil

from tests.live import ROOT, free_port

CHILDREN = {
    "web": "daphne",
    "worker-clock": "clock@",
    "worker-engine": "engine@",
    "beat": " beat ",
    "valkey": "valkey-server",
    "postgres": "/postgres -D",
}


def environment(var: Path, **more: str) -> dict[str, str]:
    """No address of the test run's own servers: `serve` must start its private ones."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("BARPOINT_")}
    for name in ("DATABASE_URL", "REDIS_URL", "EMAIL_URL", "PORT", "HOST"):
        kept.pop(name, None)
    return {**kept, "BARPOINT_VAR": str(var), **more}


def run_manage(var: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=environment(var, **more),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def wait_for(condition: Callable[[], bool], seconds: float = 30) -> bool:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


class Serve:
    """A running `serve` and what it printed."""

    def __init__(self, var: Path) -> None:
        self.var = var
        self.port = free_port()
        self.lines: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "serve"],
            cwd=ROOT,
            env=environment(var, PORT=str(self.port)),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        self.lines.extend(line.rstrip() for line in self.process.stdout)

    def said(self, text: str) -> bool:
        return any(text in line for line in self.lines)

    def health(self) -> dict[str, str]:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health/", timeout=10) as answer:
                body = answer.read()
        except urllib.error.HTTPError as error:
            body = error.read()
        except OSError:
            return {}
        report = json.loads(body)
        assert isinstance(report, dict)
        return report

    def is_well(self) -> bool:
        return set(self.health().values()) == {"ok"}

    def child(self, name: str) -> psutil.Process | None:
        for process in psutil.Process(self.process.pid).children():
            with contextlib.suppress(psutil.NoSuchProcess):  # it just ended
                if CHILDREN[name] in " ".join(process.cmdline()):
                    return process
        return None

    def living(self, name: str) -> psutil.Process:
        """Wait for a child: one that was killed before may still be on its way back."""
        found: list[psutil.Process] = []

        def lives() -> bool:
            found.extend([child] if (child := self.child(name)) is not None else [])
            return bool(found)

        assert wait_for(lives), "\n".join(self.lines)
        return found[0]

    def hurry(self) -> int:
        """Stop by a second signal after the first, so that nobody's polite steps are waited for."""
        self.process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self.process.wait(1.2)  # an earlier one would be taken for the same Ctrl-C
        return self.stop()

    def stop(self) -> int:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        return self.process.wait(40)
