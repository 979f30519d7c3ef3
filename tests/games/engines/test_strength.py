"""The measured table: in order, within the bands that the page states, and quick enough; and how it is measured."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engines.cubeful import CubeEquities
from games.engines.levels import brain_for
from games.engines.measure import (
    Question,
    _losses_of_answers,
    _losses_of_doubling,
    as_table,
    faults,
    strength_of,
)
from games.engines.positions import decisions
from games.engines.strength import BANDS, MOST_MILLIS, as_json, measured
from games.rules.levels import Level


def test_the_measured_levels_are_in_order_within_their_bands_and_quick_enough() -> None:
    """Issue 3: at least 300 decisions of each level."""
    table = {level: measured(level) for level in Level}
    assert faults(table) == []
    assert all(one.decisions >= 300 for one in table.values())


def test_bands_do_not_overlap() -> None:
    """Else a page could promise the same of two levels."""
    lows, highs = ([BANDS[level][end] for level in Level] for end in (0, 1))
    assert all(low > high for low, high in zip(lows, highs[1:], strict=False))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"error_rate": 99.0}, "outside"),
        ({"p95_ms": 9000.0, "p95_processor_ms": MOST_MILLIS[Level.EXPERT] + 1}, "ms is more"),
        ({"error_rate": 30.0}, "not in order"),
    ],
)
def test_a_level_that_breaks_its_promise_is_named(change: dict[str, float], fault: str) -> None:
    table = {level: measured(level) for level in Level}
    table[Level.EXPERT] = replace(table[Level.EXPERT], **change)  # type: ignore[arg-type]
    assert any(fault in found for found in faults(table))


def test_the_table_can_be_read_by_people_and_by_the_page() -> None:
    table = {level: measured(level) for level in Level}
    assert all(str(level) in as_table(table) for level in Level)
    assert '"beginner"' in as_json(table)
    assert '"low"' not in as_json(table)


def test_what_a_decision_loses() -> None:
    """formulas.md 6: doubling, and answering, seen by who decides."""
    assert _losses_of_doubling(CubeEquities(0.5, 0.6, 1.0)) == {"Roll": pytest.approx(0.1), "Double": 0.0}
    assert _losses_of_doubling(CubeEquities(0.5, 0.45, 1.0)) == {"Roll": 0.0, "Double": pytest.approx(0.05)}
    assert _losses_of_answers(CubeEquities(0.9, 1.25, 1.0)) == {"Take": 0.25, "Drop": 0.0}


@pytest.mark.parametrize("trivial", [(0.1, -0.3, 1.0), (1.4, 1.5, 1.0), (-0.95, -1.9, 1.0), (0.2, 0.2, 1.0)])
def test_trivial_cube_decisions_do_not_count(trivial: tuple[float, float, float]) -> None:
    assert _losses_of_doubling(CubeEquities(*trivial)) is None


def test_the_time_of_each_decision_is_measured() -> None:
    state, side = next(decisions(1))
    losses = {"Roll": 0.0, "Double": 0.0}
    with pytest.raises(KeyError):  # an answer that the judgement does not know is no answer without error
        strength_of(Level.BEGINNER, [Question(state, side, losses)])
    assert brain_for(Level.BEGINNER).decide(state, side) is not None
