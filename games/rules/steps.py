"""Single steps: which checker may move by one die right now. The ground under plays and step graph.

Works on plain cells (see ``Board.cells``, the mover near), because this is the hot part.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.board import BAR, OFF
from games.rules.plays import CheckerMove

MOVES: tuple[tuple[CheckerMove, ...], ...] = tuple(
    tuple(CheckerMove(source, max(OFF, source - die), die) for source in range(BAR + 1)) for die in range(7)
)
"""``MOVES[die][source]``: every checker move there is, made once, since plays share them."""


def sources(cells: Sequence[int], die: int) -> list[int]:
    """The places a near checker may leave with ``die`` now, highest first (rules.md 1.4, 1.5)."""
    if cells[BAR]:
        return [BAR] if cells[BAR - die] > -2 else []
    own = [point for point in range(24, 0, -1) if cells[point] > 0]
    found = [point for point in own if point > die and cells[point - die] > -2]
    if own and own[0] <= 6:
        found += _bear_off_sources(cells, own[0], die)
    return found


def _bear_off_sources(cells: Sequence[int], highest: int, die: int) -> list[int]:
    """The point ``die`` bears off from, if any, with all checkers home and the rearmost on ``highest``."""
    if highest < die:
        return [highest]
    return [die] if cells[die] > 0 else []


def make_step(cells: list[int], source: int, die: int) -> bool:
    """Move one near checker in place; whether it hit a blot. Checks nothing."""
    cells[source] -= 1
    target = source - die
    if target <= OFF:
        return False
    hits = cells[target] == -1
    if hits:
        cells[target] = 0
        cells[0] += 1
    cells[target] += 1
    return hits
