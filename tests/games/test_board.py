"""Boards: checks, the one-line text, mirror, pips."""

from __future__ import annotations

import pytest
from hypothesis import given

from games.rules.board import Board, checked_board, format_board, is_closed_out, parse_board
from games.rules.errors import InvalidAction
from games.rules.sides import Side
from tests.games.positions import boards

START = "M 24:2 13:5 8:3 6:5; O 19:5 17:3 12:5 1:2"


def test_the_start_is_written_in_one_line() -> None:
    assert format_board(Board.start()) == START


def test_bars_are_each_sides_own() -> None:
    board = parse_board("M bar:1 6:2; O bar:3 20:2")
    assert (board.cells[25], board.cells[0]) == (1, 3)


@given(boards())
def test_the_text_is_read_back(board: Board) -> None:
    assert parse_board(format_board(board)) == board


@given(boards())
def test_turned_round_twice_is_the_same(board: Board) -> None:
    assert board.mirror().mirror() == board


@given(boards())
def test_turning_round_swaps_what_is_off(board: Board) -> None:
    assert (board.mirror().near_off, board.mirror().far_off) == (board.far_off, board.near_off)


def test_the_start_looks_the_same_to_both_sides() -> None:
    assert Board.start().seen_by(Side.BLACK) == Board.start().seen_by(Side.WHITE)


def test_both_sides_start_with_167_pips() -> None:
    assert (Board.start().pip_count, Board.start().mirror().pip_count) == (167, 167)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "a board text reads"),
        ("M 6:1", "a board text reads"),
        ("O 6:1; M 5:1", "a board text reads"),
        ("M 6; O 5:1", "not a point and a count: '6'"),
        ("M 6:x; O 5:1", "not a point and a count: '6:x'"),
        ("M 25:1; O 5:1", "there is no 25 point"),
        ("M 0:1; O 5:1", "there is no 0 point"),
        ("M 6:1; O 6:1", "both sides are on the 6 point"),
        ("M 6:16; O 5:1", "the near player has 16 checkers"),
        ("M 6:1; O 5:9 4:7", "the far player has 16 checkers"),
    ],
)
def test_a_wrong_text_is_refused_with_its_reason(text: str, reason: str) -> None:
    with pytest.raises(InvalidAction, match=reason):
        parse_board(text)


def _start_with(index: int, value: object) -> list[object]:
    cells: list[object] = list(Board.start().cells)
    cells[index] = value
    return cells


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ([], "26 numbers, not 0"),
        ([0] * 25, "26 numbers, not 25"),
        ([0] * 27, "26 numbers, not 27"),
        (_start_with(3, None), "whole numbers only"),
        (_start_with(3, True), "whole numbers only"),
        (_start_with(3, 1.0), "whole numbers only"),
        (_start_with(3, "1"), "whole numbers only"),
        (_start_with(0, -1), "a bar cannot hold fewer than 0"),
        (_start_with(25, -1), "a bar cannot hold fewer than 0"),
        (_start_with(25, 10**5000), "over 999"),
        (_start_with(0, 1), "the far player has 16 checkers"),
    ],
)
def test_untrusted_cells_are_refused_with_the_reason(cells: list[object], reason: str) -> None:
    with pytest.raises(InvalidAction, match=reason):
        checked_board(cells)


def test_a_finished_position_is_a_position() -> None:
    assert checked_board(parse_board("M; O 24:15").cells).near_off == 15


def test_a_closed_out_player_is_told_from_one_who_can_enter() -> None:
    assert is_closed_out(parse_board("M bar:1 6:14; O 19:2 20:2 21:2 22:2 23:2 24:2 1:3"))
    assert not is_closed_out(parse_board("M bar:1 6:14; O 19:2 20:2 21:2 22:2 23:2 24:1 1:4"))
    assert not is_closed_out(parse_board("M 6:15; O 19:2 20:2 21:2 22:2 23:2 24:2 1:3"))


@pytest.mark.parametrize(
    ("text", "contact"),
    [
        (START, True),
        ("M 6:15; O 19:15", False),
        ("M 12:15; O 11:15", True),
        ("M 12:15; O 13:15", False),
        ("M bar:1 1:14; O 24:15", True),
        ("M 1:15; O bar:1 24:14", True),
        ("M 24:1; O 1:1", True),
    ],
)
def test_contact_is_told_from_a_race(text: str, contact: bool) -> None:
    assert parse_board(text).has_contact is contact
