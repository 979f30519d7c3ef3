"""The doubling cube (rules.md 2), beavers and further turns (3.3), Crawford and Holland (4.2, 4.3)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.rules import actions as a
from games.rules.cube import Cube, CubeOffer
from games.rules.errors import Refusal
from games.rules.rulecard import BeaverRefusal, Preset
from games.rules.score import Crawford, ResultKind, Termination
from games.rules.sides import Pair, Side
from games.rules.state import CubeOffered, ToRoll
from tests.games.tables import BLACK, MONEY, QUIET, WHITE, Table, match_to, money, names


def to_roll(card: object = None, **put: object) -> Table:
    """White to roll in a quiet middle game."""
    table = Table(card or match_to(7))  # type: ignore[arg-type]
    table.put(QUIET, **put)  # type: ignore[arg-type]
    return table


def test_a_double_waits_for_its_answer_with_the_cube_unchanged() -> None:
    """rules.md 2.3."""
    table = to_roll()
    table.do(a.Double())
    assert table.game.phase == CubeOffered(CubeOffer(WHITE, 2, 0))
    assert table.game.cube == Cube(1, None)
    assert table.acting is BLACK


def test_only_the_responder_acts_while_the_cube_is_offered() -> None:
    """rules.md 2.3: take, drop or (where agreed) beaver, nothing else, nobody else."""
    table = to_roll(MONEY)
    table.do(a.Double())
    can = table.can(BLACK)
    assert (can.take, can.drop, can.beaver, can.beaver_value) == (True, True, True, 4)
    assert not any((can.roll, can.play, can.double, can.settle, can.draw))
    for action in (a.Take(), a.Drop(), a.Beaver()):
        assert table.refuses(action, WHITE) is Refusal.NOT_YOURS_TO_ANSWER
    assert table.refuses(a.Roll(), WHITE) is Refusal.NOT_YOUR_TURN
    assert table.refuses(a.Roll(), BLACK) is Refusal.ANSWER_FIRST


def test_after_a_take_the_value_doubles_and_the_taker_owns() -> None:
    """rules.md 2.3, 2.4: the doubler rolls and cannot double again."""
    table = to_roll()
    table.double_and_take()
    assert table.game.cube == Cube(2, BLACK)
    assert (table.game.phase, table.acting) == (ToRoll(), WHITE)
    assert table.refuses(a.Double()) is Refusal.CUBE_NOT_YOURS


def test_a_drop_costs_the_value_before_the_offer() -> None:
    """rules.md 2.3: exactly that, never more."""
    table = to_roll(cube=Cube(4, WHITE))
    events = table.do(a.Double()) + table.do(a.Drop())
    assert names(events) == ["DoubleOffered", "DoubleDropped", "GameEnded"]
    assert (table.result.winner, table.result.points, table.termination) == (WHITE, 4, Termination.DROPPED)
    assert table.state.score == Pair(4, 0)


def test_an_offer_cannot_be_withdrawn_or_repeated() -> None:
    """rules.md 2.4."""
    table = to_roll()
    table.do(a.Double())
    assert table.refuses(a.Double(), WHITE) is Refusal.NOT_YOUR_TURN


def test_nothing_offered_nothing_to_answer() -> None:
    """rules.md 2.3."""
    table = to_roll()
    for action in (a.Take(), a.Drop(), a.Beaver()):
        assert table.refuses(action, BLACK) is Refusal.NOTHING_OFFERED


def test_no_double_after_the_roll_or_out_of_turn() -> None:
    """rules.md 2.2."""
    table = to_roll(dice=(5, 2))
    assert table.refuses(a.Double(), WHITE) is Refusal.ALREADY_ROLLED
    assert table.refuses(a.Double(), BLACK) is Refusal.NOT_YOUR_TURN


def test_play_without_a_cube() -> None:
    """rules.md 2.1: a cube limit of 1."""
    table = to_roll(replace(match_to(5), crawford=False, cube_limit=1, preset=Preset.CUSTOM))
    assert table.refuses(a.Double()) is Refusal.NO_CUBE


def test_the_limit_says_why() -> None:
    """rules.md 2.1, 2.5: at the limit the button says why."""
    table = to_roll(money(cube_limit=4), cube=Cube(4, WHITE))
    assert table.refuses(a.Double()) is Refusal.CUBE_LIMIT
    reason = table.can(WHITE).double_refusal
    assert reason is not None
    assert (reason.code, reason.params) == (Refusal.CUBE_LIMIT, {"limit": 4})


def test_the_limit_itself_can_be_reached() -> None:
    """rules.md 2.1."""
    table = to_roll(money(cube_limit=4), cube=Cube(2, WHITE))
    table.double_and_take()
    assert table.game.cube == Cube(4, BLACK)


@pytest.mark.parametrize(
    ("score", "cube", "is_dead"),
    [
        ((0, 0), Cube(4, WHITE), False),
        ((1, 0), Cube(4, WHITE), True),
        ((3, 0), Cube(2, WHITE), True),
        ((2, 0), Cube(2, WHITE), False),
        ((0, 4), Cube(4, WHITE), False),
        ((0, 0), Cube(8, WHITE), True),
    ],
)
def test_a_dead_cube_is_refused(score: tuple[int, int], cube: Cube, is_dead: bool) -> None:
    """rules.md 2.5: dead for the doubler when the cube is at least what he still needs."""
    table = to_roll(match_to(5), cube=cube)
    table.score(*score)
    assert table.can(WHITE).double is not is_dead
    if is_dead:
        assert table.refuses(a.Double()) is Refusal.DEAD_CUBE


def test_nothing_is_offered_at_double_match_point() -> None:
    """rules.md 2.5."""
    table = to_roll(match_to(5))
    table.score(4, 4, Crawford.EXPIRED)
    assert table.refuses(a.Double()) is Refusal.DEAD_CUBE


def test_auto_roll_may_fire_only_when_no_double_is_legal() -> None:
    """rules.md 2.6: that is `double` of the legal actions, with its reason beside it."""
    table = to_roll()
    assert (table.can(WHITE).double, table.can(WHITE).double_refusal) == (True, None)
    table.double_and_take()
    reason = table.can(WHITE).double_refusal
    assert not table.can(WHITE).double
    assert reason is not None
    assert reason.code is Refusal.CUBE_NOT_YOURS
    assert table.can(BLACK).double_refusal is None, "only the side whose turn it is has a button"


# --- beavers (rules.md 3.3) -------------------------------------------------------------------------


def beavered(depth: int, **options: object) -> Table:
    """White doubles, then ``depth`` further turns."""
    table = to_roll(money(max_redoubles=3, **options))
    table.do(a.Double())
    for _ in range(depth):
        table.do(a.Beaver())
    return table


@pytest.mark.parametrize(("depth", "value", "responder"), [(1, 4, WHITE), (2, 8, BLACK), (3, 16, WHITE)])
def test_each_further_turn_doubles_again_and_passes_the_answer(depth: int, value: int, responder: Side) -> None:
    """rules.md 3.3."""
    table = beavered(depth)
    assert table.acting is responder
    table.do(a.Take())
    assert table.game.cube == Cube(value, BLACK), "owned by the player who was doubled first"
    assert (table.acting, table.game.phase) == (WHITE, ToRoll())


@pytest.mark.parametrize(("depth", "cost", "winner"), [(0, 1, WHITE), (1, 2, BLACK), (2, 4, WHITE), (3, 8, BLACK)])
def test_refusing_costs_the_value_before_the_last_turn(depth: int, cost: int, winner: Side) -> None:
    """rules.md 3.3: a refused beaver costs 2c; the last one to turn wins."""
    table = beavered(depth)
    table.do(a.Drop())
    assert (table.result.winner, table.result.points) == (winner, cost)
    assert table.game.cube.value == cost


def test_a_further_turn_accepts_the_one_before() -> None:
    """rules.md 2.3: the stored cube is what refusing costs, also while a beaver waits."""
    table = beavered(1)
    assert table.game.cube == Cube(2, BLACK)


def test_beavers_stop_at_the_agreed_number_and_at_the_limit() -> None:
    """rules.md 3.3: never beyond the cube limit."""
    table = beavered(3)
    assert table.refuses(a.Beaver()) is Refusal.BEAVER_LIMIT
    limited = beavered(1, cube_limit=4)
    assert limited.refuses(a.Beaver()) is Refusal.CUBE_LIMIT
    assert limited.can(WHITE).beaver_value is None


def test_a_redouble_can_be_beavered_too() -> None:
    """rules.md 3.3: doubled from c to 2c, whatever c."""
    table = to_roll(money(max_redoubles=1), cube=Cube(2, WHITE))
    table.do(a.Double())
    table.do(a.Beaver())
    table.do(a.Take())
    assert table.game.cube == Cube(8, BLACK)


PAYING = BeaverRefusal.PAY_AND_PLAY_ON


@pytest.mark.parametrize(("depth", "paid", "payer"), [(1, 2, WHITE), (2, 4, BLACK), (3, 8, WHITE)])
def test_pay_and_play_on(depth: int, paid: int, payer: Side) -> None:
    """rules.md 3.3: pays at once; goes on at that value, owned by the first doubled; the doubler rolls."""
    table = beavered(depth, beaver_refusal=PAYING)
    assert names(table.do(a.Drop())) == ["RefusalPaid"]
    assert table.state.score.of(payer.other) == paid
    assert table.state.score.of(payer) == 0
    assert table.game.cube == Cube(paid, BLACK)
    assert (table.acting, table.game.phase) == (WHITE, ToRoll())
    assert table.game.paid.of(payer) == paid


def test_pay_and_play_on_is_for_further_turns_only() -> None:
    """rules.md 3.3: a plain double that is dropped ends the game."""
    table = beavered(0, beaver_refusal=PAYING)
    table.do(a.Drop())
    assert (table.result.points, table.termination) == (1, Termination.DROPPED)


# --- Crawford and Holland (rules.md 4.2, 4.3) -------------------------------------------------------


def win_by_drop(table: Table, winner: Side) -> None:
    """``winner`` doubles and the other drops."""
    table.put(QUIET, on_roll=winner)
    table.do(a.Double())
    table.do(a.Drop())


def win_by_resignation(table: Table, winner: Side) -> None:
    table.put("M 6:14; O 19:15", on_roll=winner.other)
    table.do(a.OfferResignation(ResultKind.SINGLE))


def test_crawford_is_pending_active_expired() -> None:
    """rules.md 4.2: one game after a player first stands at N-1; then the cube is live again (4.3)."""
    table = Table(match_to(3))
    assert table.crawford() is Crawford.PENDING
    win_by_drop(table, WHITE)
    table.next_game()
    assert table.crawford() is Crawford.PENDING
    win_by_drop(table, WHITE)
    assert table.crawford() is Crawford.PENDING, "it changes when the game starts"
    table.next_game()
    assert table.crawford() is Crawford.ACTIVE
    table.put(QUIET, on_roll=BLACK)
    assert table.refuses(a.Double()) is Refusal.CRAWFORD_GAME
    win_by_resignation(table, BLACK)
    table.next_game()
    assert table.crawford() is Crawford.EXPIRED
    table.put(QUIET, on_roll=BLACK)
    assert table.can(BLACK).double


def test_crawford_comes_once_even_when_the_other_reaches_match_point_later() -> None:
    """rules.md 4.2: double match point is not Crawford."""
    table = Table(match_to(2))
    win_by_drop(table, WHITE)
    table.next_game()
    assert table.crawford() is Crawford.ACTIVE
    win_by_resignation(table, BLACK)
    table.next_game()
    assert table.state.score == Pair(1, 1)
    assert table.crawford() is Crawford.EXPIRED


def test_a_one_point_match_has_no_crawford_game() -> None:
    """rules.md 4.2."""
    assert Table(match_to(1)).state.crawford is Crawford.NONE


def test_crawford_can_be_switched_off() -> None:
    """rules.md 4.2: default on, an option."""
    table = Table(replace(match_to(2), crawford=False, preset=Preset.CUSTOM))
    win_by_drop(table, WHITE)
    table.next_game()
    assert table.crawford() is Crawford.NONE
    table.put(QUIET, on_roll=BLACK)
    assert table.can(BLACK).double


def holland_game() -> Table:
    """The first game after the Crawford game, White opening."""
    table = Table(replace(match_to(5), holland=True, preset=Preset.CUSTOM))
    table.score(4, 0, Crawford.ACTIVE)
    win_by_resignation(table, BLACK)
    table.next_game()
    assert table.crawford() is Crawford.EXPIRED
    return table


def test_holland_waits_until_both_have_played_two_turns() -> None:
    """rules.md 4.3: the opening counts as the starter's first."""
    table = holland_game()
    table.play("8/5 6/5")
    assert table.refuses(a.Double()) is Refusal.HOLLAND  # Black, before the second turn
    table.turn(6, 1, "13/7 8/7")
    assert table.game.on_roll is WHITE  # and dead for White, but Holland is the first reason
    assert table.refuses(a.Double()) is Refusal.HOLLAND
    table.turn(2, 1, "13/11 6/5")
    assert table.refuses(a.Double()) is Refusal.HOLLAND
    table.turn(2, 1, "13/11 6/5")
    table.turn(2, 1, "13/11 6/5")
    assert table.game.turn_number == 6
    assert table.can(BLACK).double


def test_holland_does_not_touch_the_games_before_crawford() -> None:
    """rules.md 4.3: after the Crawford game."""
    table = Table(replace(match_to(5), holland=True, preset=Preset.CUSTOM))
    table.play("8/5 6/5")
    assert table.can(BLACK).double
