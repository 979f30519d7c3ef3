"""The bounds of rules.md 5.7 against the truth: the worst and best over all rolls, by exhaustion."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

from games.rules.board import Board
from games.rules.dice import Dice
from games.rules.legal import legal_plays
from games.rules.plays import board_after
from games.rules.race_bounds import fewest_turns, is_home_within

ROLLS = [Dice(high, low) for high in range(1, 7) for low in range(1, high + 1)]


def race(*points: int) -> Board:
    cells = [0] * 26
    for point in points:
        cells[point] += 1
    return Board(tuple(cells))


@cache
def most_turns(board: Board) -> int:
    """Turns needed when the dice are the enemy's and the plays one's own."""
    if board.near_on_board == 0:
        return 0
    return 1 + max(min(most_turns(after) for after in _results(board, dice)) for dice in ROLLS)


@cache
def luckiest_turns(board: Board) -> int:
    """Turns needed when the dice are one's own as well."""
    if board.near_on_board == 0:
        return 0
    return 1 + min(luckiest_turns(after) for dice in ROLLS for after in _results(board, dice))


@cache
def _results(board: Board, dice: Dice) -> frozenset[Board]:
    return frozenset(board_after(board, play.moves) for play in legal_plays(board, dice))


HOME = [race(*points) for count in range(1, 5) for points in combinations_with_replacement(range(1, 7), count)]
OUTSIDE = [race(*points) for count in range(1, 4) for points in combinations_with_replacement(range(1, 13), count)]


def test_the_bounds_are_the_truth() -> None:
    """No roll is worse than 2-1 and none better than 6-6, whatever the position."""
    boards = [board for board in HOME + OUTSIDE if board.pip_count < 26]
    assert len(boards) > 500
    for board in boards:
        most = most_turns(board)
        assert is_home_within(board, most)
        assert not is_home_within(board, most - 1)
        assert fewest_turns(board) == luckiest_turns(board)


def test_dice_on_the_table_are_the_first_turn() -> None:
    """Known dice replace the worst ones for this turn."""
    assert is_home_within(race(6, 5), 1, Dice(6, 5))
    assert not is_home_within(race(6, 5), 1)


def test_a_long_race_is_answered_at_once() -> None:
    """The search is cut where pips or checkers cannot suffice."""
    full = race(*[24] * 15)
    assert fewest_turns(full) == 15
    assert not is_home_within(full, 100)
    assert not is_home_within(race(*[6] * 15), 29)
