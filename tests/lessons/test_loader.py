"""Data files are read strictly: what is wrong is named with its file and field."""

from __future__ import annotations

from pathlib import Path

import pytest

from bgsite.lessons.fields import LessonError
from bgsite.lessons.loader import load_course
from tests.lessons.copies import changed, changed_file

ORDER = "02-moving/01-order-decides.toml"
OPENING = "02-moving/06-opening-31.toml"
CARDS = "02-moving/03-no-jump.toml"
PLACES = "01-setting-up/02-place-checkers.toml"
CUBE = "06-cube-and-score/08-dead-cube.toml"
WORTH = "06-cube-and-score/01-points-won.toml"
SHOTS = "03-hitting/07-shots.toml"
TARGETS = "02-moving/02-landing-points.toml"


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        (ORDER, 'form = "play"', 'form = "plays"', "form: must be cards, play, choice"),
        (ORDER, 'claim = "only"', 'claim = "onyl"', "claim: must be one of legal, only"),
        (ORDER, 'claim = "only"', 'claim = "only"\nfrobs = 3', "frobs: is not a field of this kind of exercise"),
        (ORDER, "free = true", 'free = "yes"', "free: must be true or false"),
        (ORDER, "free = true", "free = 1", "free: must be true or false"),
        (ORDER, 'dice = "53"', 'dice = "57"', "dice: must be two numbers from 1 to 6"),
        (ORDER, 'dice = "53"\n', "", "dice: are needed"),
        (ORDER, "M 13:1", "M 13:2", "board: is no position: the near player has 16 checkers"),
        (ORDER, "O 21:4", "O 13:4", "board: is no position: both sides are on the 13 point"),
        (ORDER, 'board = "M', 'board = "X', "board: is no position"),
        (ORDER, 'board = "M', 'board = "XGID=M', "board: is no position"),
        (ORDER, "[text.zh-hant]", "[text.zh-tw]", "text.zh-hant.title: is missing"),
        (ORDER, "[text.en.wrong]\nthree-first", "[text.en.wrong]\nfive-first", "text.en.wrong.three-first: is missing"),
        (ORDER, 'title = "The order decides"', 'title = " "', "text.en.title: is empty"),
        (ORDER, 'title = "The order decides"\n', "", "text.en.title: is missing"),
        (ORDER, 'answer = "13/10"', 'answer = "13/9"', "wrong[1].answer: '13/9' is no step of a 53"),
        (ORDER, 'answer = "13/10"', 'answer = "12/9"', "wrong[1].answer: '12/9' cannot even be tried: no checker"),
        (ORDER, 'answer = "13/10"', 'answer = "13-10"', "wrong[1].answer: no step: '13-10'"),
        (ORDER, 'drill = "understand"', "drill = [", "cannot be read"),
        (OPENING, 'answer = "five-point"', 'answer = "six-point"', "answer: is no choice: 'six-point'"),
        (OPENING, 'id = "slot"', 'id = "split"', "choices: must be two or more, each with an id of its own"),
        (CARDS, 'id = "may-pass"\ntrue = false', 'id = "may-pass"', "cards[4].true: is missing"),
        (PLACES, "{ 13 = 5, 8 = 3 }", "{ 30 = 5 }", "answer: must say point = checkers"),
        (CUBE, "cube = 2", "cube = 3", "setting.cube: must be 1, 2, 4"),
        (CUBE, 'owner = "white"', 'owner = "red"', "setting.owner: must be white or black"),
        (CUBE, "cube = 2", "cube = 1", "setting.owner: nobody owns a cube before it was turned"),
        (WORTH, "of = 2", "of = 7", "of: must be from 1 to 3, not 7"),
        (SHOTS, "answer = 17", "answer = 17\nof = 6", "of: is not a field of this kind of exercise"),
        (TARGETS, 'id = "sum-forgotten"', 'id = "blocked"', "wrong: must each have an id of its own"),
        (CUBE, "length = 5", "length = 3", "setting.length: must be more than either side's points"),
    ],
)
def test_a_broken_file_is_refused_with_its_place(tmp_path: Path, file: str, old: str, new: str, message: str) -> None:
    with pytest.raises(LessonError) as refused:
        changed(tmp_path, file, (old, new))
    assert str(refused.value).startswith(f"{file}: ")
    assert message in str(refused.value)


def test_an_xgid_is_a_position_too(tmp_path: Path) -> None:
    start = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
    board = "M 24:2 13:5 8:3 6:5; O 19:5 17:3 12:5 1:2"
    exercise = changed(tmp_path, "01-setting-up/05-first-move.toml", (board, start))
    assert exercise.position.board.pip_count == 167


def test_a_file_needs_a_number_and_a_name(tmp_path: Path) -> None:
    changed_file(tmp_path, ORDER).rename(tmp_path / "02-moving/Order.toml")
    changed_file(tmp_path, "02-moving/stage.toml")
    with pytest.raises(LessonError, match="must be named by two digits"):
        load_course(tmp_path)


def test_a_stage_needs_its_words(tmp_path: Path) -> None:
    changed_file(tmp_path, ORDER)
    with pytest.raises(LessonError, match=r"02-moving/stage\.toml: is missing"):
        load_course(tmp_path)
