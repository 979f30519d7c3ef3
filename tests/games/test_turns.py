"""Turns (rules.md 1): rolling, playing, passing, winning; who may act when."""

from __future__ import annotations

import pytest

from games.rules import actions as a
from games.rules.board import Board
from games.rules.cube import Cube
from games.rules.dice import Dice
from games.rules.errors import InvalidAction, Refusal
from games.rules.events import GameEnded
from games.rules.match import apply, awaits, to_act
from games.rules.plays import CheckerMove
from games.rules.score import GameResult, ResultKind, Termination
from games.rules.sides import Pair
from games.rules.state import ToPlay, ToRoll
from tests.games.tables import BLACK, MONEY, QUIET, WHITE, Table, match_to, money, names


def test_a_turn_is_roll_and_play() -> None:
    """rules.md 1.4: a play is the whole turn; then the other is on roll."""
    table = Table(match_to(3))
    table.play("8/5 6/5")
    assert (table.acting, table.game.phase, table.game.turn_number) == (BLACK, ToRoll(), 2)
    table.roll(6, 4)
    assert table.game.phase == ToPlay(Dice(6, 4))
    table.play("24/14")
    assert table.acting is WHITE
    assert table.game.last_play == (BLACK, (CheckerMove(24, 18, 6), CheckerMove(18, 14, 4)))
    assert table.replays()


def test_roll_before_playing_and_only_once() -> None:
    """rules.md 1.4."""
    table = Table(match_to(3))
    assert table.refuses(a.Roll(), WHITE) is Refusal.ALREADY_ROLLED
    table.play("8/5 6/5")
    assert table.refuses(a.PlayCheckers(()), BLACK) is Refusal.ROLL_FIRST
    assert table.refuses(a.Roll(), WHITE) is Refusal.NOT_YOUR_TURN


def test_an_illegal_play_is_refused_and_changes_nothing() -> None:
    """rules.md 1.4, 1.6."""
    table = Table(match_to(3))
    assert table.refuses(a.PlayCheckers((CheckerMove(13, 10, 3),))) is Refusal.PLAY_INCOMPLETE
    assert table.refuses(a.PlayCheckers((CheckerMove(6, 1, 5),))) is Refusal.ILLEGAL_STEP
    assert table.refuses(a.PlayCheckers((CheckerMove(13, 10, 3),)), BLACK) is Refusal.NOT_YOUR_TURN


def test_doublets_are_played_four_times() -> None:
    """rules.md 1.3."""
    table = Table(match_to(3))
    table.play("8/5 6/5")
    table.turn(6, 6, "24/18(2) 13/7(2)")
    assert table.game.board.seen_by(BLACK).cells[18] == 2


def test_a_dance_passes_the_turn_in_the_same_transition() -> None:
    """rules.md 1.4: on the bar and no way in; the dice stay known for showing them."""
    table = Table(match_to(5))
    table.put("M bar:1 6:14; O 24:2 23:2 22:2 21:2 20:2 18:5")
    assert names(table.roll(5, 1)) == ["DiceRolled", "Danced"]
    assert (table.acting, table.game.phase) == (BLACK, ToRoll())
    assert table.game.last_roll == (WHITE, Dice(5, 1))


def test_nothing_legal_without_a_checker_on_the_bar_is_no_dance() -> None:
    """rules.md 1.4: the turn passes by itself all the same."""
    table = Table(match_to(5))
    table.put("M 24:2 1:13; O 18:2 19:2 20:2 21:2 22:2 23:2 17:3")
    assert names(table.roll(6, 5)) == ["DiceRolled", "NoLegalPlay"]
    assert table.acting is BLACK


def test_the_roll_of_a_doublet_may_be_played_in_part() -> None:
    """rules.md 1.4: as many as any sequence can use."""
    table = Table(match_to(5))
    table.put("M 13:2 1:13; O 5:2 24:13")
    table.turn(4, 4, "13/9(2)")
    assert table.acting is BLACK


WIN = "M 1:1; O {}"


@pytest.mark.parametrize(
    ("loser", "kind", "points"),
    [
        ("19:14", ResultKind.SINGLE, 1),
        ("19:15", ResultKind.GAMMON, 2),
        ("19:14 6:1", ResultKind.BACKGAMMON, 3),
        ("19:14 bar:1", ResultKind.BACKGAMMON, 3),
        ("19:13 bar:1", ResultKind.SINGLE, 1),
        ("19:14 7:1", ResultKind.GAMMON, 2),
    ],
)
def test_single_gammon_backgammon(loser: str, kind: ResultKind, points: int) -> None:
    """rules.md 1.7."""
    table = Table(match_to(7))
    table.put(WIN.format(loser))
    table.roll(2, 1)
    table.play("1/off")
    assert table.result == GameResult(WHITE, kind, points)
    assert table.termination is Termination.BORNE_OFF
    assert table.state.score == Pair(points, 0)


def test_the_winner_has_no_pips_when_the_win_is_announced() -> None:
    """rules.md 1.7: the board of the winning play is the board of the result."""
    table = Table(match_to(7))
    table.put(WIN.format("19:14"), on_roll=BLACK)
    events = table.turn(2, 1, "1/off")
    assert names(events) == ["DiceRolled", "CheckersPlayed", "GameEnded"]
    assert table.game.board.seen_by(BLACK).pip_count == 0
    assert table.game.board.seen_by(BLACK).near_off == 15


def test_every_action_needs_a_side_and_the_servers_need_none() -> None:
    """A player's action without a side is malformed; a server's action by a side is refused."""
    table = Table(match_to(3))
    with pytest.raises(InvalidAction):
        apply(table.state, a.Roll(), by=None, now=0, dice=table.dice)
    assert table.refuses(a.VoidMatch(), WHITE) is Refusal.SERVER_ONLY
    assert table.refuses(a.PauseMatch(), BLACK) is Refusal.SERVER_ONLY


def test_awaits_is_more_than_to_act() -> None:
    """A settlement waits for the other side although the turn goes on."""
    table = Table(MONEY)
    assert awaits(table.state) == {WHITE}
    table.do(a.OfferSettlement(1), WHITE)
    assert to_act(table.state) is WHITE
    assert awaits(table.state) == {WHITE, BLACK}


# --- closed out (rules.md 6.3) ----------------------------------------------------------------------


def closing(card: object = None, *, cube: Cube | None = None) -> Table:
    """White to play 8/6 7/6 and close the sixth point; Black, on the bar, then cannot enter."""
    table = Table(card or match_to(7))  # type: ignore[arg-type]
    table.put(
        "M 1:3 2:2 3:2 4:2 5:2 6:2 8:1 7:1; O bar:1 24:14",
        cube=Cube(2, WHITE) if cube is None else cube,
        dice=(2, 1),
    )
    return table


def test_a_closed_out_side_is_rolled_for() -> None:
    """rules.md 6.3: recorded as a dance like any other."""
    table = closing()
    table.dice.add([(5, 3)])
    assert names(table.play("8/6 7/6")) == ["CheckersPlayed", "DiceRolled", "Danced"]
    assert (table.acting, table.game.phase) == (WHITE, ToRoll())


def test_a_closed_out_side_that_may_double_is_asked() -> None:
    """rules.md 6.3: and may not double."""
    table = closing(cube=Cube(1, None))
    assert names(table.play("8/6 7/6")) == ["CheckersPlayed"]
    assert table.can(BLACK).double
    table.dice.add([(5, 3)])
    assert names(table.do(a.Roll())) == ["DiceRolled", "Danced"]


def test_a_closed_out_doubler_is_rolled_for_after_the_take() -> None:
    """rules.md 6.3: once the other owns the cube he may not double."""
    table = closing(money(), cube=Cube(1, None))
    table.play("8/6 7/6")
    table.do(a.Double())
    table.dice.add([(5, 3)])
    assert names(table.do(a.Take())) == ["DoubleTaken", "DiceRolled", "Danced"]
    assert table.acting is WHITE


def test_two_closed_boards_never_loop() -> None:
    """rules.md 6.3, case 029: with both sides closed out nobody is rolled for by itself."""
    table = Table(match_to(7))
    closed_board, nothing = (2,) * 7, (0,) * 10
    both = Board((1, *closed_board, *nothing, *(-n for n in closed_board), 1))  # no text may say this
    table.put(both, cube=Cube(2, WHITE))
    assert names(table.roll(2, 1)) == ["DiceRolled", "Danced"]
    assert (table.acting, table.game.phase) == (BLACK, ToRoll())


def test_decision_moves_with_board_dice_cube_and_the_one_to_act() -> None:
    """architecture.md 2: and not with proposals, readiness or clocks."""
    table = Table(MONEY)
    table.put(QUIET)

    def moved_by(action: a.Action, by: object = None) -> bool:
        before = table.state.decision
        table.do(action, by)  # type: ignore[arg-type]
        assert table.state.decision in {before, table.state.version}
        return table.state.decision != before

    assert not moved_by(a.OfferSettlement(1), BLACK)
    assert not moved_by(a.DeclineProposal(), WHITE)
    assert moved_by(a.OfferResignation(ResultKind.SINGLE)) is True
    assert isinstance(table.log[-1], GameEnded)
    assert not moved_by(a.Next(), WHITE)
    table.dice.add([(3, 1)])
    assert moved_by(a.Next(), BLACK)
    assert moved_by(a.PlayCheckers((CheckerMove(8, 5, 3), CheckerMove(6, 5, 1))))
    assert moved_by(a.Double())
    assert moved_by(a.Take())
    table.dice.add([(6, 5)])
    assert moved_by(a.Roll())
