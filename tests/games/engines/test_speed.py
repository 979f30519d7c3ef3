"""How long a decision takes, by the work it is: rolls with hundreds of legal plays (case 106)."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import settings

from games.engines.judge import Judge
from games.engines.levels import NETWORK, THREE, TWO
from games.engines.sage import CubeJudged, Sage
from games.engines.situation import Situation
from games.engines.strength import MOST_MILLIS
from games.rules.board import Board
from games.rules.legal import legal_plays
from games.rules.levels import Level
from tests.games.engines.situations import match_situation, money_situation
from tests.games.positions import board_of, dice_of, golden_rows

CORES = 2
DEPTHS = {Level.BEGINNER: NETWORK, Level.ADVANCED: TWO, Level.EXPERT: THREE}


def worst() -> list[dict[str, Any]]:
    """25 rolls of random boards (1,054 to 1,504 legal plays) and 25 of played games (426 to 763)."""
    return golden_rows("worst_rolls.jsonl")


def seconds(level: Level, row: dict[str, Any], situation: Situation) -> float:
    """What the two cores need for it, however busy the machine is: processor time, not the clock on the wall."""
    judge, began = Judge(DEPTHS[level]), time.process_time()
    judge.ranked(board_of(row), dice_of(row), situation)
    return (time.process_time() - began) / CORES


def test_case_106_the_worst_rolls_are_what_they_say() -> None:
    for row in worst()[::5]:
        assert len(legal_plays(board_of(row), dice_of(row))) == row["plays"] > 400


@pytest.mark.parametrize(("level", "every"), [(Level.BEGINNER, 7), (Level.ADVANCED, 24), (Level.EXPERT, 30)])
def test_case_106_rolls_with_hundreds_of_plays_take_no_longer_than_the_level_may(level: Level, every: int) -> None:
    rows = worst()[::-every]
    spent = sorted(seconds(level, row, money_situation(cube_limit=64)) for row in rows)
    assert spent[len(spent) // 2] * 1000 < MOST_MILLIS[level]


@pytest.mark.long
@pytest.mark.parametrize("level", list(DEPTHS))
@pytest.mark.parametrize("situation", [money_situation(cube_limit=64), match_situation(40, 30)])
def test_case_106_all_of_played_games(level: Level, situation: Situation) -> None:
    if settings.get_current_profile_name() != "long":
        pytest.skip("minutes: `make test-long`")
    spent = sorted(seconds(level, row, situation) for row in worst()[25:])
    assert spent[int(0.95 * len(spent))] * 1000 < MOST_MILLIS[level]


def test_case_106_however_many_plays_only_a_few_are_looked_at_deeper(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Board] = []
    cube = Sage.cube

    def counted(engine: Sage, board: Board, situation: Situation, *, beaver: bool) -> CubeJudged:
        asked.append(board)
        return cube(engine, board, situation, beaver=beaver)

    monkeypatch.setattr(Sage, "cube", counted)
    row = worst()[-1]
    ranked = Judge(TWO).ranked(board_of(row), dice_of(row), money_situation(cube_limit=64))
    assert len(ranked) == row["plays"]
    assert 1 <= len(asked) <= TWO.shortlist
