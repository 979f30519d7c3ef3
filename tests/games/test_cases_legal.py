"""Cases from public bug reports: legal moves, undo, position checks, pip count.

The numbers are those of the project's collection of cases; each docstring says the case in our words.
In board texts both sides are in the mover's numbering.
"""

from __future__ import annotations

import pytest

from games.notation.play_text import AmbiguousPlay, format_play, parse_play
from games.notation.position_id import parse_position_id
from games.rules.board import BAR, OFF, Board, checked_board, parse_board
from games.rules.dice import Dice
from games.rules.errors import IllegalAction, InvalidAction, Refusal
from games.rules.legal import checked_play, legal_plays, step_graph
from games.rules.plays import CheckerMove, Play, board_after


def _texts(board: str, one: int, other: int) -> set[str]:
    """The canonical texts of all legal plays; the same for both orders of the dice."""
    position = parse_board(board)
    plays = legal_plays(position, Dice.of(one, other))
    assert legal_plays(position, Dice.of(other, one)) == plays
    texts = {format_play(position, play) for play in plays}
    assert len(texts) == len(plays)
    return texts


def _first_steps(board: str, one: int, other: int) -> set[tuple[int, int]]:
    graph = step_graph(parse_board(board), Dice.of(one, other))
    return {(edge.move.from_, edge.move.to) for edge in graph.first_steps}


def test_case_001_both_numbers_must_be_used() -> None:
    """A player stopped after the 6, although the 2 can be played as well: there is one play, with both."""
    assert _texts("M 24:1 8:1 6:13; O 4:2 16:2 18:3 19:4 20:4", 6, 2) == {"24/22 8/2"}


def test_case_002_a_die_useless_at_first_is_tried_again() -> None:
    """The 5 has no move in the starting position, but has one after the 3."""
    assert _texts("M 11:1 1:14; O 6:2 24:13", 5, 3) == {"11/3"}


def test_case_004_a_die_that_cannot_enter_is_used_afterwards() -> None:
    """The 1 cannot enter, but continues with the checker that the 4 has entered."""
    board = "M bar:1 1:14; O 24:2 19:5 18:8"
    assert _texts(board, 4, 1) == {"bar/20"}
    assert _first_steps(board, 4, 1) == {(BAR, 21)}


def test_case_005_entering_with_the_wrong_number_is_illegal() -> None:
    """Both numbers enter, but after the 2 no 4 is left to play: only the 4 may enter."""
    board = "M bar:1 3:1; O 22:2 19:2"
    assert _texts(board, 4, 2) == {"bar/21 3/1"}
    assert _first_steps(board, 4, 2) == {(BAR, 21)}


def test_case_007_a_first_step_into_a_dead_end_is_not_offered() -> None:
    """7/5 with the 2 would leave no 6: only 10/8 and then 8/2."""
    board = "M 10:1 7:1; O 4:2 1:2"
    assert _texts(board, 6, 2) == {"10/2"}
    assert _first_steps(board, 6, 2) == {(10, 8)}


def test_case_008_of_two_numbers_that_exclude_each_other_the_larger() -> None:
    """Either number enters, neither leaves a move for the other: the 4 is forced and the 2 is lost."""
    board = "M bar:1 2:2; O 22:2 19:2"
    assert _texts(board, 4, 2) == {"bar/21"}
    graph = step_graph(parse_board(board), Dice(4, 2))
    assert [graph.dice_left[node] for node in graph.ends] == [(2,)]


def test_case_010_the_larger_number_may_bear_off_after_the_smaller() -> None:
    """The 4 bears nothing off at first; after 5/3 the highest checker is on 3, so it does."""
    assert _texts("M 5:1 2:1; O 24:1", 4, 2) == {"5/1 2/off", "5/off"}
    assert _first_steps("M 5:1 2:1; O 24:1", 4, 2) == {(5, 1), (2, OFF), (5, 3)}


def test_case_011_doubles_are_one_turn() -> None:
    """With three checkers on the ace-point a roll of 1-1 bears off all three in one play and wins."""
    board = parse_board("M 1:3; O 24:5")
    plays = legal_plays(board, Dice(1, 1))
    assert [format_play(board, play) for play in plays] == ["1/off(3)"]
    assert board_after(board, plays[0].moves).near_off == 15


def test_case_013_bearing_off_is_never_compulsory() -> None:
    """With 2-1 seven final boards are legal, several of them without bearing off."""
    texts = _texts("M 6:1 5:1 2:1; O 24:2 23:2", 2, 1)
    assert len(texts) == 7
    assert {"6/4 5/4", "6/5 2/off", "5/3 2/1"} <= texts


def test_case_013_the_plays_named_in_the_report_are_legal() -> None:
    """6/4 5/4, 2/off 6/5 and 5/3 3/2 are accepted however they are spelt."""
    board = parse_board("M 6:1 5:1 2:1; O 24:2 23:2")
    for text in ("6/4 5/4", "2/off 6/5", "5/3 3/2"):
        assert board_after(board, parse_play(board, Dice(2, 1), text).moves) in {
            board_after(board, play.moves) for play in legal_plays(board, Dice(2, 1))
        }


def test_case_014_both_orders_of_the_dice_have_the_same_play() -> None:
    """6-1 and 1-6: one result, 6/5 and then off; the game is won."""
    assert _texts("M 6:1; O 24:1", 6, 1) == {"6/off"}
    assert _texts("M 6:1; O 24:1", 1, 6) == {"6/off"}
    play = legal_plays(parse_board("M 6:1; O 24:1"), Dice.of(1, 6))[0]
    assert len(play.moves) == 2


def test_case_016_nobody_moves_with_a_checker_on_the_bar() -> None:
    """Two on the bar, one can enter: bar/20 is the whole play, 13/7 is refused."""
    text = "M bar:2 13:5 8:3 6:5; O 12:5 17:3 19:2 21:5"
    assert _texts(text, 6, 5) == {"bar/20"}
    with pytest.raises(IllegalAction) as refused:
        checked_play(parse_board(text), Dice(6, 5), (CheckerMove(BAR, 20, 5), CheckerMove(13, 7, 6)))
    assert refused.value.params == {"from_": 13, "to": 7, "die": 6, "step": 1}


def test_case_017_a_number_is_used_once() -> None:
    """After 13/8 with the 5 of 5-1 a second 13/8 is refused."""
    board = parse_board("M 24:2 13:2 8:3 6:5 1:3; O 12:5 17:3 19:5 20:2")
    with pytest.raises(IllegalAction) as refused:
        checked_play(board, Dice(5, 1), (CheckerMove(13, 8, 5), CheckerMove(13, 8, 5)))
    assert refused.value.code is Refusal.ILLEGAL_STEP
    assert refused.value.params["step"] == 1


def test_case_019_a_combined_move_needs_its_stops() -> None:
    """14 to 4 with 5-5 stops on 9: blocked there, nothing is playable; with a blot there, it is hit on the way."""
    assert _texts("M 14:1 1:14; O 9:2 24:13", 5, 5) == set()
    assert _texts("M 14:1 1:14; O 9:1 24:14", 5, 5) == {"14/9*/off 1/off"}
    hit = parse_board("M 14:1 1:14; O 9:1 24:14")
    assert format_play(hit, parse_play(hit, Dice(5, 5), "14/4 4/off 1/off")) == "14/9*/off 1/off"


def test_case_020_two_ways_that_hit_differently_are_two_plays() -> None:
    """13 to 7 with 4-2 hits on 9 or on 11. The text "13/7" alone is refused, with both spelt out."""
    text = "M 13:1 1:14; O 11:1 9:1 24:13"
    assert _texts(text, 4, 2) == {"13/9*/7", "13/11*/7"}
    with pytest.raises(AmbiguousPlay) as refused:
        parse_play(parse_board(text), Dice(4, 2), "13/7")
    assert set(refused.value.candidates) == {"13/9*/7", "13/11*/7"}


def test_case_022_the_order_of_the_steps_does_not_matter() -> None:
    """4/2 7/6 and 7/6 4/2 are the same play; the roll has five final boards."""
    board = parse_board("M 7:1 4:1 1:13; O 24:15")
    dice = Dice(2, 1)
    one = checked_play(board, dice, (CheckerMove(4, 2, 2), CheckerMove(7, 6, 1)))
    other = checked_play(board, dice, (CheckerMove(7, 6, 1), CheckerMove(4, 2, 2)))
    assert len(legal_plays(board, dice)) == 5
    assert board_after(board, one.moves) == board_after(board, other.moves)
    assert format_play(board, one) == format_play(board, other) == "7/6 4/2"


def test_case_023_two_of_four_fours() -> None:
    """Only two fours can be played: one is too few, two end the turn, a third is refused."""
    text = "M 13:2 1:13; O 5:2 24:13"
    four = CheckerMove(13, 9, 4)
    assert _texts(text, 4, 4) == {"13/9(2)"}
    with pytest.raises(IllegalAction) as refused:
        checked_play(parse_board(text), Dice(4, 4), (four,))
    assert refused.value.code is Refusal.PLAY_INCOMPLETE
    assert checked_play(parse_board(text), Dice(4, 4), (four, four)) == Play((four, four))


def test_case_025_a_step_remembers_its_die() -> None:
    """4/off with the 6 of 6-1: taking it back gives back the 6, because the step says which die it used."""
    graph = step_graph(parse_board("M 4:1 2:1; O 24:3"), Dice(6, 1))
    bearing_off = [edge for edge in graph.first_steps if edge.move.to == OFF]
    assert [(edge.move.from_, edge.move.die) for edge in bearing_off] == [(4, 6)]
    assert graph.dice_left[bearing_off[0].next] == (1,)
    assert graph.dice_left[0] == (6, 1)


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ([0, *[0] * 5, 16, *[0] * 17, -1, 0], "the near player has 16 checkers"),
        ([1, 2, 2, 2, 2, 2, 2, *[0] * 12, -2, -2, -2, -2, -2, -2, 1], "nobody can ever move"),
        ([0] * 26, "all 30 checkers are off"),
    ],
)
def test_case_029_impossible_positions_are_refused(cells: list[int], reason: str) -> None:
    """Sixteen checkers; both sides on the bar against closed boards; nobody on the board at all."""
    with pytest.raises(InvalidAction, match=reason):
        checked_board(cells)


def test_case_029_both_sides_on_one_point_are_refused() -> None:
    """A board cannot even say it; the texts that can are refused."""
    with pytest.raises(InvalidAction, match="both sides are on the 6 point"):
        parse_board("M 6:2; O 6:2")
    with pytest.raises(ValueError, match="both sides on the 24 point"):
        parse_position_id("AQAAAAAAAgAAAA")


def test_case_031_pips_of_a_winner_are_nothing() -> None:
    """After the last checker is borne off the count is 0, not a stale 1; on the bar a checker counts 25."""
    last = parse_board("M 1:1; O 24:1")
    play = legal_plays(last, Dice(2, 1))[0]
    assert (last.pip_count, board_after(last, play.moves).pip_count) == (1, 0)
    assert parse_board("M bar:2 1:1; O 24:1").pip_count == 51
    assert Board.start().pip_count == 167


def test_case_068_a_forced_play_is_known() -> None:
    """With 5-4 exactly one play exists, bar/21/16; a record without it left out a forced move."""
    assert _texts("M bar:1 1:14; O 24:2 23:2 22:2 20:2 19:2 18:5", 5, 4) == {"bar/16"}


@pytest.mark.parametrize(
    ("board", "one", "other", "spellings"),
    [
        ("M bar:1 24:1 6:13; O 1:15", 2, 1, ("bar/23 24/23", "25/23 24/23", "Bar/23 24/23", "bar-23, 24-23")),
        ("M 4:2 3:1; O 24:2", 4, 3, ("4/off 3/off", "4/Off 3/0", "3/0 4/0", "3/o 4/off")),
        ("M 6:2 5:2; O 24:2", 6, 5, ("6/off 5/off", "6/0 5/0")),
        ("M 5:4; O 24:2", 5, 5, ("5/off(4)", "5/0(4)", "5/off(2) 5/off(2)", "5/0 5/0 5/0 5/0")),
        (
            "M 6:4 1:11; O 4:1 24:2",
            2,
            2,
            ("6/4*(2) 4/2(2)", "6/4(2)* 4/2(2)", "6/4* 6/4 4/2(2)", "6/2*(2)", "6/4*/2(2)"),
        ),
    ],
)
def test_case_064_spellings_of_one_play(board: str, one: int, other: int, spellings: tuple[str, ...]) -> None:
    """25 is the bar, 0 is off, words in any case, (n) repeats, a star before or after it: the same steps."""
    position = parse_board(board)
    read = {parse_play(position, Dice.of(one, other), text) for text in spellings}
    assert len(read) == 1


def test_case_086_every_hit_has_its_star() -> None:
    """Entering with a hit and hitting again: both parts are starred, and read back as they were."""
    board = parse_board("M bar:1 21:1 1:13; O 24:1 16:1 23:13")
    play = parse_play(board, Dice(5, 1), "bar/24* 21/16*")
    assert format_play(board, play) == "bar/24* 21/16*"
    assert board_after(board, play.moves).cells[0] == 2


def test_case_109_the_last_checker_must_hit() -> None:
    """One checker on 3, blot on 2, 4-1: both numbers can be used by hitting, so bearing off at once is illegal."""
    board = parse_board("M 3:1; O 2:1 24:14")
    assert _texts("M 3:1; O 2:1 24:14", 4, 1) == {"3/2*/off"}
    with pytest.raises(IllegalAction):
        checked_play(board, Dice(4, 1), (CheckerMove(3, OFF, 4),))


def test_case_113_four_sixes_are_four_steps_of_one_play() -> None:
    """6-6 with four legal sixes: all four are one play."""
    plays = legal_plays(Board.start(), Dice(6, 6))
    assert {len(play.moves) for play in plays} == {4}
    assert "24/18(2) 13/7(2)" in {format_play(Board.start(), play) for play in plays}


def test_case_119_the_same_die_twice_is_refused() -> None:
    """A double click sends 13/10 twice with 3-1: the second step is refused."""
    with pytest.raises(IllegalAction) as refused:
        checked_play(Board.start(), Dice(3, 1), (CheckerMove(13, 10, 3), CheckerMove(13, 10, 3)))
    assert refused.value.params["step"] == 1
