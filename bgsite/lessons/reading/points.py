"""Reads points of the board: which are chosen, and how many checkers are placed on which."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bgsite.lessons.fields import Fields
from games.rules.board import POINTS


def read_points(table: Fields, name: str) -> frozenset[int]:
    """A list of points. Raises LessonError."""
    found = table.take(name, list)
    if not all(isinstance(point, int) and point in POINTS for point in found):
        raise table.error(name, "must be a list of points from 1 to 24")
    return frozenset(found)


def read_placed(table: Fields, name: str) -> Mapping[int, int]:
    """Point → checkers. Raises LessonError."""
    found = {}
    for point, count in table.take(name, dict).items():
        if not (point.isdecimal() and int(point) in POINTS and isinstance(count, int) and 1 <= count <= 15):
            raise table.error(name, f"must say point = checkers, not {point} = {count!r}")
        found[int(point)] = count
    return MappingProxyType(found)
