"""What a computer decides: plays, the cube, offers, and what it leaves alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engines.brain import CubeChoice
from games.engines.computer import Computer, seen
from games.engines.errors import NothingToDecideError
from games.engines.judge import Depth, Judge
from games.engines.levels import brain_for
from games.rules import actions as a
from games.rules.board import Board, parse_board
from games.rules.cube import Cube
from games.rules.dice import Dice
from games.rules.legal import legal_plays
from games.rules.levels import Level
from games.rules.match import awaits
from games.rules.plays import board_after
from games.rules.rulecard import BeaverRefusal, Multipliers, Opening, Preset, card_for
from games.rules.score import Crawford, ResultKind
from games.rules.sides import Side
from games.rules.state import TakeBackRule, ToPlay
from tests.games.tables import BLACK, CLUB, MONEY, QUIET, RACE, WHITE, Table, match_to, money

EXACT = Computer(Level.ADVANCED, Judge(Depth(1)), 0.0)
"""Judges by the network alone and without errors: quick, and sure in clear cases."""
AHEAD = "M 6:2 5:2 4:2 3:2; O 20:4 21:4 22:4 23:3"
"""A race that the near player wins."""
BEHIND = "M 6:4 5:4 4:4 3:3; O 21:2 22:2 23:2 24:2"
"""A race that the near player loses, with all still on the board: a gammon is possible."""

BEHIND_IN_THE_RACE = "M 6:4 5:4 4:2 3:1; O 19:2 20:2 21:2 22:2"
GAMMON_LOST = "M 24:2 18:2 13:4 6:7; O 23:2 22:3"


def decided(table: Table, side: Side | None = None) -> a.PlayerAction | None:
    return EXACT.decide(table.state, side or table.acting)


# --- plays ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", list(Level))
def test_every_level_opens_with_the_point_that_everybody_makes(level: Level) -> None:
    """3-1 is 8/5 6/5 by so far that no level misses it (White to play, the usual opening)."""
    action = brain_for(level).decide(Table(match_to(7)).state, WHITE)
    assert isinstance(action, a.PlayCheckers)
    after = board_after(Board.start(), action.moves)
    assert (after.cells[5], after.cells[8], after.cells[6]) == (2, 2, 4)


def test_black_plays_in_blacks_own_numbering() -> None:
    table = Table(match_to(7), opening=((1, 3),))
    action = decided(table, BLACK)
    assert isinstance(action, a.PlayCheckers)
    table.do(action, BLACK)
    assert table.game.board.seen_by(BLACK).cells[5] == 2


def test_case_113_all_four_sixes_are_one_play() -> None:
    """One action for the whole turn, however many steps it has."""
    table = Table(match_to(7))
    table.put("M 24:2 13:5 8:3 6:5; O 20:2 17:3 12:5 19:5", dice=(6, 6))
    action = decided(table)
    assert isinstance(action, a.PlayCheckers)
    assert [move.die for move in action.moves] == [6, 6, 6, 6]
    table.do(action)
    assert table.game.on_roll is BLACK


def test_who_can_bear_off_the_last_checker_does() -> None:
    table = Table(money())
    table.put("M 2:1 1:1; O 24:3", dice=(2, 1))
    table.do(decided(table) or a.Roll())
    assert table.result.winner is WHITE


def test_the_opening_dice_are_kept_when_good_and_declined_when_bad() -> None:
    """rules.md 1.2: 3-1 is better than a new throw, 4-1 is not."""
    card = replace(match_to(7), opening=Opening.THROW_WITH_REROLL, preset=Preset.CUSTOM)
    assert isinstance(decided(Table(card, opening=((3, 1),))), a.PlayCheckers)
    assert decided(Table(card, opening=((4, 1),))) == a.RerollOpening()


def test_dice_that_will_come_again_change_nothing() -> None:
    """rules.md 7.2: after a take-back the bot knows nothing of them."""
    table = Table(MONEY, take_back=TakeBackRule.AGAINST_COMPUTER)
    table.put(QUIET)
    knowing = replace(table.state, game=replace(table.game, dice_to_come=(Dice(6, 6), Dice(2, 1))))
    assert seen(knowing) == seen(table.state)
    for level in (Level.BEGINNER, Level.ADVANCED):
        assert brain_for(level).decide(knowing, WHITE) == brain_for(level).decide(table.state, WHITE)
    rolled = replace(knowing, game=replace(knowing.game or table.game, phase=ToPlay(Dice(4, 2))))
    without = replace(table.state, game=replace(table.game, phase=ToPlay(Dice(4, 2))))
    assert brain_for(Level.BEGINNER).decide(rolled, WHITE) == brain_for(Level.BEGINNER).decide(without, WHITE)


def test_asked_again_a_level_answers_the_same() -> None:
    """A task that runs twice plays the same, errors included; another decision has other errors."""
    table = Table(MONEY)
    table.put(QUIET, dice=(6, 2))
    beginner = brain_for(Level.BEGINNER)
    assert len({str(beginner.decide(table.state, WHITE)) for _ in range(3)}) == 1
    others = {str(beginner.decide(replace(table.state, decision=number), WHITE)) for number in range(12)}
    assert len(others) > 1


def test_whoever_is_not_waited_for_does_nothing() -> None:
    table = Table(match_to(3))
    assert decided(table, BLACK) is None
    table.do(a.PauseMatch())
    assert EXACT.decide(table.state, WHITE) is None


# --- the cube -------------------------------------------------------------------------------------


def test_a_clear_double_is_offered_and_a_lost_one_dropped() -> None:
    table = Table(match_to(7))
    table.put(AHEAD)
    assert decided(table) == a.Double()
    table.do(a.Double())
    assert decided(table) == a.Drop()


def test_an_even_position_is_rolled_and_its_double_taken() -> None:
    table = Table(match_to(7))
    table.put(QUIET)
    assert decided(table) == a.Roll()
    table.do(a.Double())
    assert decided(table) == a.Take()


def test_a_foolish_double_is_beavered_where_that_is_agreed_and_only_there() -> None:
    """rules.md 3.3: who is doubled as the favourite turns the cube at once."""
    for card, expected in ((MONEY, a.Beaver()), (money(), a.Take())):
        table = Table(card)
        table.put(BEHIND)
        table.do(a.Double())
        assert decided(table) == expected


def test_a_beaver_of_a_favourite_is_racooned_and_of_a_lost_game_refused() -> None:
    """rules.md 3.3: refusing costs the value before the last turn."""
    table = Table(CLUB)
    table.put(AHEAD)
    table.do(a.Double())
    table.do(a.Beaver())
    assert decided(table) == a.Beaver()
    table.do(a.Beaver())
    assert decided(table) == a.Drop()


@pytest.mark.parametrize(
    ("refusal", "board", "expected"),
    [
        (BeaverRefusal.LOSE, BEHIND_IN_THE_RACE, a.Drop()),
        (BeaverRefusal.PAY_AND_PLAY_ON, BEHIND_IN_THE_RACE, a.Take()),
        (BeaverRefusal.PAY_AND_PLAY_ON, GAMMON_LOST, a.Drop()),
    ],
)
def test_a_beaver_is_refused_where_that_is_cheaper(
    refusal: BeaverRefusal, board: str, expected: a.PlayerAction
) -> None:
    """rules.md 3.3: with the cube at 2, taking costs 4 x 0.9 where the race is as good as lost.

    Refusing ends it for 2; under `pay_and_play_on` it costs 2 and the game goes on at 2, which is only better
    than 4 times the loss where gammons are lost.
    """
    table = Table(replace(CLUB, preset=Preset.CUSTOM, beaver_refusal=refusal))
    table.put(board)
    table.do(a.Double())
    table.do(a.Beaver())
    assert decided(table) == expected


def test_nothing_is_doubled_in_the_crawford_game_or_before_holland_allows() -> None:
    """rules.md 4.2, 4.3: the rules say who may double, not the engine."""
    table = Table(match_to(5))
    table.score(4, 0, Crawford.ACTIVE)
    table.put(AHEAD, on_roll=BLACK)
    assert decided(table) == a.Roll()
    holland = Table(replace(match_to(5), holland=True, preset=Preset.CUSTOM))
    holland.score(4, 0, Crawford.EXPIRED)
    holland.put(AHEAD, on_roll=BLACK, turn=2)
    assert decided(holland) == a.Roll()


def test_after_the_crawford_game_the_trailer_doubles_at_once() -> None:
    table = Table(match_to(5))
    table.score(4, 1, Crawford.EXPIRED)
    table.put(QUIET, on_roll=BLACK)
    assert decided(table) == a.Double()


def test_a_cube_at_its_limit_stays_where_it_is() -> None:
    table = Table(money(cube_limit=2))
    table.put(AHEAD, cube=Cube(2, WHITE))
    assert decided(table) == a.Roll()


def test_gammons_count_only_where_the_card_says() -> None:
    """Too good to double for the gammon it brings; where gammons count single it is doubled (rules.md 3.4)."""
    gammonish = "M 6:3 5:3 4:3 3:2 2:2 8:2; O bar:3 24:4 12:3 17:3 18:2"
    table = Table(money())
    table.put(gammonish)
    assert EXACT.advise(table.state, WHITE).cube.best is CubeChoice.TOO_GOOD  # type: ignore[union-attr]
    single = Table(money(multipliers=Multipliers.ONE_ONE_ONE))
    single.put(gammonish)
    assert decided(single) == a.Double()


# --- offers ---------------------------------------------------------------------------------------


def test_a_resignation_is_accepted_when_it_pays_what_is_to_be_won() -> None:
    """rules.md 5.1: a single where a gammon is nearly certain is declined, the gammon accepted."""
    table = Table(money())
    table.put(GAMMON_LOST)
    table.do(a.OfferResignation(ResultKind.SINGLE), WHITE)
    assert decided(table, BLACK) == a.DeclineResignation()
    table.do(a.DeclineResignation(), BLACK)
    table.do(a.OfferResignation(ResultKind.GAMMON), WHITE)
    assert decided(table, BLACK) == a.AcceptResignation()


def test_a_settlement_is_accepted_for_what_the_game_is_worth() -> None:
    """rules.md 3.6: points go to who offers."""
    for points, expected in ((2, a.DeclineProposal()), (-2, a.AcceptProposal())):
        table = Table(money())
        table.put(QUIET, cube=Cube(2, WHITE))
        table.do(a.OfferSettlement(points), WHITE)
        assert decided(table, BLACK) == expected


def test_a_draw_is_accepted_by_who_stands_worse() -> None:
    for board, expected in ((AHEAD, a.AcceptProposal()), (BEHIND, a.DeclineProposal())):
        table = Table(card_for(Preset.PLAIN))
        table.put(board)
        table.do(a.OfferDraw(), WHITE)
        assert decided(table, BLACK) == expected


def test_ending_or_adjourning_is_always_agreed_to() -> None:
    for offer in (a.OfferEndOfSession(), a.OfferAdjournment()):
        table = Table(MONEY)
        table.put(QUIET)
        table.do(offer, WHITE)
        assert BLACK in awaits(table.state)
        assert decided(table, BLACK) == a.AcceptProposal()


def test_the_next_game_is_not_kept_waiting() -> None:
    table = Table(MONEY)
    table.put(AHEAD)
    table.do(a.Double())
    table.do(a.Drop())
    assert decided(table, BLACK) == a.Next()
    table.do(a.Next(), BLACK)
    assert decided(table, BLACK) is None


# --- giving up ------------------------------------------------------------------------------------


def test_a_single_lost_for_certain_is_given_up() -> None:
    """rules.md 5.6: the other is off next turn whatever is rolled, and no gammon is possible."""
    table = Table(money())
    table.put("M 6:4 5:4; O 24:2", cube=Cube(2, BLACK))
    assert decided(table) == a.OfferResignation(ResultKind.SINGLE)
    table.do(a.OfferResignation(ResultKind.SINGLE))
    assert (table.result.winner, table.result.points) == (BLACK, 2)


@pytest.mark.parametrize(
    ("board", "why"),
    [
        ("M 6:4 5:4 4:4 3:3; O 24:2", "a gammon can still be lost: resigning would have to be one"),
        ("M 1:3 2:1; O 24:2", "one more roll may win"),
        ("M 6:4 5:4; O 24:2 1:1", "a blot may still be hit"),
        (RACE, "the race is open"),
    ],
)
def test_nothing_else_is_given_up(board: str, why: str) -> None:
    """rules.md 5.6."""
    table = Table(money())
    table.put(board, cube=Cube(2, BLACK))
    assert decided(table) == a.Roll(), why


# --- advice ---------------------------------------------------------------------------------------


def test_advice_names_the_three_best_plays() -> None:
    table = Table(match_to(7))
    advice = EXACT.advise(table.state, WHITE)
    assert advice.cube is None
    assert advice.plays[0].text == "8/5 6/5"
    assert len(advice.plays) == 3
    assert advice.plays[0].loss == 0
    assert [one.loss for one in advice.plays] == sorted(one.loss for one in advice.plays)
    assert advice.plays[1].equity == pytest.approx(advice.plays[0].equity - advice.plays[1].loss)


def test_advice_on_the_cube_has_the_three_outcomes_of_who_asks() -> None:
    table = Table(match_to(7))
    table.put(AHEAD)
    doubling = EXACT.advise(table.state, WHITE).cube
    assert doubling is not None
    assert doubling.best is CubeChoice.DOUBLE
    assert doubling.drop == 1.0
    table.do(a.Double())
    answering = EXACT.advise(table.state, BLACK).cube
    assert answering is not None
    assert answering.best is CubeChoice.DROP
    assert answering.drop == -1.0
    assert answering.take == pytest.approx(-doubling.take)


def test_there_is_no_advice_where_nothing_is_to_be_decided() -> None:
    table = Table(match_to(7))
    with pytest.raises(NothingToDecideError):
        EXACT.advise(table.state, BLACK)
    table.put(QUIET, cube=Cube(2, BLACK))
    with pytest.raises(NothingToDecideError):
        EXACT.advise(table.state, WHITE)


def test_a_forced_play_needs_no_thinking() -> None:
    board, dice = parse_board("M bar:1 6:5; O 19:3 20:3 21:3 22:3 24:3"), Dice(6, 2)
    assert len(legal_plays(board, dice)) == 1
    table = Table(match_to(7))
    table.put(board, dice=(6, 2))
    assert decided(table) == a.PlayCheckers(legal_plays(board, dice)[0].moves)
