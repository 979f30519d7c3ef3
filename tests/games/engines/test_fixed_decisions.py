"""An upgrade of bgsage that gives other numbers is seen (case 107)."""

from __future__ import annotations

from importlib.metadata import version

import pytest

from tests.games.engines.fixed_decisions import answer
from tests.games.positions import golden_rows

PINNED = "2.0.20260907"


def test_case_107_the_version_is_the_measured_one() -> None:
    """After an upgrade: `python -m tests.games.engines.fixed_decisions`, `make measure`, then this line."""
    assert version("bgsage") == PINNED


@pytest.mark.parametrize("plies", [1, 2, 3])
def test_case_107_fixed_decisions_are_what_they_were(plies: int) -> None:
    """A wrong call of the library gives other numbers without an error."""
    rows = [row for row in golden_rows("engine_decisions.jsonl") if row["plies"] == plies]
    assert rows
    for row in rows:
        now, was = answer(row), row["answer"]
        assert now.keys() == was.keys()
        assert now == pytest.approx(was, abs=2e-3) if "take" in was else now["after"] == was["after"], row
        if "equity" in was:
            assert now["equity"] == pytest.approx(was["equity"], abs=2e-3)
