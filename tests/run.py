"""Run the whole suite: `make test`. Every word goes to each of the pytest calls; the exit code is 1 if anything failed.

Three calls: most tests; those that kill processes and watch clocks, so that nothing else makes them late; the
browsers, because pytest-asyncio and sync Playwright do not mix in one process. Most files stay in one process, so that
their servers are started once; where all tests of a process share one site, the next test goes to whoever is free. All
keep the order in which tests/conftest.py puts the tests: what lasts long comes early.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.servers import own_servers

ROOT = Path(__file__).resolve().parent.parent
_PROCESSES = "3"
"""More than two cores, because many tests wait for servers or for a clock; not more, because each process collects all
tests, and where they are new to a machine rewrites their assertions."""
_ALONE = ("tests/chaos", "tests/browser")
_BY_FILES = ("--dist", "loadfile", "--no-loadscope-reorder")
_ONE_BY_ONE = ("--dist", "load", "--maxschedchunk", "1")


def main(words: list[str]) -> int:
    """Run all calls even if one fails."""
    with own_servers() as forget:
        failed = _pytest(_BY_FILES, ["tests", *(f"--ignore={folder}" for folder in _ALONE), *words])
        for folder in _ALONE:
            forget()
            failed |= _pytest(_ONE_BY_ONE, [folder, *words])
    return 1 if failed else 0


def _pytest(sharing: tuple[str, ...], words: list[str]) -> bool:
    """Say whether the call failed."""
    command = [sys.executable, "-m", "pytest", "-q", "--hypothesis-profile=ci", "-n", _PROCESSES, *sharing, *words]
    sys.stdout.write(f"pytest {' '.join(words)}\n")
    sys.stdout.flush()
    # The suite starts some hundred processes of Python: where bytecode may not be kept, each compiles the whole site.
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.run(command, check=False, cwd=ROOT, env=kept, stdin=subprocess.DEVNULL).returncode != 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
