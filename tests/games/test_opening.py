"""How games open (rules.md 1.2) and automatic doubles (3.1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.rules import actions as a
from games.rules.cube import Cube
from games.rules.dice import Dice
from games.rules.errors import InvalidAction, Refusal
from games.rules.rulecard import UNLIMITED, Opening
from games.rules.score import ResultKind
from games.rules.state import TakeBackRule, ToPlay, ToRoll
from tests.games.tables import BLACK, START, WHITE, Table, match_to, money, names


@pytest.mark.parametrize(("throw", "starter"), [((6, 2), WHITE), ((2, 6), BLACK)])
def test_the_higher_die_moves_first_with_both_numbers(throw: tuple[int, int], starter: object) -> None:
    """rules.md 1.2."""
    table = Table(match_to(5), opening=(throw,))
    assert table.game.on_roll is starter
    assert table.game.phase == ToPlay(Dice(6, 2))
    assert table.game.board == START


def test_equal_throws_are_repeated() -> None:
    """rules.md 1.2; without automatic doubles the cube stays at 1."""
    table = Table(match_to(5), opening=((3, 3), (6, 6), (1, 2)))
    assert table.game.phase == ToPlay(Dice(2, 1))
    assert table.game.on_roll is BLACK
    assert table.game.cube == Cube(1, None)


def test_nobody_can_double_before_the_first_turn() -> None:
    """rules.md 1.2, 2.2: the opening is a turn with its dice on the table."""
    table = Table(match_to(5))
    assert not table.can(WHITE).double
    assert table.refuses(a.Double(), WHITE) is Refusal.ALREADY_ROLLED
    table.play("8/5 6/5")
    assert table.can(BLACK).double


def test_white_first_starts_with_a_normal_roll() -> None:
    """rules.md 1.2: no opening throw, White rolls; and nobody doubles before the first turn (2.2)."""
    table = Table(replace(money(), opening=Opening.WHITE_FIRST), opening=())
    assert (table.game.on_roll, table.game.phase) == (WHITE, ToRoll())
    assert table.refuses(a.Double()) is Refusal.FIRST_TURN
    assert table.can(WHITE).double_refusal is not None
    table.turn(5, 5, "13/3(2)")
    assert table.can(BLACK).double


def test_the_opening_may_be_declined_once() -> None:
    """rules.md 1.2: the winner throws both own dice instead, before moving; a doublet is possible."""
    table = Table(replace(money(automatic_doubles=2), opening=Opening.THROW_WITH_REROLL))
    assert table.can(WHITE).reroll
    assert not table.can(BLACK).reroll
    table.dice.add([(4, 4)])
    assert names(table.do(a.RerollOpening())) == ["OpeningRerolled"]
    assert table.game.phase == ToPlay(Dice(4, 4))
    assert table.game.cube == Cube(1, None), "it is not a tied throw and doubles no cube"
    assert table.refuses(a.RerollOpening()) is Refusal.NO_REROLL


def test_throwing_again_is_a_roll_that_lets_one_offer_the_same_resignation_again() -> None:
    """rules.md 5.1: one offer per value until the next roll or play."""
    table = Table(replace(match_to(7), opening=Opening.THROW_WITH_REROLL))
    table.do(a.OfferResignation(ResultKind.SINGLE))
    table.do(a.DeclineResignation())
    table.dice.add([(4, 4)])
    table.do(a.RerollOpening())
    assert [kind for kind, _ in table.can(WHITE).resign] == list(ResultKind)


def test_a_play_taken_back_does_not_bring_the_right_to_throw_again_back() -> None:
    """rules.md 1.2, 7.2: it is for before moving; the dice that were shown are played."""
    card = replace(match_to(7), opening=Opening.THROW_WITH_REROLL)
    table = Table(card, take_back=TakeBackRule.HOT_SEAT)
    table.play("8/5 6/5")
    table.do(a.TakeBack(), WHITE)
    assert table.game.phase == ToPlay(Dice(3, 1), restored=True)
    assert table.refuses(a.RerollOpening()) is Refusal.NO_REROLL


def test_only_the_opening_may_be_declined() -> None:
    """rules.md 1.2: once, before moving; never a later roll."""
    table = Table(replace(match_to(3), opening=Opening.THROW_WITH_REROLL))
    table.play("8/5 6/5")
    table.roll(6, 4)
    assert table.refuses(a.RerollOpening()) is Refusal.NO_REROLL
    assert not table.can(BLACK).reroll


def test_without_that_option_the_opening_stands() -> None:
    """rules.md 1.2: `throw` is the default."""
    assert Table(match_to(3)).refuses(a.RerollOpening()) is Refusal.NO_REROLL


def test_each_tie_doubles_the_cube_up_to_the_agreed_number() -> None:
    """rules.md 3.1: the cube stays centred."""
    table = Table(money(automatic_doubles=2), opening=((3, 3), (5, 5), (1, 1), (6, 2)))
    assert table.game.cube == Cube(4, None)
    assert table.game.automatic_doubles == 2


def test_automatic_doubles_stop_at_the_cube_limit() -> None:
    """rules.md 3.1: up to the agreed number a game and the cube limit."""
    ties = ((1, 1),) * 5
    table = Table(money(automatic_doubles=UNLIMITED, cube_limit=4), opening=(*ties, (6, 2)))
    assert table.game.cube == Cube(4, None)


def test_every_game_counts_its_automatic_doubles_afresh() -> None:
    """rules.md 3.1: the agreed number is for a game."""
    table = Table(money(automatic_doubles=1), opening=((3, 3), (3, 1)))
    table.play("8/5 6/5")
    table.do(a.Double())
    table.do(a.Drop())
    assert table.state.score.black == 2
    table.next_game((4, 4), (5, 5), (1, 2))
    assert table.game.cube == Cube(2, None)


def test_a_die_that_does_not_exist_is_an_error() -> None:
    """Dice come from outside and are checked."""
    with pytest.raises(InvalidAction):
        Table(match_to(3), opening=((7, 1),))
