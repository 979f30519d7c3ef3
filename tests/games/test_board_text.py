"""The board drawn with characters."""

from __future__ import annotations

from games.notation.board_text import format_board_text
from games.rules.board import Board, parse_board


def test_the_near_side_is_x_at_the_bottom() -> None:
    lines = format_board_text(parse_board("M 6:5 24:1; O 19:5 1:1")).splitlines()
    assert lines[1] == "|                  |   | O              X |"
    assert lines[-2] == "|                  |   | X              O |"


def test_more_than_five_are_a_number() -> None:
    lines = format_board_text(parse_board("M 6:15; O bar:6 13:9")).splitlines()
    assert [line[1:4] for line in lines[1:6]] == [" O ", " O ", " O ", " O ", " 9 "]
    assert [line[20:23] for line in lines[1:6]] == [" O ", " O ", " O ", " O ", " 6 "]
    assert [line[24:27] for line in lines[7:12]] == ["15 ", " X ", " X ", " X ", " X "]


def test_every_line_is_as_long() -> None:
    assert {len(line) for line in format_board_text(Board.start()).splitlines()} == {43}
