"""Plays as text: one canonical spelling out, any common spelling in."""

from __future__ import annotations

import pytest
from hypothesis import given

from games.notation.errors import Fault, NotationError
from games.notation.play_text import AmbiguousPlay, format_play, parse_play
from games.rules.board import BAR, OFF, Board, parse_board
from games.rules.dice import Dice
from games.rules.legal import checked_play, legal_plays, step_graph
from games.rules.plays import CheckerMove, Play, board_after
from tests.games.positions import board_of, boards, dice_of, golden_rows, legal_rows, rolls

START = Board.start()
TWO_WAYS = parse_board("M 13:1 1:14; O 11:1 9:1 24:13")
"""With 4-2 the checker on 13 hits on 9 or on 11."""


def _pairs(play: Play) -> list[list[int]]:
    return [[move.from_, move.to] for move in play.moves]


def test_every_golden_play_is_written_as_gnubg_writes_it() -> None:
    wrong = []
    for row in golden_rows("notation.jsonl"):
        board = board_of(row)
        moves = step_graph(board, dice_of(row)).complete([(step[0], step[1]) for step in row["steps"]])
        if moves is None or format_play(board, Play(moves)) != row["text"]:
            wrong.append(row["id"])
    assert wrong == []


def test_every_golden_text_is_read_as_the_steps_gnubg_made() -> None:
    rows = golden_rows("notation.jsonl")
    wrong = [row["id"] for row in rows if _pairs(parse_play(board_of(row), dice_of(row), row["text"])) != row["steps"]]
    assert wrong == []


def test_every_golden_text_leads_to_its_result() -> None:
    wrong = []
    for row in golden_rows("notation.jsonl"):
        play = parse_play(board_of(row), dice_of(row), row["text"])
        if list(board_after(board_of(row), play.moves).cells) != row["result"]:
            wrong.append(row["id"])
    assert wrong == []


def test_every_play_of_a_hundred_golden_positions_is_read_back() -> None:
    for row in legal_rows()[::35]:
        board, dice = board_of(row), dice_of(row)
        for play in legal_plays(board, dice):
            read = parse_play(board, dice, format_play(board, play))
            assert board_after(board, read.moves) == board_after(board, play.moves)


@given(boards(), rolls())
def test_every_play_is_read_back_and_can_be_played(board: Board, dice: Dice) -> None:
    for play in legal_plays(board, dice)[:20]:
        read = parse_play(board, dice, format_play(board, play))
        assert board_after(board, read.moves) == board_after(board, play.moves)
        assert checked_play(board, dice, read.moves) == read


@given(boards(), rolls())
def test_no_two_plays_have_one_text(board: Board, dice: Dice) -> None:
    texts = [format_play(board, play) for play in legal_plays(board, dice)]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize(
    "text",
    [
        "8/5 6/5",
        "6/5 8/5",
        "6/5,8/5",
        "8/5, 6/5",
        "  8/5   6/5 ",
        "08/05 06/05",
        "8-5 6-5",
        "8/5(1) 6/5(1)",
    ],
)
def test_common_spellings_are_one_play(text: str) -> None:
    assert parse_play(START, Dice(3, 1), text).moves == (CheckerMove(8, 5, 3), CheckerMove(6, 5, 1))


@pytest.mark.parametrize(
    "text", ["24/18(2) 13/7(2)", "13/7(2) 24/18 (2)", "24/18 24/18 13/7 13/7", "24/18 13/7(2) 24/18"]
)
def test_repeats_may_be_counted_or_written_out(text: str) -> None:
    assert _pairs(parse_play(START, Dice(6, 6), text)) == [[24, 18], [24, 18], [13, 7], [13, 7]]


@pytest.mark.parametrize("text", ["bar/21", "BAR/21", "Bar/21", "b/21", "ba/21", "25/21", "bar-21"])
def test_the_bar_has_many_names(text: str) -> None:
    board = parse_board("M bar:1 2:2; O 22:2 19:2")
    assert parse_play(board, Dice(4, 2), text).moves == (CheckerMove(BAR, 21, 4),)


@pytest.mark.parametrize("text", ["6/off 5/off", "6/o 5/OF", "6/0 5/0", "6/- 5/-", "6-off 5-0"])
def test_off_has_many_names(text: str) -> None:
    board = parse_board("M 6:1 5:1; O 24:1")
    assert parse_play(board, Dice(6, 5), text).moves == (CheckerMove(6, OFF, 6), CheckerMove(5, OFF, 5))


@pytest.mark.parametrize("text", ["13/5", "13/9/5", "13/9 9/5", "9/5 13/9"])
def test_merged_moves_are_taken_apart_with_the_dice(text: str) -> None:
    board = parse_board("M 13:1 1:14; O 24:15")
    play = parse_play(board, Dice(4, 4), f"{text} 5/1 1/off")
    assert _pairs(play) == [[13, 9], [9, 5], [5, 1], [1, 0]]


@pytest.mark.parametrize("text", ["6/4*(2)", "6/4(2)*", "6/4* 6/4", "6/4 6/4*", "6/4*, 6/4*", "6/4(2)"])
def test_stars_may_stand_anywhere_or_be_missing(text: str) -> None:
    board = parse_board("M 6:2 1:13; O 4:1 23:14")
    play = parse_play(board, Dice(2, 2), f"{text} 4/2(2)")
    assert board_after(board, play.moves) == parse_board("M 2:2 1:13; O bar:1 23:14")


def test_stars_choose_between_ways_that_hit_differently() -> None:
    assert _pairs(parse_play(TWO_WAYS, Dice(4, 2), "13/9*/7")) == [[13, 9], [9, 7]]
    assert _pairs(parse_play(TWO_WAYS, Dice(4, 2), "13/11*/7")) == [[13, 11], [11, 7]]


def test_a_stop_chooses_without_a_star() -> None:
    assert _pairs(parse_play(TWO_WAYS, Dice(4, 2), "13/9/7")) == [[13, 9], [9, 7]]


def test_shorthand_without_a_star_means_the_way_that_hits_nothing() -> None:
    board = parse_board("M 13:1 1:14; O 9:1 24:13")
    assert _pairs(parse_play(board, Dice(4, 2), "13/7")) == [[13, 11], [11, 7]]


@pytest.mark.parametrize("text", ["13/7", "13/7*"])
def test_shorthand_for_two_plays_is_refused_with_both(text: str) -> None:
    with pytest.raises(AmbiguousPlay) as refused:
        parse_play(TWO_WAYS, Dice(4, 2), text)
    assert refused.value.candidates == ("13/11*/7", "13/9*/7")
    assert str(refused.value) == f"{text} can be played in several ways: 13/11*/7, 13/9*/7"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", Fault.PLAY_EMPTY),
        ("cannot move", Fault.PLAY_EMPTY),
        ("e4", Fault.PLAY_WORD),
        ("8/5 6", Fault.PLAY_WORD),
        ("8/5 6/5(5)", Fault.PLAY_WORD),
        ("8//5 6/5", Fault.PLAY_WORD),
        ("26/23 6/5", Fault.PLAY_WORD),
        ("off/3 6/5", Fault.PLAY_WORD),
        ("8/bar 6/5", Fault.PLAY_WORD),
        ("8/25/5 6/5", Fault.PLAY_WORD),
        ("8/0/5 6/5", Fault.PLAY_WORD),
        ("٨/5 6/5", Fault.PLAY_WORD),
        ("8/5 " * 40, Fault.PLAY_TOO_LONG),
        ("5/8 6/5", Fault.PLAY_BACKWARDS),
        ("8/8 6/5", Fault.PLAY_BACKWARDS),
        ("10/7 6/5", Fault.PLAY_NO_CHECKER),
        ("bar/22 6/5", Fault.PLAY_NO_CHECKER),
        ("13/12 8/5", Fault.PLAY_BLOCKED),
        ("24/18", Fault.PLAY_NUMBERS),
        ("6/off 8/7", Fault.PLAY_NUMBERS),
        ("8/5", Fault.PLAY_UNUSED),
        ("8/5(2)", Fault.PLAY_ILLEGAL),
        ("8/5 6/5 6/5", Fault.PLAY_ILLEGAL),
    ],
)
def test_what_is_no_legal_play_is_refused_with_its_reason(text: str, fault: Fault) -> None:
    with pytest.raises(NotationError) as refused:
        parse_play(START, Dice(3, 1), text)
    assert refused.value.fault is fault


def test_a_checker_left_on_the_bar_is_the_reason() -> None:
    board = parse_board("M bar:2 13:5 8:3 6:5; O 12:5 17:3 19:2 21:5")
    with pytest.raises(NotationError, match="the checkers on the bar must enter first"):
        parse_play(board, Dice(6, 5), "bar/20 13/7")


def test_the_larger_number_must_be_played() -> None:
    board = parse_board("M 12:1 1:14; O 3:2 24:13")
    with pytest.raises(NotationError) as refused:
        parse_play(board, Dice(5, 4), "12/8")
    assert refused.value.fault is Fault.PLAY_ILLEGAL
    assert _pairs(parse_play(board, Dice(5, 4), "12/7")) == [[12, 7]]


@pytest.mark.parametrize("text", ["", "  ", "-", "Cannot Move", "can't move", "no move"])
def test_a_dance_may_be_written(text: str) -> None:
    board = parse_board("M bar:1 6:14; O 19:2 20:2 21:2 22:2 23:2 24:2 1:3")
    assert parse_play(board, Dice(6, 2), text) == Play(())


def test_nothing_can_be_played_in_a_dance() -> None:
    board = parse_board("M bar:1 6:14; O 19:2 20:2 21:2 22:2 23:2 24:2 1:3")
    with pytest.raises(NotationError, match="there is no legal play with 62"):
        parse_play(board, Dice(6, 2), "bar/23")


def test_a_play_without_moves_has_no_text() -> None:
    assert format_play(START, Play(())) == ""
