"""Run the whole suite: `make test`. Every word goes to each of the pytest calls; the exit code is 1 if anything failed.

Three calls: most tests; those that kill processes and watch clocks, so that nothing else makes them late; the
browsers, because pytest-asyncio and sync Playwright do not mix in one process. Each runs on more processes than there
are cores, because many tests wait for servers or for a clock. Most files stay in one process, so that their servers are
started once; where all tests of a process share one site, the next test goes to whoever is free.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.servers import own_servers

ROOT = Path(__file__).resolve().parent.parent
_ALONE = {"tests/chaos": "load", "tests/browser": "worksteal"}


def main(words: list[str]) -> int:
    """Run all calls even if one fails."""
    with own_servers() as forget:
        failed = _pytest(4, "loadfile", ["tests", *(f"--ignore={folder}" for folder in _ALONE), *words])
        for folder, dist in _ALONE.items():
            forget()
            failed |= _pytest(3, dist, [folder, *words])
    return 1 if failed else 0


def _pytest(processes: int, dist: str, words: list[str]) -> bool:
    """Say whether the call failed."""
    parallel = ["-n", str(processes), "--dist", dist]
    command = [sys.executable, "-m", "pytest", "-q", "--hypothesis-profile=ci", *parallel, *words]
    sys.stdout.write(f"pytest {' '.join(words)}\n")
    sys.stdout.flush()
    # The suite starts some hundred processes of Python: where bytecode may not be kept, each compiles the whole site.
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.run(command, check=False, cwd=ROOT, env=kept, stdin=subprocess.DEVNULL).returncode != 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
