"""Match winning chances against GNU Backgammon's, and beyond the 25 points of the table."""

from __future__ import annotations

from itertools import pairwise

import pytest

from games.engines.met import chance
from tests.games.positions import golden_rows


@pytest.mark.parametrize("phase", ["pre_crawford", "crawford", "post_crawford", "double_match_point"])
def test_the_table_is_the_one_of_gnu_backgammon(phase: str) -> None:
    """formulas.md 1: ordinary scores, the Crawford game, after it, double match point."""
    rows = [row for row in golden_rows("met.jsonl") if row["phase"] == phase]
    assert rows
    for row in rows:
        found = chance(row["me_away"], row["opp_away"], is_after_crawford=phase == "post_crawford")
        assert found == pytest.approx(row["mwc"], abs=1e-4), row


def test_a_match_that_is_won_is_won() -> None:
    assert chance(0, 5, is_after_crawford=False) == chance(-3, 1, is_after_crawford=True) == 1.0
    assert chance(5, 0, is_after_crawford=False) == 0.0


@pytest.mark.parametrize("after", [False, True])
def test_beyond_the_table_needing_more_is_never_better(after: bool) -> None:
    """rules.md 4.6: matches go up to 127 points."""
    for opponent in (1, 2, 9, 25, 26, 60, 127):
        chances = [chance(me, opponent, is_after_crawford=after) for me in range(1, 128)]
        assert all(better >= worse for better, worse in pairwise(chances)), opponent
        assert all(0 <= one <= 1 for one in chances)


def test_both_sides_have_the_whole_chance_beyond_the_table() -> None:
    for me, other in ((26, 25), (40, 3), (127, 100), (33, 1)):
        mine, theirs = (chance(*score, is_after_crawford=False) for score in ((me, other), (other, me)))
        assert mine + theirs == pytest.approx(1.0)


def test_the_extension_goes_on_where_the_table_ends() -> None:
    """26 points away against 20 is a little less than 25 against 20, which the table has."""
    inside, beyond = (chance(me, 20, is_after_crawford=False) for me in (25, 26))
    assert 0 < inside - beyond < 0.05
