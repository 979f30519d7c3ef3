"""Take-backs through the door: the same dice come again, nothing is erased, and records leave out what was taken back.

rules.md 7.2.
"""

from __future__ import annotations

import pytest

from games.notation.play_text import parse_play
from games.rules import actions as a
from games.rules.clock import ClockPreset, ClockSetting
from games.rules.cube import Cube
from games.rules.events import CheckersPlayed, DiceRolled, OpeningThrown
from games.rules.match import legal_actions
from games.rules.rulecard import Preset, card_for
from games.rules.score import ResultKind
from games.rules.sides import Side
from games.rules.state import TakeBackRule, ToPlay, game_of, to_act
from matches.models import GameRecord, Match, Seat
from matches.protocol import TableCode
from matches.selectors.game_pages import game_positions
from matches.selectors.replays import is_like_its_log
from matches.selectors.tables import log_of
from matches.services import start, visit
from matches.services.play import submit_bot_action
from tests.factories import against_expert, running_match
from tests.games.scripted_dice import ScriptedDice
from tests.matches.doing import act, must, refusal, state_now
from tests.people import alice

pytestmark = pytest.mark.django_db

WHITE, BLACK = Side.WHITE, Side.BLACK
OPENING = (6, 2)
THROWS = ((6, 1), (4, 3))


class Sitting:
    """A match with written dice, in which every side is played as its seat says."""

    def __init__(self, match: Match, dice: ScriptedDice) -> None:
        self.match = match
        self.dice = dice

    def do(self, action: a.PlayerAction, side: Side | None = None) -> None:
        state = state_now(self.match)
        chosen = side or to_act(state)
        assert chosen is not None
        if state.computers.of(chosen) is not None:
            must(submit_bot_action(self.match.pk, chosen, action, state.decision))
        else:
            must(act(self.match, action, chosen, user=alice()))

    def play(self, text: str) -> None:
        """Roll if need be, and play."""
        if not isinstance(game_of(state_now(self.match)).phase, ToPlay):
            self.do(a.Roll())
        game = game_of(state_now(self.match))
        assert isinstance(game.phase, ToPlay)
        board = game.board.seen_by(game.on_roll)
        self.do(a.PlayCheckers(parse_play(board, game.phase.dice, text).moves))

    def dice_on_the_table(self) -> tuple[int, int]:
        game = game_of(state_now(self.match))
        assert isinstance(game.phase, ToPlay)
        return game.phase.dice.high, game.phase.dice.low

    def told(self) -> list[tuple[str, str]]:
        """Dice and text of the finished game's list."""
        page = game_positions(self.match.pk, 1, WHITE)
        assert page is not None
        return [(decision.line.dice, decision.line.text) for decision in page.decisions]

    def throws_counted(self) -> list[tuple[int, int]]:
        """The dice audit: each throw once."""
        counted = []
        for stored in log_of(self.match.pk):
            match stored.event:
                case OpeningThrown(white, black):
                    counted.append((white, black))
                case DiceRolled(dice=dice, again=False):
                    counted.append((dice.high, dice.low))
                case _:
                    pass
        return counted


@pytest.fixture
def dice(monkeypatch: pytest.MonkeyPatch) -> ScriptedDice:
    script = ScriptedDice(OPENING, *THROWS)
    for module in (start, visit):
        monkeypatch.setattr(module, "SystemDice", lambda: script)
    return script


@pytest.fixture
def one_screen(dice: ScriptedDice) -> Sitting:
    match = running_match(alice(), alice(), take_back=TakeBackRule.HOT_SEAT, clock=ClockSetting(ClockPreset.CASUAL))
    return Sitting(match, dice)


@pytest.fixture
def against_computer(dice: ScriptedDice) -> Sitting:
    return Sitting(against_expert(card_for(Preset.MONEY)), dice)


def test_at_one_screen_several_plays_and_a_hit_are_taken_back(one_screen: Sitting) -> None:
    sitting = one_screen
    sitting.play("24/18 13/11")
    before = game_of(state_now(sitting.match)).board
    sitting.play("13/7* 8/7")
    sitting.play("bar/21 13/10")
    for _ in range(2):
        sitting.do(a.TakeBack())
    state = state_now(sitting.match)
    assert (game_of(state).board, to_act(state), sitting.dice_on_the_table()) == (before, BLACK, (6, 1))
    assert state.version == Match.objects.get(pk=sitting.match.pk).version > 8
    sitting.play("13/7* 8/7")
    sitting.play("bar/22 24/20")
    sitting.dice.add([(5, 5)])
    sitting.do(a.Roll())
    assert (sitting.dice_on_the_table(), sitting.dice.left) == ((5, 5), 0)
    assert is_like_its_log(Match.objects.get(pk=sitting.match.pk))
    assert sitting.throws_counted() == [OPENING, *THROWS, (5, 5)]


def test_records_leave_the_taken_back_plays_out_and_the_log_keeps_them(one_screen: Sitting) -> None:
    sitting = one_screen
    sitting.play("24/18 13/11")
    sitting.play("13/7* 8/7")
    sitting.play("bar/21 13/10")
    for _ in range(2):
        sitting.do(a.TakeBack())
    sitting.play("13/6")
    sitting.do(a.OfferResignation(ResultKind.SINGLE), WHITE)
    sitting.do(a.AcceptResignation(), BLACK)
    assert sitting.told()[1:4] == [("62", "24/18 13/11"), ("", "The play of Black is taken back."), ("61", "13/7*/6")]
    plays = [stored for stored in log_of(sitting.match.pk) if isinstance(stored.event, CheckersPlayed)]
    assert len(plays) == 4
    assert GameRecord.objects.get(match=sitting.match).points == 1


def test_the_clock_does_not_go_back_with_a_play(one_screen: Sitting) -> None:
    sitting = one_screen
    sitting.play("24/18 13/11")
    before = state_now(sitting.match).clock
    sitting.do(a.TakeBack())
    after = state_now(sitting.match).clock
    assert before is not None
    assert after is not None
    assert after.since >= before.since
    assert all(now <= then for now, then in zip(after.reserve, before.reserve, strict=True))


def test_against_the_computer_a_cube_taken_by_it_comes_back(against_computer: Sitting) -> None:
    sitting = against_computer
    sitting.play("24/18 13/11")
    sitting.play("13/7* 8/7")
    sitting.do(a.Double(), WHITE)
    sitting.do(a.Take(), BLACK)
    record = GameRecord.objects.get(match=sitting.match)
    assert (record.cube_value, record.cube_owner) == (2, "black")
    sitting.do(a.TakeBack(), WHITE)
    state = state_now(sitting.match)
    assert (game_of(state).cube, to_act(state), sitting.dice_on_the_table()) == (Cube(1), WHITE, (6, 2))
    record.refresh_from_db()
    assert (record.cube_value, record.cube_owner) == (1, None)
    sitting.play("24/18 18/16")
    sitting.do(a.Roll(), BLACK)
    assert sitting.dice_on_the_table() == (6, 1)
    assert sitting.throws_counted() == [OPENING, THROWS[0]]
    assert is_like_its_log(Match.objects.get(pk=sitting.match.pk))


def test_the_computer_takes_nothing_back_and_nobody_does_it_in_its_name(against_computer: Sitting) -> None:
    sitting = against_computer
    sitting.play("24/18 13/11")
    sitting.play("13/7* 8/7")
    assert not _may_take_back(sitting, BLACK)
    assert _may_take_back(sitting, WHITE)
    Seat.objects.filter(match=sitting.match, side="black").update(user=alice())
    assert refusal(act(sitting.match, a.TakeBack(), BLACK, user=alice())) is TableCode.COMPUTER_PLAYS


def _may_take_back(sitting: Sitting, side: Side) -> bool:
    return legal_actions(state_now(sitting.match), side).take_back
