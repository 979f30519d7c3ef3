"""The command line over JSON lines, as a program uses it."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any

import pytest

from games import jsonl
from tests.games.positions import golden_rows, legal_rows

START = [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0]
GNUBG_ID = "4HPwATDgc/ABMA:8InlADAAMAAE"
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:6:3:1:7:10"


def _answers(command: jsonl.Command, *lines: bytes) -> list[dict[str, Any]]:
    answers = io.BytesIO()
    jsonl.run(command, io.BytesIO(b"".join(line + b"\n" for line in lines)), answers)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


def _answer(command: jsonl.Command, row: dict[str, Any]) -> dict[str, Any]:
    (answer,) = _answers(command, json.dumps(row).encode())
    return answer


def _run_rows(command: jsonl.Command, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return _answers(command, *(json.dumps(row).encode() for row in rows))


def _without(row: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key not in keys}


# --- against the golden files ---------------------------------------------------------------------


def test_plays_answers_the_golden_rows() -> None:
    asked = [_without(row, "results", "dice_used") for row in legal_rows()]
    assert _run_rows(jsonl.plays, asked) == legal_rows()


def test_ids_answers_the_golden_rows_from_their_gnubg_ids() -> None:
    rows = golden_rows("ids.jsonl")
    for row, answer in zip(rows, _run_rows(jsonl.ids, [{"gnubg_id": row["gnubg_id"]} for row in rows]), strict=True):
        for key in ("board", "position_id", "match_id", "gnubg_id"):
            assert answer[key] == row[key], row["id"]
        if answer["fields"]["beavers"] is not None:
            assert (answer["fields"], answer["xgid"]) == (row["fields"], row["xgid"]), row["id"]
        else:
            assert _without(answer["fields"], "beavers") == _without(row["fields"], "beavers"), row["id"]


def test_ids_answers_the_golden_rows_from_their_xgids() -> None:
    rows = [row for row in golden_rows("ids.jsonl") if row["xgid"]]
    asked = [{"id": row["id"], "xgid": row["xgid"]} for row in rows]
    assert _run_rows(jsonl.ids, asked) == [_without(row, "xgid_note") for row in rows]


def test_ids_takes_both_ids_and_says_all_that_they_say() -> None:
    rows = [row for row in golden_rows("ids.jsonl") if row["xgid"]]
    assert _run_rows(jsonl.ids, rows) == rows


def test_notation_answers_the_golden_rows_both_ways() -> None:
    rows = golden_rows("notation.jsonl")
    assert _run_rows(jsonl.notation, [_without(row, "text") for row in rows]) == rows
    assert _run_rows(jsonl.notation, [_without(row, "steps") for row in rows]) == rows


# --- rows of every kind ---------------------------------------------------------------------------


def test_other_keys_are_kept() -> None:
    answer = _answer(jsonl.plays, {"id": "x", "note": {"a": [1, None]}, "board": START, "dice": [6, 5]})
    assert (answer["id"], answer["note"], answer["dice_used"]) == ("x", {"a": [1, None]}, 2)


def test_an_error_of_an_earlier_run_is_not_kept() -> None:
    assert "error" not in _answer(jsonl.plays, {"board": START, "dice": [3, 1], "error": "the row has no 'dice'"})


def test_a_byte_order_mark_is_no_part_of_the_first_row() -> None:
    row = json.dumps({"board": START, "dice": [3, 1]}).encode()
    marked, plain = _answers(jsonl.plays, b"\xef\xbb\xbf" + row, row)
    assert marked == plain


def test_a_dance_has_no_results() -> None:
    closed = [0, -3, 0, 0, 0, 0, 14, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -2, -2, -2, -2, -2, -2, 1]
    answer = _answer(jsonl.plays, {"board": closed, "dice": [6, 2]})
    assert (answer["results"], answer["dice_used"]) == ([], 0)


def test_what_an_xgid_cannot_say_is_null() -> None:
    assert _answer(jsonl.ids, {"gnubg_id": "4HPwATDgc/ABMA:MCngAFAAMAAE"})["xgid"] is None


def test_steps_may_stand_in_any_order() -> None:
    row = {"board": START, "dice": [3, 1], "steps": [[6, 5], [8, 5]]}
    assert _answer(jsonl.notation, row)["text"] == "8/5 6/5"


def test_a_bad_row_costs_only_itself() -> None:
    good = json.dumps({"id": 3, "board": START, "dice": [6, 5]}).encode()
    answers = _answers(jsonl.plays, good, b"{", b"", b'{"id": 9}', good)
    assert [set(answer) >= {"results"} for answer in answers] == [True, False, False, True]
    assert answers[1] == {
        "line": 2,
        "error": "the line is not JSON: Expecting property name enclosed in double quotes at character 3",
    }
    assert answers[2] == {"id": 9, "line": 4, "error": "the row has no 'board'"}


def _start_with(index: int, value: object) -> list[object]:
    cells: list[object] = list(START)
    cells[index] = value
    return cells


@pytest.mark.parametrize(
    "line",
    [
        b"null",
        b"5",
        b'"text"',
        b"[]",
        b"{}",
        b"\xff\xfe{}",
        b'{"board": NaN}',
        b'{"other": -Infinity}',
        b'{"other": 1e999}',
        b'{"other": ' + b"9" * 5000 + b"}",
        b"[" * 100_000,
        b'{"other": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"other": "' + b"x" * 1_100_000 + b'"}',
    ],
    ids=lambda line: line[:20].decode("latin-1"),
)
@pytest.mark.parametrize("command", [jsonl.plays, jsonl.ids, jsonl.notation])
def test_a_line_that_is_no_row_is_answered_with_an_error(command: jsonl.Command, line: bytes) -> None:
    good = json.dumps({"board": START, "dice": [3, 1], "steps": [[8, 5], [6, 5]], "xgid": XGID}).encode()
    bad, after = _answers(command, line, good)
    assert set(bad) == {"line", "error"}
    assert len(bad["error"]) < 200
    assert "error" not in after


@pytest.mark.parametrize(
    "row",
    [
        {"board": None, "dice": [3, 1]},
        {"board": START},
        {"board": START, "dice": None},
        {"board": START, "dice": 31},
        {"board": START, "dice": "31"},
        {"board": START, "dice": []},
        {"board": START, "dice": [3]},
        {"board": START, "dice": [3, 1, 1]},
        {"board": START, "dice": [0, 1]},
        {"board": START, "dice": [7, 1]},
        {"board": START, "dice": [10**400, 1]},
        {"board": START, "dice": [True, 1]},
        {"board": START, "dice": [3.0, 1]},
        {"board": START, "dice": ["3", 1]},
        {"board": START, "dice": [None, 1]},
        {"board": "start", "dice": [3, 1]},
        {"board": {"1": 2}, "dice": [3, 1]},
        {"board": [], "dice": [3, 1]},
        {"board": START[:25], "dice": [3, 1]},
        {"board": [*START, 0], "dice": [3, 1]},
        {"board": _start_with(2, None), "dice": [3, 1]},
        {"board": _start_with(2, False), "dice": [3, 1]},
        {"board": _start_with(2, 0.0), "dice": [3, 1]},
        {"board": _start_with(2, "0"), "dice": [3, 1]},
        {"board": _start_with(2, [0]), "dice": [3, 1]},
        {"board": _start_with(2, 10**4000), "dice": [3, 1]},
        {"board": _start_with(2, 1), "dice": [3, 1]},
        {"board": _start_with(2, -1), "dice": [3, 1]},
        {"board": _start_with(0, -1), "dice": [3, 1]},
        {"board": [0] * 26, "dice": [3, 1]},
    ],
    ids=lambda row: str(row)[:60],
)
@pytest.mark.parametrize("command", [jsonl.plays, jsonl.notation])
def test_a_wrong_board_or_roll_is_answered_with_an_error(command: jsonl.Command, row: dict[str, Any]) -> None:
    answer = _answer(command, {"id": "r", "steps": [[8, 5], [6, 5]], **row})
    assert set(answer) == {"id", "line", "error"}
    assert len(answer["error"]) < 200


@pytest.mark.parametrize(
    "row",
    [
        {},
        {"gnubg_id": None, "xgid": None},
        {"gnubg_id": 5},
        {"gnubg_id": ["4HPwATDgc/ABMA:8InlADAAMAAE"]},
        {"gnubg_id": True},
        {"gnubg_id": ""},
        {"gnubg_id": "4HPwATDgc/ABMA"},
        {"gnubg_id": XGID},
        {"xgid": 5},
        {"xgid": ""},
        {"xgid": GNUBG_ID},
        {"xgid": XGID.replace(":0:0:1", ":-1:0:1")},
        {"xgid": "x" * 900_000},
        {"gnubg_id": GNUBG_ID, "xgid": XGID.replace(":31:", ":32:")},
        {"gnubg_id": GNUBG_ID, "xgid": 5},
        {"gnubg_id": "\ud800" * 14 + ":" + "\ud800" * 12},
    ],
    ids=lambda row: str(row)[:60],
)
def test_a_wrong_id_is_answered_with_an_error(row: dict[str, Any]) -> None:
    answer = _answer(jsonl.ids, {"id": 7, **row})
    assert set(answer) == {"id", "line", "error"}
    assert len(answer["error"]) < 200


@pytest.mark.parametrize(
    "row",
    [
        {},
        {"steps": None, "text": None},
        {"text": 5},
        {"text": "8/5"},
        {"text": "8/5 6/5 x"},
        {"text": "8/5 " * 100_000},
        {"steps": "8/5 6/5"},
        {"steps": [8, 5, 6, 5]},
        {"steps": [[8, 5]]},
        {"steps": [[8, 5], [6]]},
        {"steps": [[8, 5], [6, 5, 1]]},
        {"steps": [[8, 5], [6, True]]},
        {"steps": [[8, 5], [6, 5.0]]},
        {"steps": [[8, 5], [6, None]]},
        {"steps": [[8, 5], [6, -1]]},
        {"steps": [[8, 5], [26, 25]]},
        {"steps": [[8, 5], [6, 10**400]]},
        {"steps": [[8, 5], [13, 12]]},
        {"steps": [[8, 5]] * 1000},
        {"steps": []},
    ],
    ids=lambda row: str(row)[:60],
)
def test_wrong_steps_or_text_are_answered_with_an_error(row: dict[str, Any]) -> None:
    answer = _answer(jsonl.notation, {"id": None, "board": START, "dice": [3, 1], **row})
    assert set(answer) == {"id", "line", "error"}
    assert len(answer["error"]) < 300


def test_an_id_that_is_no_plain_value_stays_out_of_the_error() -> None:
    assert _answer(jsonl.plays, {"id": {"deep": [1]}}) == {"line": 1, "error": "the row has no 'board'"}


def test_the_last_line_may_lack_its_end() -> None:
    answers = io.BytesIO()
    jsonl.run(jsonl.ids, io.BytesIO(json.dumps({"xgid": XGID}).encode()), answers)
    assert json.loads(answers.getvalue())["gnubg_id"] == GNUBG_ID


# --- as a process ---------------------------------------------------------------------------------


def test_a_process_answers_each_row_before_it_reads_the_next() -> None:
    command = [sys.executable, "-m", "games", "ids", "--jsonl"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in range(3):
            process.stdin.write(json.dumps({"id": number, "xgid": XGID}).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()
    assert process.returncode == 0


def test_a_reader_that_goes_away_is_no_crash() -> None:
    command = [sys.executable, "-m", "games", "plays", "--jsonl"]
    row = json.dumps({"board": START, "dice": [6, 6]}).encode() + b"\n"
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.close()
        _, complaints = process.communicate(row * 50)
    assert (process.returncode, complaints) == (1, b"")


def test_bad_rows_do_not_change_the_exit_code() -> None:
    command = [sys.executable, "-m", "games", "plays", "--jsonl"]
    done = subprocess.run(command, input=b"{\n\xff\n", capture_output=True, check=False)
    assert (done.returncode, done.stderr, done.stdout.count(b"error")) == (0, b"", 2)
