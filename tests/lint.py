"""Everything that is checked without running the program: `make lint`. What failed is named last."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Check:
    """One check: its name and its command, run by our own Python."""

    name: str
    words: tuple[str, ...]


CHECKS = (
    Check("format", ("-m", "ruff", "format", "--check", "--quiet")),
    Check("ruff", ("-m", "ruff", "check", "--quiet")),
    Check("types", ("-m", "mypy")),
    Check("imports", ("-c", "from importlinter.cli import lint_imports_command; lint_imports_command()", "--no-logo")),
    Check("migrations", ("-W", "ignore", "manage.py", "makemigrations", "--check", "--dry-run")),
    Check("translations", ("-m", "tests.translations")),
    Check("lessons", ("-m", "bgsite.lessons.validate")),
    Check("hard-coded texts", ("-m", "tests.hard_coded")),
    Check("texts", ("-W", "ignore", "-m", "tests.texts")),
    Check("front end types", ("-m", "bgsite.serving.frontend", "run", "--silent", "typecheck")),
    Check("front end tests", ("-m", "bgsite.serving.frontend", "run", "--silent", "--if-present", "test")),
)


def main() -> int:
    """Run all checks; print what the failed ones say."""
    with tempfile.TemporaryDirectory(prefix="barpoint-lint-") as var:
        environment = {**os.environ, "BARPOINT_VAR": var, "PYTHONUNBUFFERED": "1"}
        failed = [check.name for check in CHECKS if not _passes(check, environment)]
    sys.stdout.write(f"lint: {'failed: ' + ', '.join(failed) if failed else 'all clean'}\n")
    return 1 if failed else 0


def _passes(check: Check, environment: dict[str, str]) -> bool:
    began = time.monotonic()
    finished = subprocess.run(
        [sys.executable, *check.words],
        check=False,
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    passed = finished.returncode == 0
    if not passed:
        sys.stdout.write(finished.stdout)
    sys.stdout.write(f"{check.name}: {'ok' if passed else 'FAILED'} ({time.monotonic() - began:.1f} s)\n")
    sys.stdout.flush()
    return passed


if __name__ == "__main__":
    sys.exit(main())
