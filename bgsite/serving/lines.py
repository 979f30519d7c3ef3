"""What `serve` prints: short lines, each with the name of who says it."""

from __future__ import annotations

import sys

SITE = "barpoint"
_WIDTH = 12


def say(name: str, line: str) -> None:
    """Print one line at once."""
    sys.stdout.write(f"{name:{_WIDTH}}| {line}\n")
    sys.stdout.flush()
