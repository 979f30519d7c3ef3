"""Run the whole suite: `make test`. Every word goes to each of the pytest calls; the exit code is 1 if anything failed.

Three calls: most tests on two processes; those that kill processes and watch clocks alone, so that nothing else makes
them late; the browsers, because pytest-asyncio and sync Playwright do not mix in one process.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_ALONE = ("tests/chaos", "tests/browser")
_PARALLEL = ("-n", "2", "--dist", "loadfile")


def main(words: list[str]) -> int:
    """Run all calls even if one fails."""
    failed = _pytest(["tests", *(f"--ignore={folder}" for folder in _ALONE), *_PARALLEL, *words])
    for folder in _ALONE:
        if any((ROOT / folder).glob("test_*.py")):
            failed |= _pytest([folder, *words])
    return 1 if failed else 0


def _pytest(words: list[str]) -> bool:
    """Say whether the call failed."""
    command = [sys.executable, "-m", "pytest", "-q", "--hypothesis-profile=ci", *words]
    sys.stdout.write(f"pytest {' '.join(words)}\n")
    sys.stdout.flush()
    return subprocess.run(command, check=False, cwd=ROOT, stdin=subprocess.DEVNULL).returncode != 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
