"""The value of a cube by the card itself (Janowski's model)."""

from __future__ import annotations

import pytest

from games.engines.cubeful import _take_point, cube_equities, cube_life, equity
from games.engines.outcomes import Outcomes
from games.engines.situation import Holder, Situation
from games.rules.board import Board, parse_board
from games.rules.rulecard import Multipliers, PlayKind, Preset, RuleCard
from games.rules.score import Crawford, ResultKind
from tests.games.engines.situations import match_situation, money_situation
from tests.games.positions import golden_rows
from tests.games.tables import RACE


def no_gammons(win: float) -> Outcomes:
    return Outcomes(win, 0.0, 0.0, 0.0, 0.0)


def test_equities_and_chances_are_those_of_gnu_backgammon() -> None:
    """formulas.md 2: EMG both ways, with what winning and losing the cube is worth."""
    for row in golden_rows("emg.jsonl"):
        me, other = row["me_away"], row["opp_away"]
        later = Crawford.EXPIRED if 1 in (me, other) else Crawford.PENDING
        phase = Crawford.ACTIVE if row["crawford"] else later
        situation = match_situation(me, other, cube=row["cube"], crawford=phase)
        assert situation.value_of(row["equity"]) == pytest.approx(row["mwc"], abs=1e-4), row
        if row["mwc_win"] > row["mwc_lose"]:
            assert situation.normalised(row["mwc"]) == pytest.approx(row["equity"], abs=2e-3), row


def test_take_points_are_those_of_the_formulas() -> None:
    """formulas.md 3: a dead cube, and a fully live one with its redoubles."""
    for row in golden_rows("takepoints.jsonl"):
        taker, doubler, cube = row["taker_away"], row["doubler_away"], row["cube"]
        phase = Crawford.EXPIRED if 1 in (taker, doubler) else Crawford.PENDING
        situation = match_situation(taker, doubler, cube=cube, crawford=phase)
        dead, live = row["dead_take_point_formula"], row.get("live_take_point_formula")
        if live is not None and not row["taker_has_free_redouble"]:
            assert _take_point(no_gammons(0.5), situation, 5) == pytest.approx(live, abs=1e-3), row
        if not row["taker_has_free_redouble"]:
            assert _take_point(no_gammons(0.5), situation, 0) == pytest.approx(dead, abs=1e-3), row


def test_money_is_taken_with_a_quarter_of_a_dead_cube_and_a_fifth_of_a_live_one() -> None:
    """formulas.md 3."""
    assert _take_point(no_gammons(0.5), money_situation(cube_limit=2), 5) == pytest.approx(0.25)
    assert _take_point(no_gammons(0.5), money_situation(cube_limit=4096), 8) == pytest.approx(0.2, abs=0.001)


def test_gammons_count_nothing_for_a_centred_cube_under_jacoby_and_everything_once_it_is_turned() -> None:
    """rules.md 3.2."""
    outcomes = Outcomes(0.6, 0.3, 0.05, 0.1, 0.0)
    dead = cube_equities(outcomes, money_situation(jacoby=True), 0.0)
    assert dead.no_double == pytest.approx(2 * 0.6 - 1)
    assert dead.take == pytest.approx(2 * outcomes.equity)


@pytest.mark.parametrize(
    ("multipliers", "expected"),
    [
        (Multipliers.ONE_TWO_THREE, 0.2 + 0.3 + 0.05 - 0.1),
        (Multipliers.ONE_TWO_TWO, 0.2 + 0.3 - 0.1),
        (Multipliers.ONE_ONE_ONE, 0.2),
    ],
)
def test_without_a_cube_only_the_multipliers_count(multipliers: Multipliers, expected: float) -> None:
    """rules.md 3.4; the gammon figures include backgammons (case 115)."""
    situation = money_situation(cube_limit=1, multipliers=multipliers)
    assert equity(Outcomes(0.6, 0.3, 0.05, 0.1, 0.0), situation, 0.68) == pytest.approx(expected)


def test_a_cube_at_its_limit_is_dead() -> None:
    """rules.md 2.1: nobody may turn it again, whoever owns it."""
    outcomes = no_gammons(0.7)
    for holder in (Holder.MINE, Holder.THEIRS, Holder.CENTRED):
        assert equity(outcomes, money_situation(cube=4, holder=holder, cube_limit=4), 0.68) == pytest.approx(0.4)
    assert equity(outcomes, money_situation(cube=2, holder=Holder.MINE, cube_limit=4), 0.68) > 0.4


def test_owning_the_cube_is_worth_more_than_the_other_owning_it() -> None:
    outcomes = no_gammons(0.5)
    mine, centred, theirs = (
        equity(outcomes, money_situation(holder=holder), 0.68)
        for holder in (Holder.MINE, Holder.CENTRED, Holder.THEIRS)
    )
    assert mine > centred > theirs
    assert centred == pytest.approx(0.0)


def test_the_same_game_is_worth_the_opposite_to_the_other() -> None:
    outcomes = Outcomes(0.62, 0.2, 0.01, 0.08, 0.0)
    for situation in (
        money_situation(holder=Holder.MINE, multipliers=Multipliers.ONE_TWO_TWO),
        match_situation(40, 31, cube=2, holder=Holder.THEIRS),
        match_situation(3, 30),
    ):
        mine = equity(outcomes, situation, 0.68)
        assert equity(outcomes.turned(), situation.turned(), 0.68) == pytest.approx(-mine)


def test_a_long_match_far_from_its_end_is_nearly_money() -> None:
    """rules.md 4.6: beyond the table its extension holds."""
    outcomes = Outcomes(0.6, 0.2, 0.01, 0.1, 0.0)
    far, money = (cube_equities(outcomes, one, 0.68) for one in (match_situation(100, 100), money_situation()))
    assert far.no_double == pytest.approx(money.no_double, abs=0.02)
    assert far.take == pytest.approx(money.take, abs=0.04)


def test_who_leads_so_far_that_the_cube_is_useless_has_nothing_to_turn() -> None:
    """rules.md 2.5."""
    situation = match_situation(1, 30, crawford=Crawford.EXPIRED)
    assert not situation.may_turn()
    assert situation.turned().may_turn()


def test_what_the_engine_knows_itself_is_left_to_it() -> None:
    assert money_situation(cube=16, cube_limit=64).is_ordinary
    assert match_situation(1, 1, crawford=Crawford.EXPIRED).is_ordinary
    assert match_situation(25, 3).is_ordinary
    assert not match_situation(26, 3).is_ordinary
    assert not money_situation(cube=32, cube_limit=64).is_ordinary
    assert not money_situation(multipliers=Multipliers.ONE_TWO_TWO).is_ordinary
    plain = RuleCard(Preset.PLAIN, PlayKind.SINGLE, None, cube_limit=1)
    assert not Situation(plain, 1, Holder.CENTRED, None, Crawford.NONE).is_ordinary


def test_a_won_gammon_is_worth_what_the_card_says() -> None:
    assert money_situation(cube=2, holder=Holder.MINE).worth(ResultKind.GAMMON, won=True) == 4
    assert money_situation(jacoby=True).worth(ResultKind.GAMMON, won=False) == -1


def test_the_cube_lives_less_in_a_short_race() -> None:
    """formulas.md 3."""
    assert cube_life(Board.start()) == 0.68
    assert cube_life(parse_board(RACE)) == pytest.approx(0.55 + 0.00125 * 75)
    assert cube_life(parse_board("M 1:2; O 24:2")) == 0.6
