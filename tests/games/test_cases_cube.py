"""Cases from public bug reports: cube, Jacoby, beaver, automatic doubles, and how a game begins.

The numbers are those of the project's collection of cases; each docstring says the case in our words.
"""

from __future__ import annotations

import pytest

from games.rules import actions as a
from games.rules.clock import ClockPreset, ClockSetting
from games.rules.cube import Cube
from games.rules.dice import Dice
from games.rules.errors import Refusal
from games.rules.events import AutomaticallyDoubled
from games.rules.match import apply, replay, to_act
from games.rules.rulecard import RuleCard
from games.rules.score import Crawford, ResultKind
from games.rules.sides import Pair, Side
from games.rules.state import GameOver, ToPlay
from tests.games.scripted_dice import ScriptedDice
from tests.games.tables import BLACK, QUIET, WHITE, Table, match_to, money

BORNE_OFF_WITH_BACKGAMMON = "M 1:1; O 12:14 2:1"


def drop_for(table: Table, winner: Side) -> None:
    table.put(QUIET, on_roll=winner)
    table.do(a.Double())
    table.do(a.Drop())


def win_points(table: Table, winner: Side, kind: ResultKind) -> None:
    """``winner`` bears off the last checker against a loss of ``kind``."""
    loser = {1: "19:14", 2: "12:15", 3: "12:14 bar:1"}[kind]
    table.put(f"M 1:1; O {loser}", on_roll=winner, dice=(2, 1))
    table.play("1/off")


def test_case_032_no_double_after_the_roll() -> None:
    """Rolled 5-2, not moved yet, sends a double: it may never be used to get a new roll."""
    table = Table(match_to(7))
    table.put(QUIET, dice=(5, 2))
    assert table.refuses(a.Double()) is Refusal.ALREADY_ROLLED
    assert table.game.phase == ToPlay(Dice(5, 2))


def test_case_034_a_dropped_redouble_costs_the_old_value() -> None:
    """Cube 2 owned by A; A redoubles to 4, B drops: A wins 2, the stored cube is 2, no offer is left."""
    table = Table(match_to(7))
    table.put(QUIET, cube=Cube(2, WHITE))
    table.do(a.Double())
    table.do(a.Drop())
    assert table.result.points == 2
    assert table.game.cube == Cube(2, WHITE)
    assert isinstance(table.game.phase, GameOver)
    assert not table.can(BLACK).take


def test_case_035_after_the_take_the_doubler_is_to_roll() -> None:
    """A bot's double is taken: only the answerer's clock ran, and now the doubler's runs."""
    table = Table(match_to(7), clock=ClockSetting(ClockPreset.NORMAL))
    table.play("8/5 6/5")
    table.do(a.Double())
    assert table.state.clock is not None
    assert (to_act(table.state), table.state.clock.running) == (WHITE, WHITE)
    table.do(a.Take())
    assert table.acting is BLACK
    assert table.state.clock.running is BLACK
    assert not table.can(WHITE).roll


def test_case_037_crawford_once_in_a_match() -> None:
    """2-point match, 1-0 then 1-1: the second game is the Crawford game, the third is not."""
    table = Table(match_to(2))
    drop_for(table, WHITE)
    table.next_game()
    assert table.crawford() is Crawford.ACTIVE
    win_points(table, BLACK, ResultKind.SINGLE)
    table.next_game()
    assert table.crawford() is Crawford.EXPIRED
    assert table.state.score == Pair(1, 1)


def test_case_038_crawford_does_not_depend_on_what_happens_between() -> None:
    """5-point match, A reaches 4; everything is read again from the log: the next game is Crawford."""
    table = Table(match_to(5))
    for _ in range(4):
        table.play("8/5 6/5")
        table.do(a.Double())
        table.do(a.Drop())
        if table.state.score.black < 4:
            table.next_game()
    assert table.state.score == Pair(0, 4)
    again = replay(table.log)
    assert again == table.state
    dice = ScriptedDice((3, 1))
    for side in Side:
        again = apply(again, a.Next(), by=side, now=0, dice=dice).after
    assert again.crawford is Crawford.ACTIVE


def test_case_041_no_gammon_before_a_cube_was_taken() -> None:
    """Jacoby, centred cube, a backgammon position: 1 point. With a taken cube at 2: 6 points."""
    for cube, points in ((Cube(), 1), (Cube(2, BLACK), 6)):
        table = Table(money(jacoby=True))
        table.put(BORNE_OFF_WITH_BACKGAMMON, cube=cube, dice=(2, 1))
        table.play("1/off")
        assert table.result.points == points


@pytest.mark.parametrize("card", [match_to(7), money(max_redoubles=0)])
def test_case_043_no_beaver_where_none_was_agreed(card: RuleCard) -> None:
    """A match, and money with beavers off: the responder must take or drop."""
    table = Table(card)
    table.put(QUIET)
    table.do(a.Double())
    assert table.refuses(a.Beaver()) is Refusal.BEAVER_NOT_AGREED
    assert (table.can(BLACK).take, table.can(BLACK).drop, table.can(BLACK).beaver) == (True, True, False)


def test_case_043_a_beaver_turns_one_to_four_and_keeps_the_cube() -> None:
    """Money with beavers on."""
    table = Table(money(max_redoubles=1))
    table.put(QUIET)
    table.do(a.Double())
    table.do(a.Beaver())
    table.do(a.Take())
    assert table.game.cube == Cube(4, BLACK)


@pytest.mark.parametrize("limit", [1, 2])
def test_case_044_the_beaver_limit(limit: int) -> None:
    """With 1 a raccoon is refused, accepting or dropping stays; with 2 the cube is 8, owner unchanged."""
    table = Table(money(max_redoubles=limit))
    table.put(QUIET)
    table.do(a.Double())
    table.do(a.Beaver())
    if limit == 1:
        assert table.refuses(a.Beaver()) is Refusal.BEAVER_LIMIT
        assert (table.can(WHITE).take, table.can(WHITE).drop) == (True, True)
        return
    table.do(a.Beaver())
    table.do(a.Take())
    assert table.game.cube == Cube(8, BLACK)


def test_case_046_every_possible_answer_is_listed() -> None:
    """A client without a beaver button must not hang: the answers are a list, for both sides."""
    table = Table(money(max_redoubles=2))
    table.put(QUIET)
    table.do(a.Double())
    answers = table.can(BLACK)
    assert (answers.take, answers.drop, answers.beaver, answers.beaver_value) == (True, True, True, 4)
    table.do(a.Beaver())
    answers = table.can(WHITE)
    assert (answers.take, answers.drop, answers.beaver, answers.beaver_value) == (True, True, True, 8)
    assert not table.can(BLACK).take


def test_case_047_automatic_doubles_stop_at_their_limit() -> None:
    """Limit 1; 3-3, 5-5, 6-2: cube 2 and centred, 5-5 only thrown again, the higher die plays 6-2."""
    table = Table(money(automatic_doubles=1), opening=((3, 3), (5, 5), (6, 2)))
    assert table.game.cube == Cube(2, None)
    assert [event for event in table.log if isinstance(event, AutomaticallyDoubled)] == [AutomaticallyDoubled(2)]
    assert (table.acting, table.game.phase) == (WHITE, ToPlay(Dice(6, 2)))


def test_case_047_never_in_a_match() -> None:
    """In match play a tie is only thrown again."""
    assert Table(match_to(5), opening=((3, 3), (6, 2))).game.cube == Cube(1, None)


def test_case_049_after_the_crawford_game_the_cube_is_live() -> None:
    """9-point match, 8-4, the trailer wins a gammon in the Crawford game: at once he may double; the
    leader may not, he has nothing to win."""
    table = Table(match_to(9))
    table.score(7, 4)
    drop_for(table, WHITE)
    table.next_game()
    assert table.crawford() is Crawford.ACTIVE
    win_points(table, BLACK, ResultKind.GAMMON)
    assert table.state.score == Pair(8, 6)
    table.next_game()
    table.play("8/5 6/5")
    assert table.can(BLACK).double
    table.turn(2, 1, "13/11 6/5")
    assert table.refuses(a.Double(), WHITE) is Refusal.DEAD_CUBE


def test_case_062_every_game_has_a_fresh_opening() -> None:
    """Neither the winner nor the previous starter is carried over; the starter plays that very roll."""
    table = Table(match_to(7), opening=((5, 2),))
    assert table.acting is WHITE
    drop_for(table, WHITE)
    table.next_game((4, 4), (1, 6))
    assert (table.acting, table.game.phase) == (BLACK, ToPlay(Dice(6, 1)))
