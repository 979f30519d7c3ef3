"""How many turns a race can still take, at worst and at best (for rules.md 5.7). Pure arithmetic."""

from __future__ import annotations

from games.rules.board import Board
from games.rules.dice import Dice
from games.rules.legal import legal_plays
from games.rules.plays import board_after

_WORST = Dice(2, 1)
_PIPS_OF_WORST = 3
_STEPS_A_TURN = 4
"""6-6 every turn: four steps of six pips, the most any roll can do."""


def fewest_turns(board: Board) -> int:
    """Turns the near player needs at the very least, rolling 6-6 every time. Contact must be over.

    A checker on point p needs p/6 steps, rounded up; no roll saves more than one step with one number.
    """
    steps = sum(count * -(-point // 6) for point, count in enumerate(board.cells[1:25], start=1) if count > 0)
    return -(-steps // _STEPS_A_TURN)


def is_home_within(board: Board, turns: int, rolled: Dice | None = None) -> bool:
    """Whether the near player has borne off after ``turns`` of the own turns, whatever is rolled.

    Contact must be over. The worst that can come is 2-1 every turn (any other roll can do at least as
    much), answered by the best play; ``rolled`` are dice already on the table.
    """
    return _Walk().is_home(_alone(board), turns, rolled)


def _alone(board: Board) -> Board:
    """The near player's checkers without the far ones, which no longer matter."""
    return Board((0, *(max(0, count) for count in board.cells[1:25]), board.cells[25]))


class _Walk:
    """A search through the best plays of 2-1; ``failed`` holds positions and turns that do not suffice."""

    def __init__(self) -> None:
        self._failed: set[tuple[Board, int]] = set()

    def is_home(self, board: Board, turns: int, rolled: Dice | None = None) -> bool:
        if board.near_on_board == 0:
            return True
        if turns <= 0 or (rolled is None and self._is_hopeless(board, turns)):
            return False
        if rolled is None and (board, turns) in self._failed:
            return False
        for play in legal_plays(board, rolled or _WORST):
            if self.is_home(board_after(board, play.moves), turns - 1):
                return True
        if rolled is None:
            self._failed.add((board, turns))
        return False

    @staticmethod
    def _is_hopeless(board: Board, turns: int) -> bool:
        """Too many pips or checkers for so many rolls of 2-1."""
        return board.pip_count > _PIPS_OF_WORST * turns or board.near_on_board > 2 * turns
