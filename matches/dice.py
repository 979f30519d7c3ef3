"""The one module that draws random numbers (rules.md 1.8)."""

from __future__ import annotations

from secrets import choice, randbelow

from games.rules.sides import Side


class SystemDice:
    """Dice from the operating system's generator, without bias. A `DiceSource`; keeps nothing between throws."""

    __slots__ = ()

    def throw(self) -> tuple[int, int]:
        """Two numbers 1-6, uniform over the 36 throws; for an opening throw White's die first."""
        return randbelow(6) + 1, randbelow(6) + 1


def random_side() -> Side:
    """White or Black, evenly: for a match whose creator left the sides to chance."""
    return choice((Side.WHITE, Side.BLACK))
