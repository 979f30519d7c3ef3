"""The levels: how deep each looks, and how far it errs (engine.md, docs/decisions/computer-levels.md)."""

from __future__ import annotations

from functools import cache
from typing import assert_never

from games.engines.brain import Brain
from games.engines.computer import Computer
from games.engines.judge import Depth, Judge
from games.rules.levels import Level

NETWORK = Depth(plies=1)
TWO = Depth(plies=2, widest=50, shortlist=6)
THREE = Depth(plies=3, widest=6, shortlist=6)


@cache
def brain_for(level: Level) -> Brain:
    """The computer of ``level``, one for the process. bgsage is loaded when it first has to think."""
    match level:
        case Level.BEGINNER:
            return Computer(level, Judge(NETWORK), 0.15)
        case Level.INTERMEDIATE:
            return Computer(level, Judge(NETWORK), 0.08)
        case Level.ADVANCED:
            return Computer(level, Judge(TWO), 0.0)
        case Level.EXPERT:
            return Computer(level, Judge(THREE), 0.0)
        case _ as never:
            assert_never(never)
