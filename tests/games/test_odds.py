"""The table of shots: against the table of the books, and against counting legal plays."""

from __future__ import annotations

import pytest

from games.odds import FARTHEST, all_shots, hitting_rolls, shots
from games.rules.board import BAR, Board, parse_board
from games.rules.dice import Dice

KNOWN = {1: 11, 2: 12, 3: 14, 4: 15, 5: 15, 6: 17, 7: 6, 8: 6, 9: 5, 10: 3, 11: 2, 12: 3, 15: 1, 16: 1, 18: 1} | {
    20: 1,
    24: 1,
}
"""Rolls of 36, as every book has them."""


def _one_hunter(distance: int, blocked: frozenset[int] = frozenset()) -> tuple[Board, int]:
    """One near checker, a blot `distance` ahead, points closed at the distances `blocked`; and the blot's point."""
    source = BAR if distance == FARTHEST else 24
    cells = [0] * 26
    cells[source] = 1
    for away in blocked:
        cells[source - away] = -2
    cells[source - distance] = -1
    return Board(tuple(cells)), source - distance


def test_the_table_is_that_of_the_books() -> None:
    assert {found.distance: found.total for found in all_shots()} == KNOWN


@pytest.mark.parametrize("distance", range(1, FARTHEST + 1))
def test_counting_legal_plays_gives_the_same(distance: int) -> None:
    board, point = _one_hunter(distance)
    assert hitting_rolls(board, point) == shots(distance).total


@pytest.mark.parametrize(
    ("distance", "blocked", "total"),
    [(6, {3}, 16), (6, {2, 4}, 14), (6, {1, 2, 3, 4, 5}, 11), (7, {6, 1}, 4), (8, {4}, 4), (12, {6}, 1)],
)
def test_blocked_points_take_combinations_away(distance: int, blocked: set[int], total: int) -> None:
    closed = frozenset(blocked)
    board, point = _one_hunter(distance, closed)
    assert shots(distance, closed).total == hitting_rolls(board, point)
    assert shots(distance, closed).total == total


def test_a_shot_says_how_it_hits() -> None:
    found = shots(3)
    assert (found.direct, found.combined) == (11, (Dice(1, 1), Dice(2, 1)))


def test_a_blot_that_nothing_reaches_or_that_is_none_is_not_hit() -> None:
    board = parse_board("M 6:2; O 20:1 3:2")
    assert hitting_rolls(board, 20) == 0
    assert hitting_rolls(board, 3) == 0


@pytest.mark.parametrize("distance", [0, 25])
def test_other_distances_are_refused(distance: int) -> None:
    with pytest.raises(ValueError, match=str(distance)):
        shots(distance)
