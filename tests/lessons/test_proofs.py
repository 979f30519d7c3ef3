"""Every stated answer is proved, and a wrong one is found: on copies of the course's own files."""

from __future__ import annotations

from pathlib import Path

import pytest

from bgsite.lessons.course import course
from bgsite.lessons.proofs import faults_of
from bgsite.lessons.validate import course_faults, main
from tests.lessons.copies import changed, changed_file

SCORE = 'cube = 1\nlength = 5\nwhite = 3\nblack = 3\ncrawford = "pending"'


def test_the_course_is_proved() -> None:
    assert course_faults(course()) == []


def test_the_course_has_six_stages_and_all_three_drills() -> None:
    assert len(course().stages) == 6
    assert len(course().exercises) >= 24
    assert {exercise.drill for exercise in course().exercises} == {"understand", "compare", "review"}


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        (
            "01-setting-up/01-start-points",
            "answer = [24, 13, 8, 6]",
            "answer = [24, 13, 8, 5]",
            "the points are [6, 8, 13",
        ),
        ("01-setting-up/02-place-checkers", "13 = 5, 8 = 3", "13 = 4, 8 = 4", "do not make the starting position"),
        ("01-setting-up/03-two-numbers", "of = 20", "of = 21", "the number is 4, not 5"),
        ("01-setting-up/04-pip-count", "answer = 33", "answer = 34", "the number is 33, not 34"),
        (
            "02-moving/01-order-decides",
            "13:1 3:4",
            "13:1 4:1 3:3",
            "there are 2 legal plays, not one",
        ),
        (
            "02-moving/01-order-decides",
            'answer = "13/10"',
            'answer = "13/8 8/5"',
            "the wrong answer 'three-first' is right",
        ),
        ("02-moving/02-landing-points", "answer = [20, 14]", "answer = [20]", "the points are [14, 20], not [20]"),
        ("02-moving/03-no-jump", "legal = false", "legal = true", "the example of 'one-jump' is not legal"),
        ("02-moving/04-prime", "[8, 7, 6, 5, 4]", "[8, 7, 6, 5]", "the points are [4, 5, 6, 7, 8]"),
        ("02-moving/05-make-the-prime", '["13/7 8/7"]', '["24/18 24/23"]', "the engine finds 13/7 8/7"),
        ("02-moving/05-make-the-prime", '["13/7 8/7"]', '["13/7 7/5"]', "a play of `plays` is not legal"),
        ("02-moving/06-opening-31", 'play = "8/5 6/5"', 'play = "24/21 6/5"', "the engine finds 13/10"),
        ("03-hitting/01-hit", 'claim = "hits"', 'claim = "enters"', "every legal play is right"),
        ("03-hitting/05-entering-rolls", "answer = 27", "answer = 20", "the number is 27, not 20"),
        ("03-hitting/07-shots", "answer = 17", "answer = 15", "the number is 17, not 15"),
        ("03-hitting/07-shots", 'play = "24/20 20/18"', 'play = "24/20"', "what 'direct' shows is not a legal play"),
        ("04-both-numbers/05-dance", "O 21:3 20:2", "O 22:3 20:2", "legal plays, not none"),
        ("04-both-numbers/06-review", 'made = "14/12"', 'made = "12/10 10/5"', "the play that was made is legal"),
        (
            "04-both-numbers/06-review",
            'fact = "both_numbers"',
            'fact = "not_home"',
            "the fact found is 'both_numbers', so the right answer is none of these, not 'both'",
        ),
        ("05-bearing-off/05-safe", "5/off 5/2", "5/off 6/3", "does not leave the fewest shots of 36"),
        ("05-bearing-off/07-size-of-a-win", "M 21:1", "M 18:1", "the right answer is 'gammon', not 'backgammon'"),
        ("05-bearing-off/08-cards", "true = false", "true = true", "the statement 'always' must be false"),
        ("06-cube-and-score/02-take-point", "answer = 25", "answer = 30", "the number is 25, not 30"),
        ("06-cube-and-score/04-last-roll-double", "M 5:1 2:1", "M 5:1 4:1 2:1", "the fact found is 'no_double'"),
        ("06-cube-and-score/05-last-roll-take", "cube = 1", SCORE, "the fact found is 'drop'"),
        (
            "06-cube-and-score/05-last-roll-take",
            "M 1:1",
            "M 6:1 5:1",
            "the game does not end with this roll or the next",
        ),
        ("06-cube-and-score/07-crawford", '"active"', '"expired"', "the fact found is 'allowed'"),
        ("06-cube-and-score/08-dead-cube", "white = 3", "white = 2", "the fact found is 'allowed'"),
        ("06-cube-and-score/09-race-double", "O 21:2 20:3", "O 24:2 20:3", "the fact found is 'no_double'"),
    ],
)
def test_a_wrong_answer_is_found(tmp_path: Path, file: str, old: str, new: str, fault: str) -> None:
    found = faults_of(changed(tmp_path, f"{file}.toml", (old, new)))
    assert any(fault in each for each in found), found


TAKE = "06-cube-and-score/05-last-roll-take"
AT_SCORE = "06-cube-and-score/06-match-score"
CRAWFORD = "06-cube-and-score/07-crawford"


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        ("02-moving/02-landing-points", "M 24:1 13:5 8:4 6:5", "M", "so the game is over"),
        (TAKE, "M 1:1; O", "M; O", "so the game is over"),
        ("05-bearing-off/08-cards", "O 23:1 1:1", "O", "so the game is over"),
        (AT_SCORE, "white = 3", "white = 4", "the Crawford game cannot be pending at 4-3 to 5 points"),
        (AT_SCORE, '"pending"', '"expired"', "the Crawford game cannot be expired at 3-3"),
        (CRAWFORD, "black = 4", "black = 2", "the Crawford game cannot be active at 2-2"),
        (CRAWFORD, "length = 5\n", "", "the Crawford rule belongs to matches"),
        (TAKE, "cube = 1\n", "", "`cube` is missing"),
        (TAKE, "offered = true\n", "", "`offered` is missing"),
        (AT_SCORE, "cube = 1", "cube = 2", "the double that is offered is not allowed: dead_cube"),
        ("06-cube-and-score/09-race-double", "cube = 1", "cube = 1\noffered = true", "the double is offered already"),
    ],
)
def test_a_position_that_no_game_comes_to_is_found(tmp_path: Path, file: str, old: str, new: str, fault: str) -> None:
    found = faults_of(changed(tmp_path, f"{file}.toml", (old, new)))
    assert any(fault in each for each in found), found


def test_a_folder_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(tmp_path / "nothing") == 1
    assert capsys.readouterr().out == "nothing: is no folder\n"


def test_the_command_names_the_file_and_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changed_file(tmp_path, "01-setting-up/stage.toml")
    changed_file(tmp_path, "01-setting-up/04-pip-count.toml", ("answer = 33", "answer = 34"))
    assert main(tmp_path) == 1
    assert "01-setting-up/04-pip-count.toml: the number is 33, not 34" in capsys.readouterr().out


def test_the_command_says_what_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changed_file(tmp_path, "01-setting-up/stage.toml", ("[zh-hant]", "[zh-tw]"))
    assert main(tmp_path) == 1
    assert "01-setting-up/stage.toml: zh-hant: is missing" in capsys.readouterr().out
