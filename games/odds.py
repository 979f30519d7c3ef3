"""Shots: how many of the 36 rolls let one checker hit a blot some pips away.

The numbers of every textbook's table (Hoyle counted the 36 rolls in the 1740s), worked out instead of copied: a roll
hits with either number, or with both together by way of a point that is not blocked; doubles go on up to four times.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.board import FAR_BAR, Board
from games.rules.dice import Dice
from games.rules.legal import legal_plays
from games.rules.plays import board_after

ROLLS = 36
_NUMBERS = range(1, 7)
_OPEN: frozenset[int] = frozenset()
FARTHEST = 24
"""The longest shot: from the bar to the opponent's side of the board."""


@dataclass(frozen=True, slots=True)
class Shots:
    """What hits a blot at one distance."""

    distance: int
    """In pips, 1-24."""
    direct: int
    """Rolls of 36 that hit with one number alone."""
    combined: tuple[Dice, ...]
    """What hits only with both numbers, or with several of a doublet."""

    @property
    def total(self) -> int:
        """Rolls of 36 that hit at all."""
        return self.direct + sum(ways(dice) for dice in self.combined)


def ways(dice: Dice) -> int:
    """How many of the 36 rolls show these two numbers."""
    return 1 if dice.is_doubles else 2


def shots(distance: int, blocked: frozenset[int] = _OPEN) -> Shots:
    """What hits a blot `distance` pips ahead (1-24) of one checker.

    `blocked` are the distances of points that the checker may not stop on. Raises ValueError for other distances.
    """
    if not 1 <= distance <= FARTHEST:
        raise ValueError(f"no checker is {distance} pips away")
    with_one = [dice for dice in _all_dice() if distance in (dice.high, dice.low)]
    combined = [dice for dice in _all_dice() if dice not in with_one and _hits_together(dice, distance, blocked)]
    return Shots(distance, sum(map(ways, with_one)), tuple(combined))


def all_shots() -> tuple[Shots, ...]:
    """The table: every distance that some roll reaches, nothing being blocked."""
    return tuple(found for found in map(shots, range(1, FARTHEST + 1)) if found.total)


def hitting_rolls(board: Board, point: int) -> int:
    """How many of the 36 rolls let the near player hit the blot on `point`, by counting legal plays."""
    return sum(ways(dice) for dice in _all_dice() if _can_hit(board, dice, point))


def _can_hit(board: Board, dice: Dice, point: int) -> bool:
    """Whether some play leaves one more checker on the bar and the blot gone from its point."""
    before = board.cells[FAR_BAR]
    after = (board_after(board, play.moves).cells for play in legal_plays(board, dice))
    return board.cells[point] == -1 and any(cells[FAR_BAR] > before and cells[point] >= 0 for cells in after)


def _all_dice() -> list[Dice]:
    return [Dice(high, low) for high in _NUMBERS for low in range(1, high + 1)]


def _hits_together(dice: Dice, distance: int, blocked: frozenset[int]) -> bool:
    if dice.is_doubles:
        times, rest = divmod(distance, dice.high)
        stops = {dice.high * step for step in range(1, times)}
        return rest == 0 and times <= 4 and not stops & blocked
    return dice.high + dice.low == distance and not {dice.high, dice.low} <= blocked
