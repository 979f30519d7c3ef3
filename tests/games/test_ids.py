"""Position IDs, match IDs and XGIDs: against GNU Backgammon's own, and against everything malformed."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.notation.errors import Fault, NotationError
from games.notation.ids import parse_both_ids, parse_id
from games.notation.idstate import PLAYERS, GamePhase, IdFields, PositionState
from games.notation.match_id import format_gnubg_id, format_match_id, parse_gnubg_id, parse_match_id
from games.notation.position_id import format_position_id, parse_position_id
from games.notation.xgid import format_xgid, parse_xgid
from games.rules.board import Board, format_board, parse_board
from games.rules.cube import Cube
from games.rules.dice import Dice
from games.rules.score import ResultKind
from games.rules.sides import Pair, Side
from tests.games.positions import ALL_ROLLS, GOLDEN, boards, golden_rows

START_ID = "4HPwATDgc/ABMA"
START_XGID = "-b----E-C---eE---c-e----B-"


def _said(state: PositionState) -> dict[str, Any]:
    """A state in the words of ids.jsonl."""
    fields = state.fields
    return {
        "cube": fields.cube.value,
        "cube_owner": None if fields.cube.owner is None else PLAYERS.index(fields.cube.owner),
        "on_roll": PLAYERS.index(fields.on_roll),
        "turn": PLAYERS.index(fields.turn),
        "crawford": fields.crawford,
        "game_state": fields.phase.value,
        "doubled": fields.doubled,
        "resigned": int(fields.resigned or 0),
        "dice": [fields.dice.high, fields.dice.low] if fields.dice else None,
        "match_length": fields.length,
        "score": list(fields.score),
        "jacoby": fields.jacoby,
        "beavers": fields.beavers,
    }


# --- against GNU Backgammon -----------------------------------------------------------------------


@pytest.mark.parametrize("row", golden_rows("ids.jsonl"), ids=lambda row: row["id"])
def test_a_golden_gnubg_id_is_read_and_written(row: dict[str, Any]) -> None:
    state = parse_gnubg_id(row["gnubg_id"])
    expected = dict(row["fields"])
    if state.fields.beavers is None:
        expected["beavers"] = None
    assert list(state.board.cells) == row["board"]
    assert _said(state) == expected
    assert format_gnubg_id(state) == row["gnubg_id"]


@pytest.mark.parametrize("row", [row for row in golden_rows("ids.jsonl") if row["xgid"]], ids=lambda row: row["id"])
def test_a_golden_xgid_is_read_and_written(row: dict[str, Any]) -> None:
    state = parse_xgid(row["xgid"])
    assert list(state.board.cells) == row["board"]
    assert _said(state) == row["fields"]
    assert format_xgid(state) == row["xgid"]
    assert format_gnubg_id(state) == row["gnubg_id"]


@pytest.mark.parametrize("row", [row for row in golden_rows("ids.jsonl") if not row["xgid"]], ids=lambda row: row["id"])
def test_what_has_no_xgid_in_the_golden_file_gets_none(row: dict[str, Any]) -> None:
    with pytest.raises(NotationError) as refused:
        format_xgid(parse_gnubg_id(row["gnubg_id"]))
    assert refused.value.fault is Fault.XGID_INEXPRESSIBLE


def test_every_id_gnubg_printed_in_five_games_is_read_and_written() -> None:
    traces = json.loads((GOLDEN / "id_traces.json").read_text())
    ids = [line for trace in traces.values() for line in trace if not line.startswith("#")]
    assert len(ids) > 90
    assert [format_gnubg_id(parse_gnubg_id(text)) for text in ids] == ids


def test_the_traces_say_what_happened() -> None:
    """A double, a beaver, a raccoon, its acceptance, as GNU Backgammon reported them beside the IDs."""
    texts = ["MhkAAEAAAAAA", "ExEAAEAAAAAA", "FBkAAEAAAAAA", "FQEAAEAAAAAA"]
    double, beaver, raccoon, accepted = (parse_match_id(text) for text in texts)
    assert (double.cube, double.turn, double.doubled) == (Cube(4, None), Side.BLACK, True)
    assert (beaver.cube, beaver.turn, beaver.is_beaver_pending) == (Cube(8, Side.BLACK), Side.WHITE, True)
    assert (raccoon.cube, raccoon.turn, raccoon.is_raccoon_pending) == (Cube(16, Side.BLACK), Side.BLACK, True)
    assert (accepted.cube, accepted.turn, accepted.doubled) == (Cube(32, Side.BLACK), Side.WHITE, False)


# --- position IDs ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "board"),
    [
        ("4HPwATDgc/ABMA", "M 24:2 13:5 8:3 6:5; O 19:5 17:3 12:5 1:2"),
        ("sGfwATDgc/ABMA", "M 24:2 13:5 8:3 6:5; O 20:2 19:4 17:2 12:5 1:2"),
        ("4HPwATCwZ/ABMA", "M 24:2 13:5 8:2 6:4 5:2; O 19:5 17:3 12:5 1:2"),
        ("4Dn4AFjgOfgAWA", "M bar:1 24:2 13:5 8:3 6:4; O bar:1 19:4 17:3 12:5 1:2"),
        ("mxmAQ0O3AwAAAA", "M 3:3 2:2 1:3; O bar:1 24:2 23:2 21:2 19:2 9:3 5:1 4:2"),
    ],
)
def test_published_position_ids(text: str, board: str) -> None:
    assert format_board(parse_position_id(text)) == board
    assert format_position_id(parse_board(board)) == text


def test_the_empty_board_has_an_id() -> None:
    assert parse_position_id("A" * 14) == Board((0,) * 26)
    assert format_position_id(Board((0,) * 26)) == "A" * 14


@given(boards())
def test_a_board_survives_its_position_id(board: Board) -> None:
    assert parse_position_id(format_position_id(board)) == board


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", Fault.ID_LENGTH),
        ("4HPwATDgc/ABM", Fault.ID_LENGTH),
        ("4HPwATDgc/ABMAA", Fault.ID_LENGTH),
        ("4HPwATDgc_ABMA", Fault.ID_CHARACTER),
        ("4HPwATDgc/ABM=", Fault.ID_CHARACTER),
        (" 4HPwATDgc/ABM", Fault.ID_CHARACTER),
        ("4HPwATDgc/ABMé", Fault.ID_CHARACTER),
        ("4HPwATDgc/ABMB", Fault.ID_ENDING),
        ("OAHDPAABDAOAHDPAABDA", Fault.POSITION_KEY),
        ("/////wAAAAAAAA", Fault.POSITION_CHECKERS),
        ("AQAAAAAAAgAAAA", Fault.POSITION_SHARED),
        ("AAAAAAAAAAAAgA", Fault.POSITION_PADDING),
    ],
)
def test_a_malformed_position_id_is_refused(text: str, fault: Fault) -> None:
    with pytest.raises(NotationError) as refused:
        parse_position_id(text)
    assert refused.value.fault is fault


def test_a_position_key_gets_a_hint() -> None:
    with pytest.raises(NotationError, match="give the 14-character position ID instead"):
        parse_position_id("OAHDPAABDAOAHDPAABDA")


@given(st.text(alphabet="ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", min_size=14, max_size=14))
def test_a_position_id_is_either_refused_or_written_back(text: str) -> None:
    try:
        board = parse_position_id(text)
    except NotationError:
        return
    assert format_position_id(board) == text


# --- match IDs ------------------------------------------------------------------------------------


def test_published_match_ids() -> None:
    manual = parse_match_id("QYkqASAAIAAA")
    assert (manual.cube, manual.on_roll, manual.dice) == (Cube(2, Side.WHITE), Side.BLACK, Dice(5, 2))
    assert (manual.length, manual.score, manual.jacoby) == (9, Pair(2, 4), False)
    resigning = parse_match_id("MOmmACAAAAAE")
    assert (resigning.on_roll, resigning.turn, resigning.dice) == (Side.WHITE, Side.BLACK, Dice(5, 1))
    assert (resigning.resigned, resigning.score) == (ResultKind.BACKGAMMON, Pair(2, 0))
    over = parse_match_id("cENgAEAAAAAE")
    assert (over.phase, over.length, over.score) == (GamePhase.RESIGNED, 3, Pair(4, 0))


def test_dice_in_either_order_are_read() -> None:
    assert parse_match_id("cIgUAAAAAAAA").dice == Dice(5, 1)


def test_an_old_match_id_is_written_in_the_new_way() -> None:
    """Bit 66 means nothing in a match; GNU Backgammon 1.07 sets it."""
    assert format_match_id(parse_match_id("QYkqASAAIAAA")) == "QYkqASAAIAAE"


@st.composite
def _fields(draw: st.DrawFn) -> IdFields:
    on_roll = draw(st.sampled_from(PLAYERS))
    length = draw(st.sampled_from([0, 1, 3, 7, 25, 64, 9999]))
    points = st.integers(0, length - 1 if length else 9999)
    doubled = draw(st.booleans())
    owners = [None, on_roll] if doubled else [None, *PLAYERS]
    return IdFields(
        on_roll=on_roll,
        turn=on_roll.other if doubled else on_roll,
        cube=Cube(1 << draw(st.integers(0, 12)), draw(st.sampled_from(owners))),
        doubled=doubled,
        dice=None if doubled else draw(st.sampled_from([None, *ALL_ROLLS])),
        length=length,
        score=Pair(draw(points), draw(points)),
        jacoby=length == 0 and draw(st.booleans()),
        beavers=length == 0 and draw(st.booleans()),
        max_cube=draw(st.sampled_from([None, 2, 1024, 4096])),
    )


@given(_fields())
def test_fields_survive_the_match_id(fields: IdFields) -> None:
    kept = replace(fields, max_cube=1024, beavers=None if fields.length == 0 else False)
    assert parse_match_id(format_match_id(fields)) == kept


@given(boards(), _fields())
def test_a_state_survives_the_xgid(board: Board, fields: IdFields) -> None:
    state = PositionState(board, fields)
    assert parse_xgid(format_xgid(state)) == state


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", Fault.ID_LENGTH),
        ("cAkAAAAAAAA", Fault.ID_LENGTH),
        ("cAkAAAAAAA!A", Fault.ID_CHARACTER),
        ("cA0AAAAAAAAA", Fault.MATCH_STATE),
        ("YAkAAAAAAAAA", Fault.MATCH_OWNER),
        ("cIkDAAAAAAAA", Fault.MATCH_DICE),
        ("cIkAAAAAAAAA", Fault.MATCH_DICE),
        ("cAkAAAAAAAAI", Fault.MATCH_SPARE),
        ("8AkAAAAAAAAA", Fault.CRAWFORD_MONEY),
        ("8AngAAAAAAAE", Fault.CRAWFORD_SCORE),
        ("cJEFAAAAAAAA", Fault.DOUBLED_DICE),
        ("cBkAAAAAAAAA", Fault.DOUBLED_TURN),
        ("QRngAAAAAAAE", Fault.DOUBLED_NOT_OWNER),
    ],
)
def test_a_malformed_match_id_is_refused(text: str, fault: Fault) -> None:
    with pytest.raises(NotationError) as refused:
        parse_match_id(text)
    assert refused.value.fault is fault


@given(st.binary(min_size=9, max_size=9))
def test_a_match_id_is_either_refused_or_says_the_same_again(data: bytes) -> None:
    text = base64.b64encode(data).decode()
    try:
        fields = parse_match_id(text)
    except NotationError:
        return
    assert parse_match_id(format_match_id(fields)) == fields


def test_a_number_too_large_for_the_match_id_is_refused() -> None:
    fields = IdFields(on_roll=Side.WHITE, turn=Side.WHITE, score=Pair(32768, 0))
    with pytest.raises(NotationError, match="white 32768 does not fit into this ID"):
        format_match_id(fields)


def test_a_gnubg_id_needs_both_parts() -> None:
    with pytest.raises(NotationError, match="joined by a colon"):
        parse_gnubg_id(START_ID)


# --- XGID -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("xgid", "gnubg_id"),
    [
        (f"XGID={START_XGID}:0:0:1:31:6:3:1:7:10", "4HPwATDgc/ABMA:8InlADAAMAAE"),
        (f"XGID={START_XGID}:1:-1:-1:31:3:4:0:7:10", "4HPwATDgc/ABMA:AYHlAEAAGAAE"),
        ("XGID=-a--a-E-C---eE---c-e----B-:0:0:-1:00:0:0:3:0:10", "4HPwATDgc/ABIg:MAEAAAAAAAAA"),
        (f"XGID={START_XGID}:0:0:1:D:0:0:0:7:10", "4HPwATDgc/ABMA:cBHgAAAAAAAE"),
    ],
)
def test_xgids_that_were_fed_to_gnubg(xgid: str, gnubg_id: str) -> None:
    assert format_gnubg_id(parse_xgid(xgid)) == gnubg_id


@pytest.mark.parametrize("prefix", ["", "XGID=", "xgid="])
def test_the_prefix_may_be_missing(prefix: str) -> None:
    assert parse_xgid(f"{prefix}{START_XGID}:0:0:1:31:0:0:0:7:10").board == Board.start()


def _xgid(**changes: str) -> str:
    fields = {
        "position": START_XGID,
        "cube": "0",
        "owner": "0",
        "turn": "1",
        "dice": "31",
        "bottom": "0",
        "top": "0",
        "rules": "0",
        "length": "7",
        "max_cube": "10",
    }
    return ":".join((fields | changes).values())


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("XGID=", Fault.XGID_FIELDS),
        (_xgid() + ":0", Fault.XGID_FIELDS),
        (_xgid(position=START_XGID[1:]), Fault.XGID_POSITION),
        (_xgid(position="A" + START_XGID[1:]), Fault.XGID_CHARACTER),
        (_xgid(position=START_XGID[:-1] + "a"), Fault.XGID_CHARACTER),
        (_xgid(position="-q" + START_XGID[2:]), Fault.XGID_CHARACTER),
        (_xgid(position="-?" + START_XGID[2:]), Fault.XGID_CHARACTER),
        (_xgid(position="-P------------------------"), Fault.XGID_CHECKERS),
        (_xgid(position="-bA---E-C---eE---c-e----B-"), Fault.XGID_CHECKERS),
        (_xgid(cube="-1"), Fault.XGID_NUMBER),
        (_xgid(cube="13"), Fault.XGID_NUMBER),
        (_xgid(cube=""), Fault.XGID_NUMBER),
        (_xgid(cube="1.0"), Fault.XGID_NUMBER),
        (_xgid(cube="٠"), Fault.XGID_NUMBER),
        (_xgid(owner="2"), Fault.XGID_NUMBER),
        (_xgid(turn="0"), Fault.XGID_NUMBER),
        (_xgid(dice="3"), Fault.XGID_NUMBER),
        (_xgid(dice="07"), Fault.XGID_NUMBER),
        (_xgid(dice="10"), Fault.XGID_NUMBER),
        (_xgid(dice="d"), Fault.XGID_NUMBER),
        (_xgid(bottom="-1"), Fault.XGID_NUMBER),
        (_xgid(bottom="10000"), Fault.XGID_NUMBER),
        (_xgid(bottom="7"), Fault.SCORE_LENGTH),
        (_xgid(rules="2"), Fault.XGID_NUMBER),
        (_xgid(rules="4", length="0"), Fault.XGID_NUMBER),
        (_xgid(rules="1"), Fault.CRAWFORD_SCORE),
        (_xgid(rules="1", bottom="6", dice="D"), Fault.DOUBLED_CRAWFORD),
        (_xgid(length="-7"), Fault.XGID_NUMBER),
        (_xgid(max_cube="16"), Fault.XGID_NUMBER),
        (_xgid(max_cube="-1"), Fault.XGID_NUMBER),
        (_xgid(dice="D", cube="1", owner="-1"), Fault.DOUBLED_NOT_OWNER),
        (_xgid(dice="B"), Fault.DOUBLED_NOT_OWNER),
        (_xgid(dice="B", length="0", rules="1"), Fault.DOUBLED_NOT_OWNER),
        (_xgid(dice="R", length="0", rules="3", cube="12"), Fault.XGID_CUBE),
    ],
)
def test_a_malformed_xgid_is_refused(text: str, fault: Fault) -> None:
    with pytest.raises(NotationError) as refused:
        parse_xgid(text)
    assert refused.value.fault is fault


@pytest.mark.parametrize("letter", ["B", "R"])
@pytest.mark.parametrize("turn", ["1", "-1"])
def test_a_pending_beaver_or_raccoon_is_read_again_as_written(letter: str, turn: str) -> None:
    state = parse_xgid(_xgid(dice=letter, turn=turn, length="0", rules="3"))
    assert state.fields.is_beaver_pending is (letter == "B")
    assert state.fields.is_raccoon_pending is (letter == "R")
    assert state.fields.cube == Cube(2 if letter == "B" else 4, state.fields.on_roll.other)
    assert parse_xgid(format_xgid(state)) == state


def test_a_long_wrong_field_is_not_repeated_whole() -> None:
    with pytest.raises(NotationError) as refused:
        parse_xgid(_xgid(cube="9" * 100_000))
    assert len(str(refused.value)) < 200


@given(st.text(alphabet="-ABCabcPpXGID=:0123456789DR", max_size=60))
def test_nonsense_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_xgid(text)


# --- whichever it is ------------------------------------------------------------------------------


def test_each_kind_of_id_is_told_by_its_colons() -> None:
    assert parse_id(START_ID) == (Board.start(), None)
    assert parse_id(f"{START_ID}:cAkAAAAAAAAA")[1] == parse_match_id("cAkAAAAAAAAA")
    assert parse_id(_xgid())[1] == parse_xgid(_xgid()).fields


def test_both_ids_together_say_everything() -> None:
    state = parse_both_ids(f"{START_ID}:cAkAAAAAAAAA", _xgid(dice="00", length="0", rules="3", max_cube="8"))
    assert (state.fields.jacoby, state.fields.beavers, state.fields.max_cube) == (True, True, 256)


def test_ids_of_two_positions_are_refused() -> None:
    with pytest.raises(NotationError, match="not of one position"):
        parse_both_ids(f"{START_ID}:cAkAAAAAAAAA", _xgid(dice="00", length="0", rules="3", turn="-1"))
