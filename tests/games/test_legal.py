"""Legal plays against real programs, against a slow walker, and against their own laws."""

from __future__ import annotations

import pytest
from hypothesis import given

from games.notation.position_id import format_position_id, parse_position_id
from games.rules.board import Board, parse_board
from games.rules.dice import Dice
from games.rules.legal import has_legal_play, legal_plays
from games.rules.plays import board_after
from tests.games.positions import (
    ALL_ROLLS,
    board_of,
    boards,
    golden_words,
    legal_paths,
    legal_rows,
    rolls,
    single_steps,
)


def _results(board: Board, dice: Dice) -> list[list[int]]:
    return sorted(list(board_after(board, play.moves).cells) for play in legal_plays(board, dice))


def _dice_used(board: Board, dice: Dice) -> set[int]:
    return {len(play.moves) for play in legal_plays(board, dice)}


def test_every_golden_row_agrees() -> None:
    wrong = [
        row["id"]
        for row in legal_rows()
        if _results(board_of(row), Dice.of(*row["dice"])) != row["results"]
        or _dice_used(board_of(row), Dice.of(*row["dice"])) != ({row["dice_used"]} if row["results"] else set())
    ]
    assert wrong == []


def test_every_golden_row_agrees_with_the_dice_turned_round() -> None:
    wrong = [
        row["id"] for row in legal_rows() if _results(board_of(row), Dice.of(*row["dice"][::-1])) != row["results"]
    ]
    assert wrong == []


def test_has_legal_play_agrees_with_every_golden_row() -> None:
    wrong = [
        row["id"]
        for row in legal_rows()
        if has_legal_play(board_of(row), Dice.of(*row["dice"])) != bool(row["results"])
    ]
    assert wrong == []


@pytest.mark.parametrize("words", golden_words("disagreements.rolls"), ids=lambda words: f"{words[0]}-{words[1]}")
def test_the_last_checker_must_hit_first_where_bgsage_lets_it_go(words: list[str]) -> None:
    """The one pattern on which programs disagree.

    The mover has one checker left. One die would bear it off at once, but hitting a blot with the other
    die first uses both. Nothing exempts the last checker from using both numbers, so gnubg-nn, OpenSpiel,
    GNU Backgammon itself and a brute-force walker allow the hit only; bgsage allows both plays.
    """
    board, dice = parse_position_id(words[0]), Dice.of(int(words[1][0]), int(words[1][1]))
    ids = [format_position_id(board_after(board, play.moves)) for play in legal_plays(board, dice)]
    assert ids == [words[2]]
    without_hit = [end for _, end in single_steps(board.cells, dice.high)]
    assert words[3] in [format_position_id(Board(cells)) for cells in without_hit]


def test_the_disagreements_are_all_there() -> None:
    assert len(golden_words("disagreements.rolls")) == 31


@pytest.mark.parametrize("words", golden_words("counts.rolls"), ids=lambda words: words[0])
def test_the_number_of_plays_is_that_of_two_programs(words: list[str]) -> None:
    board = parse_position_id(words[0])
    assert [len(legal_plays(board, dice)) for dice in ALL_ROLLS] == [int(count) for count in words[1:]]


@given(boards(), rolls())
def test_plays_end_where_the_slow_walker_ends(board: Board, dice: Dice) -> None:
    ends = set(legal_paths(board, dice).values()) - {board.cells}
    assert {board_after(board, play.moves).cells for play in legal_plays(board, dice)} == ends


@given(boards(), rolls())
def test_no_two_plays_end_alike(board: Board, dice: Dice) -> None:
    results = [board_after(board, play.moves) for play in legal_plays(board, dice)]
    assert len(set(results)) == len(results)


@given(boards(), rolls())
def test_the_moves_of_a_play_can_be_made_in_their_order(board: Board, dice: Dice) -> None:
    paths = legal_paths(board, dice)
    for play in legal_plays(board, dice):
        assert tuple((move.from_, move.die) for move in play.moves) in paths


@given(boards(), rolls())
def test_a_legal_play_exists_exactly_when_asked(board: Board, dice: Dice) -> None:
    assert has_legal_play(board, dice) == bool(legal_plays(board, dice))


@given(boards(), rolls())
def test_a_play_keeps_the_far_checkers(board: Board, dice: Dice) -> None:
    for play in legal_plays(board, dice):
        assert board_after(board, play.moves).far_on_board == board.far_on_board


def test_a_play_of_doubles_uses_four_dice() -> None:
    assert _dice_used(Board.start(), Dice(3, 3)) == {4}


def test_a_dance_has_no_play() -> None:
    closed_out = parse_board("M bar:1 6:14; O 19:2 20:2 21:2 22:2 23:2 24:2 1:3")
    assert [legal_plays(closed_out, dice) for dice in ALL_ROLLS] == [()] * 21


def test_nothing_is_left_to_play_when_all_are_off() -> None:
    assert legal_plays(parse_board("M; O 24:1"), Dice(2, 1)) == ()


def test_five_on_the_bar_all_four_enter() -> None:
    board = parse_board("M bar:5 6:10; O 1:15")
    assert _results(board, Dice(3, 3)) == [list(parse_board("M bar:1 22:4 6:10; O 1:15").cells)]
