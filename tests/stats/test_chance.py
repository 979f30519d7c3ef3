"""Chi-square and what it means, against printed tables and closed forms."""

from __future__ import annotations

from math import erfc, exp, sqrt

import pytest

from stats.chance import chi_square, p_value

TABLE = [
    (3.841, 1, 0.05),
    (11.070, 5, 0.05),
    (15.086, 5, 0.01),
    (12.592, 6, 0.05),
    (31.410, 20, 0.05),
    (45.315, 20, 0.001),
    (8.260, 20, 0.99),
    (49.802, 35, 0.05),
    (124.342, 100, 0.05),
]
"""Upper percentage points of the chi-square distribution, as they are printed."""


@pytest.mark.parametrize(("chi", "freedom", "p"), TABLE)
def test_p_is_what_the_printed_tables_say(chi: float, freedom: int, p: float) -> None:
    assert p_value(chi, freedom) == pytest.approx(p, rel=2e-3)


@pytest.mark.parametrize("chi", [0.001, 0.3, 1.0, 2.5, 7.0, 20.0, 80.0, 700.0])
def test_p_is_what_closed_forms_give(chi: float) -> None:
    x = chi / 2
    assert p_value(chi, 1) == pytest.approx(erfc(sqrt(x)), rel=1e-9)
    assert p_value(chi, 2) == pytest.approx(exp(-x), rel=1e-9)
    assert p_value(chi, 6) == pytest.approx(exp(-x) * (1 + x + x * x / 2), rel=1e-9)


def test_p_falls_from_one_to_nothing() -> None:
    values = [p_value(chi / 4, 20) for chi in range(400)]
    assert values[0] == 1
    assert values == sorted(values, reverse=True)
    assert 0 < values[-1] < 1e-10
    assert p_value(1e6, 20) == 0


def test_chi_square_of_counts_done_by_hand() -> None:
    assert chi_square([8, 12, 10], [10, 10, 10]) == pytest.approx(0.8)
    assert chi_square([5, 25], [10, 20]) == pytest.approx(3.75)


def test_what_cannot_be_weighed_is_refused() -> None:
    with pytest.raises(ValueError, match="expected"):
        chi_square([0, 1], [0, 1])
    with pytest.raises(ValueError, match="shorter"):
        chi_square([1, 2], [1])
    with pytest.raises(ValueError, match="0 degrees"):
        p_value(1, 0)
