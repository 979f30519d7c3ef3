"""Answers as values, whoever gives them: a learner, or a data file that says why they are wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bgsite.lessons.attempts import Moves


@dataclass(frozen=True, slots=True)
class Placed:
    """The answer to a PlaceTask: point → checkers."""

    counts: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Called:
    """The answer to a CardsTask: id → whether it is called true."""

    cards: Mapping[str, bool]


Answer = Moves | str | frozenset[int] | int | Placed | Called
"""Of a PlayTask the moves, of a ChoiceTask the id, of a PointsTask the points, of a NumberTask the number."""
