"""Chances of each size of win, and what their numbers mean."""

from __future__ import annotations

import pytest

from games.engines.outcomes import Outcomes
from games.engines.sage import sage
from games.rules.board import parse_board
from games.rules.score import ResultKind
from tests.games.engines.situations import money_situation


def test_case_115_a_gammon_figure_includes_the_backgammons() -> None:
    """Win 0.60, gammon 0.20, backgammon 0.05: E = 2 x 0.60 - 1 + 0.20 + 0.05."""
    outcomes = Outcomes(0.60, 0.20, 0.05, 0.0, 0.0)
    assert outcomes.equity == pytest.approx(0.45)
    assert dict(outcomes.wins()) == pytest.approx(
        {ResultKind.SINGLE: 0.40, ResultKind.GAMMON: 0.15, ResultKind.BACKGAMMON: 0.05}
    )


def test_case_115_the_engine_means_it_so() -> None:
    """A game that can only be won as a backgammon is a gammon to it as well."""
    caught = parse_board("M 1:1; O bar:3 24:12")
    outcomes = sage(1).after(caught, money_situation()).outcomes
    assert outcomes.backgammon > 0.5
    assert outcomes.gammon >= outcomes.backgammon


def test_the_other_side_sees_the_same_game() -> None:
    outcomes = Outcomes(0.6, 0.3, 0.1, 0.2, 0.05)
    assert outcomes.turned() == Outcomes(0.4, 0.2, 0.05, 0.3, 0.1)
    assert outcomes.turned().turned() == outcomes


def test_estimates_that_contradict_themselves_are_set_right() -> None:
    assert Outcomes.of([0.1, 0.2, 0.3, 1.0, 1.0]) == Outcomes(0.1, 0.1, 0.1, 0.9, 0.9)
    assert Outcomes.of([1.00001, 0, 0, 0, 0]).win == 1.0
