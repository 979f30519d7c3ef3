"""Show 5: `kill -9` of web, Valkey and PostgreSQL between and during moves."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.live import ROOT


def test_nothing_acknowledged_is_lost_whatever_is_killed(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    environment |= {"BARPOINT_VAR": str(tmp_path), "BARPOINT_CHANNEL_PREFIX": "disaster"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.matches.disaster", str(tmp_path)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr[-6000:]
    assert "all stored" in done.stdout
