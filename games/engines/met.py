"""Match winning chances by score: the Kazaross-XG2 table and its extension (formulas.md 1, rules.md 4.6).

The table (25 points) is Copyright Neil Kazaross 2011, transcribed by Michael Petch; copying with or without
change is permitted as long as this notice stays. Longer scores follow David Montgomery's normal model, by
which GNU Backgammon extends every table: the difference divided by the spread of so many games.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import erf, sqrt

TABLE_POINTS = 25
_GAMMON_RATE = 0.25
"""Share of gammons among wins, where somebody needs one point and the table ends."""
_SPREADS = (0.0, 1.24, 1.27, 1.47, 1.50, 1.60, 1.61, 1.66, 1.68, 1.70, 1.72)
_SPREAD_BEYOND = 1.77
"""Standard deviation of one game's points for a side so many points away (more than 10: the last)."""


@dataclass(frozen=True, slots=True)
class _Table:
    """``before[a, b]`` from 1 to 25 points; ``after[n]``: n away against 1 away, after the Crawford game."""

    before: dict[tuple[int, int], float]
    after: dict[int, float]


def chance(me: int, opponent: int, *, is_after_crawford: bool) -> float:
    """The chance to win the match ``me`` points away against ``opponent`` away, between two games.

    ``is_after_crawford``: the Crawford game has been played (or the rule is not in use), so a side that needs
    one point has the cube against it; otherwise such a score means the Crawford game itself.
    Points away at or below 0 are a match won.
    """
    if me <= 0 or opponent <= 0:
        return 1.0 if me <= 0 else 0.0
    if me == opponent:
        return 0.5
    if me > opponent:
        return _trailing(me, opponent, is_after_crawford)
    return 1.0 - _trailing(opponent, me, is_after_crawford)


def _trailing(me: int, opponent: int, is_after_crawford: bool) -> float:
    """The same for the side that needs more."""
    if opponent == 1:
        return _trailing_after(me) if is_after_crawford else _trailing_at_crawford(me)
    if me <= TABLE_POINTS:
        return _table().before[me, opponent]
    spread = sqrt(_spread(me) ** 2 + _spread(opponent) ** 2) * sqrt((me + opponent) / 2)
    return 0.5 * (1.0 - erf((me - opponent) / spread / sqrt(2)))


def _spread(points: int) -> float:
    return _SPREADS[points] if points < len(_SPREADS) else _SPREAD_BEYOND


@cache
def _trailing_after(me: int) -> float:
    """Beyond the table the trailer doubles at once: half the games are won, for two points or four."""
    if me <= 0:
        return 1.0
    if me <= TABLE_POINTS:
        return _table().after[me]
    return 0.5 * ((1 - _GAMMON_RATE) * _trailing_after(me - 2) + _GAMMON_RATE * _trailing_after(me - 4))


def _trailing_at_crawford(me: int) -> float:
    if me <= TABLE_POINTS:
        return _table().before[me, 1]
    return 0.5 * ((1 - _GAMMON_RATE) * _trailing_after(me - 1) + _GAMMON_RATE * _trailing_after(me - 2))


@cache
def _table() -> _Table:
    before: dict[tuple[int, int], float] = {}
    after: dict[int, float] = {}
    text = files("games.engines").joinpath("met_kazaross_xg2.csv").read_text(encoding="utf-8")
    for row in list(csv.reader(text.splitlines()))[1:]:
        chances = enumerate(map(float, row[2 : 2 + TABLE_POINTS]), start=1)
        if row[0] == "pre":
            before.update(((int(row[1]), opponent), value) for opponent, value in chances)
        else:
            after.update(chances)
    return _Table(before, after)
