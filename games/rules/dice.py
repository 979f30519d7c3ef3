"""A roll, and where rolls come from. Chance is handed in: nothing here draws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from games.rules.errors import InvalidAction


@dataclass(frozen=True, slots=True)
class Dice:
    """One roll, the larger number first."""

    high: int
    low: int

    @classmethod
    def of(cls, one: int, other: int) -> Dice:
        """The roll of two numbers in either order. Raises InvalidAction unless both are 1-6."""
        if not (1 <= one <= 6 and 1 <= other <= 6):
            raise InvalidAction(f"no such roll: {one}-{other}")
        return cls(max(one, other), min(one, other))

    @property
    def is_doubles(self) -> bool:
        """Both dice equal. Never to be confused with a double, which is the cube's."""
        return self.high == self.low

    @property
    def numbers(self) -> tuple[int, ...]:
        """What may be played: two numbers, or four for doubles (rules.md 1.3)."""
        return (self.high,) * 4 if self.is_doubles else (self.high, self.low)

    def __str__(self) -> str:
        return f"{self.high}{self.low}"


class DiceSource(Protocol):
    """Draws two dice, uniform over the 36 throws (rules.md 1.8)."""

    def throw(self) -> tuple[int, int]:
        """Two numbers 1-6. For an opening throw the first is White's die, the second Black's."""
        ...
