"""Dice for tests: written down, or drawn from a seed."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random


class ScriptedDice:
    """Gives the throws that were written down, in order; asking for more is an error of the test."""

    def __init__(self, *throws: tuple[int, int]) -> None:
        self._throws = list(throws)

    def add(self, throws: Iterable[tuple[int, int]]) -> None:
        """More throws at the end."""
        self._throws.extend(throws)

    def throw(self) -> tuple[int, int]:
        if not self._throws:
            raise AssertionError("the script has no more dice")
        return self._throws.pop(0)

    @property
    def left(self) -> int:
        """How many throws were not used."""
        return len(self._throws)


class SeededDice:
    """Uniform throws from a generator that the test owns."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.thrown: list[tuple[int, int]] = []

    def throw(self) -> tuple[int, int]:
        self.thrown.append((self._random.randint(1, 6), self._random.randint(1, 6)))
        return self.thrown[-1]
