"""One thought: done once, dropped when the match has moved on, never in the way, and never the end of a match."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from games.engines.errors import EngineError
from games.rules.actions import (
    AcceptResignation,
    Drop,
    Next,
    OfferResignation,
    PassControl,
    PlayCheckers,
    PlayerAction,
    ResignMatch,
    TakeBack,
)
from games.rules.levels import Level
from games.rules.plays import CheckerMove
from games.rules.score import ResultKind
from games.rules.sides import Side
from games.rules.state import MatchState, ToRoll, game_of, to_act
from matches.bots import tasks
from matches.bots.thinking import Thought, think_once
from matches.models import Match
from matches.selectors.replays import is_like_its_log
from matches.services.play import Accepted, submit_bot_action, submit_server_action
from tests.factories import running_match
from tests.matches.bots.brains import PlainBrain, install
from tests.matches.bots.tables import BLACK_BEGINS, WHITE_BEGINS, against_computer, alice_does, dice
from tests.matches.doing import everything, kinds, some_play, state_now


def computer_does(match: Match, action: PlayerAction) -> None:
    outcome = submit_bot_action(match.pk, Side.BLACK, action, state_now(match).decision)
    assert isinstance(outcome, Accepted), outcome


def bots_turn(monkeypatch: pytest.MonkeyPatch, *throws: tuple[int, int]) -> Match:
    """Alice has played her opening; the computer must roll."""
    dice(monkeypatch, WHITE_BEGINS, *throws)
    match = against_computer()
    alice_does(match, some_play(state_now(match)))
    return match


@pytest.mark.django_db
def test_the_computer_acts_once_however_often_it_is_woken(monkeypatch: pytest.MonkeyPatch) -> None:
    brain = install(monkeypatch, PlainBrain())
    match = bots_turn(monkeypatch, (3, 1))
    version = state_now(match).version
    assert [think_once(match.pk, version) for _ in range(3)] == [Thought.DONE, Thought.MOVED_ON, Thought.MOVED_ON]
    assert kinds(match).count("dice_rolled") == 1
    assert len(brain.asked) == 1
    assert tasks.think(match.pk) == "done"
    assert tasks.think(match.pk) == "nobody", "it is alice's turn"
    assert is_like_its_log(Match.objects.get(pk=match.pk))


@pytest.mark.django_db
def test_a_match_that_is_gone_or_over_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, PlainBrain())
    match = bots_turn(monkeypatch)
    alice_does(match, ResignMatch())
    before = everything(match)
    assert think_once(match.pk) is Thought.MOVED_ON
    assert everything(match) == before
    match.delete()
    assert think_once(0) is Thought.MOVED_ON


@pytest.mark.django_db
def test_a_computer_answers_for_its_own_side_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    brain = install(monkeypatch, PlainBrain())
    match = running_match()
    assert think_once(match.pk) is Thought.NOBODY
    assert brain.asked == []


@pytest.mark.django_db
class TestCase104:
    """Case 104: the answer for an old question arrives, and nothing is done with it."""

    def dropped(self, monkeypatch: pytest.MonkeyPatch, match: Match, *meanwhile: PlayerAction) -> None:
        """While the computer thinks alice does something else; the answer is dropped."""

        def act_now() -> None:
            for action in meanwhile:
                alice_does(match, action)
            self.before = everything(match)

        install(monkeypatch, PlainBrain(meanwhile=act_now))
        assert think_once(match.pk) is Thought.MOVED_ON
        assert everything(match) == self.before
        assert is_like_its_log(Match.objects.get(pk=match.pk))

    def test_after_a_play_was_taken_back(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.dropped(monkeypatch, bots_turn(monkeypatch), TakeBack())

    def test_after_another_play_in_place_of_the_one_taken_back(self, monkeypatch: pytest.MonkeyPatch) -> None:
        dice(monkeypatch, WHITE_BEGINS)
        match = against_computer()
        play = some_play(state_now(match))
        alice_does(match, play)
        self.dropped(monkeypatch, match, TakeBack(), play)

    def test_after_the_match_was_given_up(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.dropped(monkeypatch, bots_turn(monkeypatch), ResignMatch())

    def test_in_another_game(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The thought about game 1 comes when game 2 has begun, with the computer on turn again."""
        match = bots_turn(monkeypatch, BLACK_BEGINS)

        def on_to_game_2() -> None:
            for action in (TakeBack(), OfferResignation(ResultKind.SINGLE)):
                alice_does(match, action)
            computer_does(match, AcceptResignation())
            alice_does(match, Next())
            computer_does(match, Next())
            self.before = everything(match)

        install(monkeypatch, PlainBrain(meanwhile=on_to_game_2))
        assert think_once(match.pk) is Thought.MOVED_ON
        assert everything(match) == self.before
        assert game_of(state_now(match)).number == 2
        assert to_act(state_now(match)) is Side.BLACK, "it would have had something to do"

    def test_when_the_person_is_back_in_the_seat(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The computer stood in for bob; bob takes the seat back while it thinks."""
        match = running_match()
        side = to_act(state_now(match))
        assert side is not None
        assert isinstance(submit_server_action(match.pk, PassControl(side, Level.BEGINNER)), Accepted)

        def come_back() -> None:
            assert isinstance(submit_server_action(match.pk, PassControl(side, None)), Accepted)

        brain = install(monkeypatch, PlainBrain(meanwhile=come_back))
        assert think_once(match.pk) is Thought.MOVED_ON
        assert len(brain.asked) == 1
        assert kinds(match)[-2:] == ["control_passed", "control_passed"]
        assert to_act(state_now(match)) is side
        assert think_once(match.pk) is Thought.NOBODY


@pytest.mark.django_db
def test_a_computer_that_stands_in_goes_on_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, PlainBrain())
    match = running_match()
    side = to_act(state_now(match))
    assert side is not None
    submit_server_action(match.pk, PassControl(side, Level.INTERMEDIATE))
    assert think_once(match.pk) is Thought.DONE
    assert kinds(match)[-1] == "checkers_played"
    assert to_act(state_now(match)) is side.other


def illegal(state: MatchState, side: Side) -> PlayerAction:
    """Something that the rules refuse in every phase."""
    del side
    return Drop() if isinstance(game_of(state).phase, ToRoll) else PlayCheckers((CheckerMove(1, 0, 6),))


def failing(state: MatchState, side: Side) -> PlayerAction:
    raise EngineError("broken")


def broken(state: MatchState, side: Side) -> PlayerAction:
    raise ZeroDivisionError


@pytest.mark.django_db
@pytest.mark.parametrize("fault", [illegal, failing, broken, lambda *_: None], ids=["illegal", "error", "bug", "none"])
def test_an_engine_that_fails_is_an_error_and_a_weaker_level_answers(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fault: object
) -> None:
    dice(monkeypatch, BLACK_BEGINS)
    match = against_computer(Level.EXPERT)
    weaker = PlainBrain()
    install(monkeypatch, weaker, expert=PlainBrain(fault))  # type: ignore[arg-type]
    with caplog.at_level(logging.ERROR):
        assert think_once(match.pk) is Thought.DONE
    assert len(weaker.asked) == 1
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert f"version {match.version}" in caplog.text
    assert to_act(state_now(match)) is Side.WHITE


@pytest.mark.django_db
def test_where_every_level_fails_the_match_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    dice(monkeypatch, BLACK_BEGINS)
    match = against_computer(Level.EXPERT)
    install(monkeypatch, PlainBrain(failing))
    assert think_once(match.pk) is Thought.DONE
    assert len(caplog.records) == len(Level)
    assert to_act(state_now(match)) is Side.WHITE


@pytest.mark.django_db(transaction=True)
def test_nobody_waits_for_a_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    """While the computer thinks, no transaction is open, and somebody else's action takes the lock at once."""
    match = bots_turn(monkeypatch)

    def give_up() -> None:
        alice_does(match, ResignMatch())
        connection.close()

    def act_elsewhere() -> None:
        assert not connection.in_atomic_block
        with ThreadPoolExecutor(1) as other:
            other.submit(give_up).result(1.5)  # the lock would be waited for 2 s

    install(monkeypatch, PlainBrain(meanwhile=act_elsewhere))
    assert think_once(match.pk) is Thought.MOVED_ON
    assert kinds(match)[-1] == "match_ended"


@pytest.mark.django_db(transaction=True)
def test_one_question_costs_one_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sweeper asks again while the first worker still thinks; the second one has better things to do."""
    match = bots_turn(monkeypatch, (3, 1))
    elsewhere: list[Thought] = []

    def think_elsewhere() -> Thought:
        try:
            return think_once(match.pk)
        finally:
            connection.close()

    def ask_again() -> None:
        with ThreadPoolExecutor(1) as other:
            elsewhere.append(other.submit(think_elsewhere).result(5))

    brain = install(monkeypatch, PlainBrain(meanwhile=ask_again))
    assert think_once(match.pk) is Thought.DONE
    assert elsewhere == [Thought.ELSEWHERE]
    assert len(brain.asked) == 1
    install(monkeypatch, PlainBrain())
    assert think_once(match.pk) is Thought.DONE, "the next question is asked as ever"
