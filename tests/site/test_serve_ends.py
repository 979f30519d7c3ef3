"""What ends `manage.py serve`: signals, after which nothing is left, and what it refuses in a sentence at its start."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

import manage
from bgsite.embedded.places import Places
from tests.live import SiteProcesses, free_port
from tests.prepared import copy_prepared, open_folder
from tests.serving import CHILDREN, Serve, environment, run_manage, wait_for

pytestmark = pytest.mark.early


@pytest.fixture
def var() -> Iterator[Path]:
    with open_folder("barpoint serve ") as folder:
        yield folder
        Places(folder).remove_socket_folders()  # which a killed one leaves


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left_after_the_end(var: Path, how: signal.Signals) -> None:
    copy_prepared(var)
    running = Serve(var)
    assert wait_for(lambda: running.said("ready: "), 120), "\n".join(running.lines)
    everything = psutil.Process(running.process.pid).children(recursive=True)
    assert len(everything) >= len(CHILDREN)
    began = time.monotonic()
    running.process.send_signal(how)
    code = running.process.wait(30)
    _, alive = psutil.wait_procs(everything, timeout=15)
    assert [process.cmdline() for process in alive if process.status() != psutil.STATUS_ZOMBIE] == []
    if how is not signal.SIGKILL:
        assert code == 0
        assert time.monotonic() - began < 15
        assert running.lines[-1].endswith("everything has stopped")
        assert not Places(var).postgres_sockets.exists()


def test_a_web_process_of_the_background_ends_at_its_first_signal(site_processes: SiteProcesses) -> None:
    """What the shell of a script starts with `&` ignores SIGINT, and so does all that it starts."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        web = site_processes.start_web()
    finally:
        signal.signal(signal.SIGINT, before)
    web.stop()
    assert web.process.returncode == 0


def test_stopping_before_it_is_ready_leaves_nothing(var: Path) -> None:
    running = Serve(var)
    assert wait_for(lambda: running.said("start; their data"), 120)
    assert running.stop() == 0
    assert running.lines[-1].endswith("everything has stopped")


Try = Callable[[Path, dict[str, str]], tuple[object, str, str]]
"""Tries to serve with these settings: the code of its end, what it printed, and the sentence."""


def in_a_process(var: Path, variables: dict[str, str]) -> tuple[object, str, str]:
    tried = run_manage(var, "serve", **variables)
    return tried.returncode, tried.stdout, tried.stderr


def right_here(var: Path, variables: dict[str, str]) -> tuple[object, str, str]:
    """The same command in this process, whose settings are loaded already: for what is looked at after them."""
    out, errors = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        for name in os.environ.keys() - environment(var).keys():
            patch.delenv(name)
        for name, value in environment(var, **variables).items():
            patch.setenv(name, value)
        patch.setattr(sys, "argv", ["manage.py", "serve"])
        patch.setattr("bgsite.serving.site._Site", None)  # what is not refused must fail here, not run until Ctrl-C
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors), pytest.raises(SystemExit) as ended:
            manage.main()
    return ended.value.code, out.getvalue(), errors.getvalue()


@pytest.mark.parametrize(
    ("tries", "variables", "sentence"),
    [
        (in_a_process, {"PORT": "eighty"}, "PORT is 'eighty'"),
        (right_here, {"HOST": "192.0.2.1"}, "no address of this machine"),
        (right_here, {"HOST": "no such host"}, "no address of this machine"),
        (in_a_process, {"DATABASE_URL": "mysql://localhost/x"}, "must name a PostgreSQL database"),
        (in_a_process, {"DATABASE_URL": "postgresql://localhost:port/x"}, "not a valid address"),
        (right_here, {"DATABASE_URL": "postgresql://user@127.0.0.1:1/x"}, "DATABASE_URL cannot be used"),
        (in_a_process, {"REDIS_URL": "http://localhost"}, "must name a Redis or Valkey server"),
        (right_here, {"REDIS_URL": "redis://127.0.0.1:1/0"}, "REDIS_URL cannot be used"),
        (in_a_process, {"BARPOINT_DEBUG": "perhaps"}, "set it to 1 or 0"),
        (in_a_process, {"EMAIL_URL": "http://mail"}, "must name a mail server"),
    ],
)
def test_wrong_settings_get_one_sentence(tries: Try, var: Path, variables: dict[str, str], sentence: str) -> None:
    code, printed, said = tries(var, {"PORT": str(free_port()), **variables})
    assert code == 2
    assert sentence in said
    assert said.count("\n") == 1
    assert printed == ""


def test_a_taken_port_is_refused(var: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        code, _, said = right_here(var, {"PORT": str(port)})
    assert code == 2
    assert f"Port {port} is taken" in said
    assert said.count("\n") == 1
