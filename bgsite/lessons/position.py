"""The position of an exercise: the board, who is on roll, the dice, and what stands beside the board."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.board import Board
from games.rules.cube import Cube
from games.rules.dice import Dice
from games.rules.score import Crawford
from games.rules.sides import Pair, Side


@dataclass(frozen=True, slots=True)
class Setting:
    """Cube, score and rules beside the board."""

    cube: Cube | None
    """None: played without a cube."""
    length: int | None
    """None: money play."""
    score: Pair[int]
    crawford: Crawford
    jacoby: bool
    is_offered: bool
    """Whoever is on roll has doubled, and the other must answer."""


@dataclass(frozen=True, slots=True)
class Position:
    """The board in White's frame, who is on roll, and the dice if they are thrown. White is near."""

    board: Board
    on_roll: Side
    dice: Dice | None
    setting: Setting

    @property
    def seen(self) -> Board:
        """The board as the side on roll sees it."""
        return self.board.seen_by(self.on_roll)
