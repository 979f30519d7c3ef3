"""The command line as a person uses it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

START_ID = "4HPwATDgc/ABMA"
CRAWFORD = f"{START_ID}:8InlADAAMAAE"
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:6:3:1:7:10"
_ROOT = Path(__file__).parent.parent.parent


def _games(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "games", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=_ROOT, stdin=subprocess.DEVNULL)


def _said(*words: str) -> list[str]:
    done = _games(*words)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_plays_lists_every_play_in_order() -> None:
    plays = ["13/2", "13/7 8/3", "13/8 13/7", "24/13", "24/18 13/8", "24/18 8/3", "8/3 8/2"]
    assert _said("plays", START_ID, "65") == plays


@pytest.mark.parametrize("dice", ["31", "13", "3-1", "1,3"])
def test_a_roll_may_be_written_in_several_ways(dice: str) -> None:
    assert "8/5 6/5" in _said("plays", START_ID, dice)


def test_the_roll_may_come_from_the_id() -> None:
    assert _said("plays", CRAWFORD) == _said("plays", XGID) == _said("plays", START_ID, "31")


def test_no_legal_play_is_said() -> None:
    assert _said("plays", "XGID=-c----N------------bbbbbbA:0:0:1:62:0:0:0:0:10") == ["no legal play"]


def test_show_draws_the_board_with_all_around_it() -> None:
    assert _said("show", CRAWFORD) == [
        "O: White, 167 pips, 0 off",
        "+13-14-15-16-17-18------19-20-21-22-23-24-+",
        "| X           O    |   | O              X |",
        "| X           O    |   | O              X |",
        "| X           O    |   | O                |",
        "| X                |   | O                |",
        "| X                |   | O                |",
        "|                  |BAR|                  |",
        "| O                |   | X                |",
        "| O                |   | X                |",
        "| O           X    |   | X                |",
        "| O           X    |   | X              O |",
        "| O           X    |   | X              O |",
        "+12-11-10--9--8--7-------6--5--4--3--2--1-+",
        "X: Black, 167 pips, 0 off",
        "Cube at 1, in the middle",
        "Match to 7: White 3, Black 6, Crawford game",
        "Black to play 31",
    ]


def test_show_takes_a_bare_position() -> None:
    assert _said("show", START_ID)[-1] == "X: the side on roll, 167 pips, 0 off"


@pytest.mark.parametrize(
    ("gnubg_id", "line"),
    [
        ("cAkAAAAAAAAA", "Black to roll or double"),
        ("MAEAAAAAAAAA", "White to roll or double"),
        ("cREAAAAAAAAA", "Black doubles to 4; White answers"),
        ("QhkAAAAAAAAA", "White beavers to 8; Black answers"),
        ("FBkAAEAAAAAA", "White raccoons to 32; Black answers"),
        ("QQkAAAAAAAAA", "Black to roll"),
        ("UQkAAAAAAAAA", "Black to roll or double"),
        ("cCGqAAAAAAAE", "Black offers to resign a single game; White answers"),
        ("MOmmACAAAAAE", "White offers to resign a backgammon; Black answers"),
        ("cENgAEAAAAAE", "The game is over"),
        ("MACgAAAAAAAE", "No game is being played"),
    ],
)
def test_show_says_who_must_do_what(gnubg_id: str, line: str) -> None:
    assert _said("show", f"{START_ID}:{gnubg_id}")[-1] == line


@pytest.mark.parametrize(
    ("xgid_end", "line"),
    [
        ("0:0:1:00:0:0:0:0:10", "Money play: White 0, Black 0"),
        ("0:0:1:00:4:2:1:0:10", "Money play with Jacoby: White 2, Black 4"),
        ("0:0:1:00:0:0:3:0:10", "Money play with Jacoby and beavers: White 0, Black 0"),
        ("0:0:1:00:3:2:0:5:10", "Match to 5: White 2, Black 3"),
    ],
)
def test_show_says_the_score(xgid_end: str, line: str) -> None:
    assert _said("show", f"{XGID.partition(':')[0]}:{xgid_end}")[-2] == line


@pytest.mark.parametrize(
    ("xgid_end", "line"),
    [
        ("0:0:1:00:4:4:0:5:10", "Black to roll"),
        ("1:1:1:00:3:0:0:5:10", "Black to roll"),
        ("1:1:1:00:2:0:0:5:10", "Black to roll or double"),
        ("3:1:1:00:0:0:0:0:3", "Black to roll"),
        ("3:1:1:00:0:0:0:0:0", "Black to roll or double"),
        ("0:0:1:00:4:0:1:5:10", "Black to roll"),
    ],
)
def test_show_speaks_of_a_double_only_where_the_cube_allows_one(xgid_end: str, line: str) -> None:
    """rules.md 2.2, 2.5, 4.2: dead, at its limit, or a Crawford game."""
    assert _said("show", f"{XGID.partition(':')[0]}:{xgid_end}")[-1] == line


def test_show_puts_black_at_the_bottom_whoever_is_on_roll() -> None:
    drawings = [_said("show", f"XGID=-a--a-E-C---eE---c-e----B-:0:0:{turn}:00:0:0:3:0:10") for turn in ("1", "-1")]
    assert drawings[0][:-1] == drawings[1][:-1]
    assert [drawing[-1] for drawing in drawings] == ["Black to roll or double", "White to roll or double"]


def test_show_writes_tall_stacks_as_numbers_and_bars_in_the_middle() -> None:
    lines = _said("show", "XGID=bN-----------------------A:0:0:1:00:0:0:0:0:10")
    assert lines[2] == "|                  | O |                  |"
    assert lines[8] == "|                  |   |               14 |"
    assert lines[12] == "|                  | X |                X |"


def test_an_xgid_needs_no_prefix() -> None:
    assert _said("show", XGID.removeprefix("XGID=")) == _said("show", XGID)


def test_ids_prints_the_other_ids() -> None:
    assert _said("ids", XGID) == [f"GNUBG ID  {CRAWFORD}", f"XGID      {XGID}"]
    assert _said("ids", START_ID) == [f"position ID  {START_ID}"]


def test_ids_says_why_there_is_no_xgid() -> None:
    lines = _said("ids", f"{START_ID}:MCngAFAAMAAE")
    assert lines[1] == "XGID      none: an XGID cannot say: that a resignation waits for its answer"


def test_notation_prints_the_canonical_spelling() -> None:
    assert _said("notation", START_ID, "31", "6/5, 8/5") == ["8/5 6/5"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("plays",), "games: this command needs an ID, or --jsonl"),
        (("plays", START_ID), "games: this command needs a roll, or --jsonl"),
        (("plays", START_ID, "37"), "games: a roll is two numbers from 1 to 6, as 31, not '37'"),
        (("plays", "A" * 14, "31"), "games: all 30 checkers are off"),
        (("show", "hello"), "games: a position ID has 14 characters, this one has 5"),
        (("show", XGID + ":1"), "games: an XGID has 10 fields joined by colons, this one has 11"),
        (
            ("plays", START_ID, "31", "--jsonl"),
            f"games: --jsonl reads rows from standard input, so '{START_ID}' has no place",
        ),
        (("notation", START_ID, "31"), "games: this command needs a play, or --jsonl"),
        (("notation", START_ID, "31", "8/5"), "games: 8/5 leaves a number unplayed that can be played"),
        ((), "games: the following arguments are required: COMMAND (--help shows how)"),
        (("show",), "games show: the following arguments are required: id (--help shows how)"),
        (("show", "--what", START_ID), "games: unrecognized arguments: --what (--help shows how)"),
    ],
)
def test_wrong_words_get_one_sentence_and_exit_code_2(words: tuple[str, ...], sentence: str) -> None:
    done = _games(*words)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"{sentence}\n")


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_a_closed_stream_is_said(closed: str) -> None:
    command = ["sh", "-c", f'"$0" -m games plays --jsonl {closed}', sys.executable]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=_ROOT)
    assert done.returncode == 1
    assert done.stderr == "games: input or output failed: standard input or output is closed\n"


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_output_that_cannot_be_written_is_said(unbuffered: str) -> None:
    """Also when Python buffers what it writes and meets the full disk only at its end."""
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "games", "show", START_ID]
        environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, check=False, cwd=_ROOT, env=environment
        )
    assert done.returncode == 1
    assert done.stderr == "games: input or output failed: [Errno 28] No space left on device\n"
