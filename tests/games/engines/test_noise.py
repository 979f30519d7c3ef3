"""Errors of judgement."""

from __future__ import annotations

from dataclasses import replace
from statistics import fmean, stdev

from games.engines.noise import Blur, blur_of
from games.rules.levels import Level
from tests.games.tables import MONEY, QUIET, Table


def test_an_error_belongs_to_the_decision_and_to_what_is_judged() -> None:
    blur = Blur(0.1, "one decision")
    assert blur.of(0.5, "a play") == blur.of(0.5, "a play")
    assert blur.of(0.5, "a play") != blur.of(0.5, "another")
    assert blur.of(0.5, "a play") != Blur(0.1, "another decision").of(0.5, "a play")


def test_errors_are_as_wide_as_said_and_to_no_side() -> None:
    errors = [Blur(0.15, str(number)).of(0.0, "a play") for number in range(2000)]
    assert abs(fmean(errors)) < 0.02
    assert 0.14 < stdev(errors) < 0.16


def test_who_does_not_err_sees_what_is() -> None:
    assert Blur(0.0, "x").of(0.25, "a play") == 0.25


def test_the_clock_and_the_version_have_no_part_in_it() -> None:
    table = Table(MONEY)
    table.put(QUIET)
    later = replace(table.state, version=table.state.version + 5)
    assert blur_of(Level.BEGINNER, 0.1, later) == blur_of(Level.BEGINNER, 0.1, table.state)
