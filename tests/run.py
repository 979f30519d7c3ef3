"""Run the whole suite: `make test`. Two pytest calls, because pytest-asyncio and sync Playwright do not mix in one.

Every further word goes to both calls. The exit code is 1 if anything failed.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_BROWSER = "tests/browser"
_NO_TESTS = 5
_PARALLEL = ("-n", "2", "--dist", "loadfile")


def main(words: list[str]) -> int:
    """Run both calls even if the first fails."""
    codes = [_pytest(["tests", f"--ignore={_BROWSER}", *_PARALLEL, *words])]
    if any((ROOT / _BROWSER).glob("test_*.py")):
        codes.append(_pytest([_BROWSER, *words]))
    return 1 if any(codes) else 0


def _pytest(words: list[str]) -> int:
    command = [sys.executable, "-m", "pytest", "-q", "--hypothesis-profile=ci", *words]
    code = subprocess.run(command, check=False, cwd=ROOT, stdin=subprocess.DEVNULL).returncode
    return 0 if code == _NO_TESTS and words[0] == _BROWSER else code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
