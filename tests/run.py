"""Run the whole suite: `make test`. Every word goes to each of the pytest calls; the exit code is 1 if anything failed,
2 if the front end could not be built.

Three calls: most tests; those that kill processes and watch clocks, so that nothing else makes them late; the
browsers, because pytest-asyncio and sync Playwright do not mix in one process. Most files stay in one process, so that
their servers are started once; where all tests of a process share one site, the next test goes to whoever is free. All
keep the order in which tests/conftest.py puts the tests: what lasts long comes early.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from bgsite.serving import frontend
from tests.servers import own_servers

ROOT = Path(__file__).resolve().parent.parent
_PROCESSES = "3"
"""More than two cores, because many tests wait for servers or for a clock; not more, because each process collects all
tests."""
_ALONE = ("tests/chaos", "tests/browser")
_BY_FILES = ("--dist", "loadfile", "--no-loadscope-reorder")
_ONE_BY_ONE = ("--dist", "load", "--maxschedchunk", "1")


def main(words: list[str]) -> int:
    """Build the front end if it is stale; then run all calls even if one fails."""
    with contextlib.ExitStack() as stack:
        with _reading_all_tests() if frontend.is_stale() else contextlib.nullcontext():
            if (code := frontend.main([])) != 0:
                return code
            forget = stack.enter_context(own_servers())
        failed = _pytest(_BY_FILES, ["tests", *(f"--ignore={folder}" for folder in _ALONE), *words])
        for folder in _ALONE:
            forget()
            failed |= _pytest(_ONE_BY_ONE, [folder, *words])
    return 1 if failed else 0


@contextlib.contextmanager
def _reading_all_tests() -> Iterator[None]:
    """Let a process collect all tests meanwhile: where they are new to a machine it rewrites their assertions.

    Each process of a call would do the same for itself, while building leaves a core idle. What it says does not
    matter: the calls say it again.
    """
    with subprocess.Popen(
        [sys.executable, "-m", "pytest", "--collect-only", "-qq", "tests"],
        cwd=ROOT,
        env=_environment() | {"BARPOINT_SECRET_KEY": "none is made for reading"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ):
        yield


def _environment() -> dict[str, str]:
    """Ours, but bytecode is kept: else each of some hundred processes compiles the whole site."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def _pytest(sharing: tuple[str, ...], words: list[str]) -> bool:
    """Say whether the call failed."""
    command = [sys.executable, "-m", "pytest", "-q", "--hypothesis-profile=ci", "-n", _PROCESSES, *sharing, *words]
    sys.stdout.write(f"pytest {' '.join(words)}\n")
    sys.stdout.flush()
    return subprocess.run(command, check=False, cwd=ROOT, env=_environment(), stdin=subprocess.DEVNULL).returncode != 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
