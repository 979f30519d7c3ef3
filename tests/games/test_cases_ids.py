"""Cases from public bug reports: XGID and GNUBG ID, by their numbers in the project's collection."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from games.notation.errors import Fault, NotationError
from games.notation.match_id import parse_gnubg_id, parse_match_id
from games.notation.xgid import format_xgid, parse_xgid
from games.rules.board import format_board
from games.rules.cube import Cube
from games.rules.dice import Dice
from games.rules.sides import Pair, Side

START = "XGID=-b----E-C---eE---c-e----B-"


def test_case_040_jacoby_of_a_match_id() -> None:
    """A money ID with the no-Jacoby bit decides by itself; one without the bit leaves it to the table."""
    with_bit, without_bit = "cAkAAAAAAAAE", "cAkAAAAAAAAA"
    assert [parse_match_id(with_bit, jacoby_default=table).jacoby for table in (True, False)] == [False, False]
    assert [parse_match_id(without_bit, jacoby_default=table).jacoby for table in (True, False)] == [True, False]


def test_case_094_an_xgid_read_whole() -> None:
    """Money with Jacoby and beavers, X to play 1-6, cube in the middle, cube limit 2^8."""
    state = parse_xgid("XGID=-aa---EBB---dDa--c-e----B-:0:0:1:16:0:0:3:0:8")
    fields = state.fields
    assert format_board(state.board) == "M 24:2 13:4 8:2 7:2 6:5; O 19:5 17:3 14:1 12:4 2:1 1:1"
    assert (fields.on_roll, fields.dice, fields.cube) == (Side.BLACK, Dice(6, 1), Cube(1, None))
    assert (fields.length, fields.jacoby, fields.beavers, fields.max_cube) == (0, True, True, 256)


def test_case_095_letters_are_from_x_whatever_the_turn() -> None:
    """O is on roll, yet the string is X's view: the checker on the bar is X's."""
    state = parse_xgid("XGID=-A-Bb-DBB---bBa---bcbbaA-A:0:0:-1:00:4:0:0:0:8")
    assert state.fields.on_roll is Side.WHITE
    seen_by_x = state.board.mirror()
    assert format_board(seen_by_x) == "M bar:1 23:1 13:2 8:2 7:2 6:4 3:2 1:1; O 22:1 21:2 20:2 19:3 18:2 14:1 12:2 4:2"
    assert state.fields.score == Pair(white=0, black=4)


@pytest.mark.parametrize(("turn", "owner", "scores"), list(product(("1", "-1"), ("1", "-1"), ("4:2", "2:4"))))
def test_case_095_signs_survive(turn: str, owner: str, scores: str) -> None:
    """Turn, cube owner and both scores come back unswapped in all eight combinations."""
    text = f"XGID=-A-Bb-DBB---bBa---bcbbaA-A:1:{owner}:{turn}:00:{scores}:0:7:8"
    assert format_xgid(parse_xgid(text)) == text


@pytest.mark.parametrize(
    ("rules", "jacoby", "beavers"), [("0", False, False), ("1", True, False), ("2", False, True), ("3", True, True)]
)
def test_case_097_rules_of_money_play(rules: str, jacoby: bool, beavers: bool) -> None:
    """In money play bit 1 is Jacoby and bit 2 the beaver."""
    fields = parse_xgid(f"{START}:0:0:1:00:0:0:{rules}:0:10").fields
    assert (fields.jacoby, fields.beavers, fields.crawford) == (jacoby, beavers, False)


def test_case_097_rules_of_a_match() -> None:
    """In a match the field is the Crawford flag only."""
    fields = parse_xgid(f"{START}:0:0:1:00:6:5:1:7:10").fields
    assert (fields.crawford, fields.jacoby, fields.beavers) == (True, False, False)


def test_case_097_crawford_where_nobody_is_one_away_is_refused() -> None:
    """A Crawford flag at 3-2 to 7 is refused."""
    with pytest.raises(NotationError) as refused:
        parse_xgid(f"{START}:0:0:1:00:3:2:1:7:10")
    assert refused.value.fault is Fault.CRAWFORD_SCORE


def test_case_097_what_the_dice_field_says() -> None:
    """Nothing rolled, a roll, a double, a beaver, a raccoon."""
    fields = {word: parse_xgid(f"{START}:0:0:1:{word}:0:0:3:0:10").fields for word in ("00", "52", "D", "B", "R")}
    assert {word: field.doubled for word, field in fields.items() if field.doubled} == dict.fromkeys("DBR", True)
    assert {word: field.turn for word, field in fields.items()} == {
        "00": Side.BLACK,
        "52": Side.BLACK,
        "D": Side.WHITE,
        "B": Side.BLACK,
        "R": Side.WHITE,
    }
    assert (fields["00"].dice, fields["52"].dice) == (None, Dice(5, 2))


def test_case_097_no_limit_of_the_cube() -> None:
    """A max-cube field of 0 means that there is no limit; 10 means 1024. Both are written again."""
    texts = [f"{START}:0:0:1:00:0:0:0:7:{field}" for field in ("0", "10")]
    assert [parse_xgid(text).fields.max_cube for text in texts] == [None, 1024]
    assert [format_xgid(parse_xgid(text)) for text in texts] == texts


def test_case_098_cube_limit_and_offer_tell_positions_apart() -> None:
    """Two XGIDs that differ in max cube, or in the D, are two decisions and never equal."""
    plain = parse_xgid(f"{START}:0:0:1:00:0:0:3:0:10")
    assert plain != parse_xgid(f"{START}:0:0:1:00:0:0:3:0:8")
    assert plain != parse_xgid(f"{START}:0:0:1:D:0:0:3:0:10")


def test_case_100_gnubg_id_and_xgid_of_one_position() -> None:
    """Both decoders give equal objects."""
    from_gnubg = parse_gnubg_id("sM/BATCwZ/ABMA:cAmgAEAAGAAA")
    from_xgid = parse_xgid("XGID=-b---BD-B---cE---c-eb---B-:0:0:1:00:3:4:0:5:10")
    assert from_gnubg == from_xgid
    assert format_board(from_gnubg.board) == "M 24:2 13:5 8:2 6:4 5:2; O 20:2 19:5 17:3 12:3 1:2"
    assert (from_gnubg.fields.length, from_gnubg.fields.score) == (5, Pair(white=4, black=3))


def test_case_101_ids_that_differ_in_the_game_state_only() -> None:
    """Two match IDs of one score and roll: values are compared, not strings."""
    one, other = parse_match_id("8IhuACAACAAE"), parse_match_id("8IluACAACAAE")
    assert one.phase is not other.phase
    assert replace(one, phase=other.phase) == other
    assert (one.length, one.score, one.crawford, one.dice, one.cube) == (3, Pair(2, 1), True, Dice(5, 3), Cube(1, None))
