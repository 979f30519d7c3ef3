"""Taking a play back (rules.md 7.2), and that a finished game is closed (7.3)."""

from __future__ import annotations

from dataclasses import replace

from games.rules import actions as a
from games.rules.clock import ClockPreset, ClockSetting
from games.rules.cube import Cube
from games.rules.dice import Dice
from games.rules.errors import Refusal
from games.rules.events import DiceRolled, PlayTakenBack
from games.rules.match import replay
from games.rules.rulecard import BeaverRefusal, Opening
from games.rules.score import ResultKind
from games.rules.sides import Pair
from games.rules.state import TakeBackRule, ToPlay, ToRoll
from tests.games.tables import BLACK, START, WHITE, Table, match_to, money, names

HOT_SEAT, COMPUTER = TakeBackRule.HOT_SEAT, TakeBackRule.AGAINST_COMPUTER


def four_turns(rule: TakeBackRule, card: object = None) -> Table:
    """White 31, Black 64, White 21, Black 65; White to roll."""
    table = Table(card or match_to(5), take_back=rule)  # type: ignore[arg-type]
    table.play("8/5 6/5")
    table.turn(6, 4, "24/14")
    table.turn(2, 1, "24/23 6/4")
    table.turn(6, 5, "14/3")
    return table


def test_elsewhere_nothing_can_be_taken_back() -> None:
    """rules.md 7.2: against the computer and in hot seat only."""
    table = four_turns(TakeBackRule.NEVER)
    assert table.refuses(a.TakeBack(), WHITE) is Refusal.NO_TAKE_BACK
    assert table.game.memos == ()


def test_hot_seat_goes_back_before_the_last_play_whoever_made_it() -> None:
    """rules.md 7.2: the restored turn has its dice on the table."""
    table = four_turns(HOT_SEAT)
    before = table.game.memos[-1].board
    assert names(table.do(a.TakeBack(), WHITE)) == ["PlayTakenBack"]
    assert (table.acting, table.game.phase) == (BLACK, ToPlay(Dice(6, 5), restored=True))
    assert table.game.board == before
    assert table.game.turn_number == 4
    assert table.game.dice_to_come == ()
    assert table.replays()


def test_against_the_computer_the_reply_goes_with_it() -> None:
    """rules.md 7.2: to before the person's last play."""
    table = four_turns(COMPUTER)
    table.do(a.TakeBack(), WHITE)
    assert (table.acting, table.game.phase) == (WHITE, ToPlay(Dice(2, 1), restored=True))
    assert table.game.dice_to_come == (Dice(6, 5),)


def test_shown_dice_come_again_in_order_and_are_marked() -> None:
    """rules.md 7.2: unseen by the bot, each counted once in the dice audit."""
    table = four_turns(COMPUTER)
    table.do(a.TakeBack(), WHITE)
    table.play("24/21")
    rolled = table.do(a.Roll())[0]
    assert rolled == DiceRolled(BLACK, Dice(6, 5), again=True)
    table.play("14/3")
    rolled = table.roll(4, 4)[0]
    assert rolled == DiceRolled(WHITE, Dice(4, 4), again=False)


def test_hot_seat_is_repeatable_to_the_start_of_the_game() -> None:
    """rules.md 7.2: turn by turn, and all dice come again in their order."""
    table = four_turns(HOT_SEAT)
    for turn in (4, 3, 2, 1):
        table.do(a.TakeBack(), WHITE)
        assert table.game.turn_number == turn
    assert table.refuses(a.TakeBack(), WHITE) is Refusal.NOTHING_TO_TAKE_BACK
    assert table.game.board == START
    assert table.game.phase == ToPlay(Dice(3, 1), restored=True)
    assert list(table.game.dice_to_come) == [Dice(6, 4), Dice(2, 1), Dice(6, 5)]
    table.play("8/5 6/5")
    for text in ("24/14", "24/23 6/4", "14/3"):
        table.do(a.Roll())
        table.play(text)
    assert not table.game.dice_to_come
    assert table.replays()


def test_against_the_computer_it_is_repeatable_too() -> None:
    """rules.md 7.2: two turns at a time."""
    table = four_turns(COMPUTER)
    table.do(a.TakeBack(), WHITE)
    table.do(a.TakeBack(), WHITE)
    assert table.game.turn_number == 1
    assert table.game.dice_to_come == (Dice(6, 4), Dice(2, 1), Dice(6, 5))


def test_not_between_a_roll_and_its_confirmation() -> None:
    """rules.md 7.2."""
    table = four_turns(HOT_SEAT)
    table.roll(3, 2)
    assert table.refuses(a.TakeBack(), WHITE) is Refusal.TAKE_BACK_AFTER_ROLL


def test_not_after_a_roll_that_came_again_either() -> None:
    """rules.md 7.2: a roll is a roll."""
    table = four_turns(HOT_SEAT)
    table.do(a.TakeBack(), WHITE)
    table.do(a.TakeBack(), WHITE)
    table.play("24/21")
    table.do(a.Roll())
    assert table.refuses(a.TakeBack(), BLACK) is Refusal.TAKE_BACK_AFTER_ROLL


def test_not_while_something_must_be_answered() -> None:
    """rules.md 2.3, 5.1: nothing else is legal."""
    table = four_turns(HOT_SEAT)
    table.do(a.Double())
    assert table.refuses(a.TakeBack(), BLACK) is Refusal.ANSWER_FIRST


def test_before_the_first_play_there_is_nothing() -> None:
    """rules.md 7.2."""
    table = Table(replace(money(), opening=Opening.WHITE_FIRST), opening=(), take_back=HOT_SEAT)
    assert table.refuses(a.TakeBack(), WHITE) is Refusal.NOTHING_TO_TAKE_BACK
    table.turn(3, 1, "8/5 6/5")
    table.do(a.TakeBack(), BLACK)
    assert (table.acting, table.game.board) == (WHITE, START)


def test_the_bots_side_has_no_play_of_its_own_to_take_back() -> None:
    """rules.md 7.2: to before the asking side's last play."""
    table = Table(match_to(5), take_back=COMPUTER)
    table.play("8/5 6/5")
    assert table.refuses(a.TakeBack(), BLACK) is Refusal.NOTHING_TO_TAKE_BACK


def test_passed_turns_are_taken_back_with_the_play_before_them() -> None:
    """rules.md 7.2: their dice, too, come again."""
    table = Table(match_to(7), take_back=HOT_SEAT)
    table.put("M 1:3 2:2 3:2 4:2 5:2 6:2 8:1 7:1; O bar:1 24:14", cube=Cube(2, WHITE), dice=(2, 1))
    table.dice.add([(5, 3)])
    table.play("8/6 7/6")
    table.do(a.TakeBack(), WHITE)
    assert (table.acting, table.game.phase) == (WHITE, ToPlay(Dice(2, 1), restored=True))
    assert table.game.dice_to_come == (Dice(5, 3),)
    again = table.play("8/6 7/6")
    assert names(again) == ["CheckersPlayed", "DiceRolled", "Danced"]
    assert again[1] == DiceRolled(BLACK, Dice(5, 3), again=True)


def test_the_cube_goes_back_with_the_turn() -> None:
    """rules.md 7.2: the event carries the restored turn, cube included."""
    table = four_turns(HOT_SEAT)
    table.double_and_take()
    assert table.game.cube == Cube(2, BLACK)
    table.do(a.TakeBack(), WHITE)
    assert table.game.cube == Cube(1, None)


def test_what_a_refused_beaver_cost_is_given_back() -> None:
    """rules.md 3.3, 7.2: the score is what it was before that turn."""
    card = money(max_redoubles=1, beaver_refusal=BeaverRefusal.PAY_AND_PLAY_ON)
    table = four_turns(HOT_SEAT, card)
    table.do(a.Double())
    table.do(a.Beaver())
    table.do(a.Drop())
    assert table.state.score == Pair(0, 2)
    table.do(a.TakeBack(), WHITE)
    assert table.state.score == Pair(0, 0)
    assert table.game.paid == Pair(0, 0)
    assert table.replays()


def test_version_and_clock_do_not_go_back() -> None:
    """rules.md 7.2: nothing is erased; a fresh delay begins for the restored turn."""
    table = Table(match_to(5), take_back=HOT_SEAT, clock=ClockSetting(ClockPreset.FAST))
    table.play("8/5 6/5", after=28_000)
    version = table.state.version
    table.do(a.TakeBack(), WHITE, after=3_000)
    assert table.state.version == version + 2
    assert table.state.clock is not None
    assert (table.state.clock.running, table.state.clock.since) == (WHITE, table.now)
    assert table.state.clock.reserve == Pair(80_000, 100_000)


def test_a_finished_game_is_closed() -> None:
    """rules.md 7.3; case 026: result, score and record stay together."""
    table = four_turns(HOT_SEAT)
    table.put("M 1:1; O 12:14 19:1", dice=(2, 1))
    table.play("1/off")
    score = table.state.score
    assert table.refuses(a.TakeBack(), WHITE) is Refusal.NO_GAME_RUNNING
    table.next_game()
    assert table.game.memos == ()
    assert table.state.score == score
    assert table.game.phase == ToPlay(Dice(3, 1))


def test_the_restored_turn_is_in_the_event() -> None:
    """rules.md 7.2: replaying needs no look back into the log."""
    table = four_turns(COMPUTER)
    event = table.do(a.TakeBack(), WHITE)[0]
    assert isinstance(event, PlayTakenBack)
    assert event.restored.dice == Dice(2, 1)
    assert event.restored.turn_number == 3
    assert replay(table.log) == table.state


def test_offers_begin_afresh_after_a_take_back() -> None:
    """The restored turn is a new moment of the game."""
    table = four_turns(HOT_SEAT)
    table.do(a.OfferResignation(ResultKind.SINGLE))
    table.do(a.DeclineResignation())
    table.do(a.TakeBack(), WHITE)
    assert table.game.resignations_made == frozenset()
    assert table.game.resignation_declined is None
    assert table.game.phase != ToRoll()


def test_a_proposal_lapses_with_a_take_back() -> None:
    """rules.md 3.6, 7.2: it was made in another position."""
    table = four_turns(HOT_SEAT, money())
    table.do(a.OfferSettlement(1), WHITE)
    table.do(a.TakeBack(), BLACK)
    assert table.state.proposal is None
    assert table.can(WHITE).settle is not None
    assert table.game.proposals_made == Pair(0, 0)


def test_turns_taken_back_are_not_counted() -> None:
    """rules.md 4.3, 7.2: Holland counts the turns that stand."""
    table = four_turns(HOT_SEAT)
    assert table.game.turns_begun == Pair(3, 2)
    for begun in (Pair(2, 2), Pair(2, 1), Pair(1, 1)):
        table.do(a.TakeBack(), WHITE)
        assert table.game.turns_begun == begun
