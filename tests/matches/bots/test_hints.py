"""Hints: who may ask, when, one at a time, and what comes to the asking socket."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.cache import cache

from games.engines.errors import EngineError
from games.rules.actions import PassControl, TakeBack
from games.rules.clock import ClockPreset, ClockSetting
from games.rules.levels import Level
from games.rules.rulecard import Preset, RuleCard, card_for
from games.rules.sides import Side
from matches import publish
from matches.bots import tasks
from matches.bots.advising import HOT_SEAT_LEVEL
from matches.models import Match
from matches.protocol import Code, HintAsk, ProtocolCode, TableCode
from matches.services import hints
from matches.services.hints import BUSY_SECONDS, hint_request
from matches.services.lifecycle import Terms
from matches.services.play import submit_server_action
from matches.services.sitting import hot_seat_start
from tests.factories import running_match
from tests.matches.bots.brains import PlainBrain, install
from tests.matches.bots.tables import BLACK_BEGINS, WHITE_BEGINS, against_computer, alice_does, dice
from tests.matches.doing import everything, some_play, state_now
from tests.people import alice, bob, charlie

pytestmark = pytest.mark.django_db


@dataclass(slots=True)
class Post:
    """What is asked of the workers, and what they send."""

    asked: list[dict[str, Any]] = field(default_factory=list)
    sent: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    is_away: bool = False

    def send_advise(self, **what: Any) -> bool:
        self.asked.append(what)
        return not self.is_away

    def send_advice(self, group: str, text: str) -> None:
        self.sent.append((group, json.loads(text)))

    def work(self) -> tuple[str, dict[str, Any]]:
        """Do the oldest thing that was asked; what was sent."""
        tasks.advise(**self.asked.pop(0))
        return self.sent.pop()


@pytest.fixture
def post(monkeypatch: pytest.MonkeyPatch) -> Post:
    kept = Post()
    monkeypatch.setattr(hints, "send_advise", kept.send_advise)
    monkeypatch.setattr(publish, "send_advice", kept.send_advice)
    cache.clear()
    return kept


def ask(match: Match, side: Side = Side.WHITE, about: int | None = None, user: int | None = None) -> Code | None:
    """Ask for a hint as alice; the code of the refusal, None when it was asked."""
    frame = HintAsk(uuid4(), side, state_now(match).decision if about is None else about)
    answer = hint_request(match.pk, alice().pk if user is None else user, frame, "hint.me")
    return None if answer is None else answer.code


def test_the_best_plays_come_to_the_asking_socket_at_the_level_of_the_match(
    monkeypatch: pytest.MonkeyPatch, post: Post
) -> None:
    brain = install(monkeypatch, PlainBrain(), intermediate=PlainBrain())
    dice(monkeypatch, WHITE_BEGINS)
    match = against_computer(Level.INTERMEDIATE)
    before = everything(match)
    frame = HintAsk(UUID(int=7), Side.WHITE, state_now(match).decision)
    assert hint_request(match.pk, alice().pk, frame, "hint.me") is None
    group, advice = post.work()
    assert group == "hint.me"
    assert (advice["t"], advice["ask"], advice["about"]) == ("advice", str(UUID(int=7)), frame.about)
    assert (advice["side"], advice["level"], advice["cube"]) == ("white", "intermediate", None)
    assert 1 <= len(advice["plays"]) <= 3
    best = advice["plays"][0]
    assert best["loss"] == 0
    assert [len(step) for step in best["steps"]] == [3, 3]
    assert best["text"]
    assert brain.asked == [], "another level was not asked"
    assert everything(match) == before


def test_in_hot_seat_the_cube_is_advised_on(monkeypatch: pytest.MonkeyPatch, post: Post) -> None:
    install(monkeypatch, PlainBrain())
    dice(monkeypatch, WHITE_BEGINS)
    match = hot_seat()
    alice_does(match, some_play(state_now(match)))
    assert ask(match, Side.BLACK) is None
    _, advice = post.work()
    assert (advice["side"], advice["level"], advice["plays"]) == ("black", HOT_SEAT_LEVEL.value, [])
    assert set(advice["cube"]) == {"best", "no_double", "take", "drop"}


def hot_seat(card: RuleCard | None = None) -> Match:
    terms = Terms(card or card_for(Preset.MONEY), ClockSetting(ClockPreset.UNTIMED), Side.WHITE, False)
    return hot_seat_start(alice(), terms)


def test_nobody_is_helped_against_a_person(post: Post) -> None:
    """The hint in a rated game is one of these (issue 3)."""
    for is_rated in (False, True):
        match = running_match()
        Match.objects.filter(pk=match.pk).update(is_rated=is_rated)
        assert ask(match) is TableCode.HINT_NOT_HERE
    match = against_computer()
    Match.objects.filter(pk=match.pk).update(is_rated=True)
    assert ask(match) is TableCode.HINT_NOT_HERE
    assert post.asked == []


def test_only_who_plays_the_side_may_ask(monkeypatch: pytest.MonkeyPatch, post: Post) -> None:
    dice(monkeypatch, WHITE_BEGINS)
    match = against_computer()
    assert ask(match, user=charlie().pk) is ProtocolCode.NOT_PLAYING
    assert ask(match, Side.BLACK) is ProtocolCode.NOT_YOUR_SIDE
    assert ask(match, user=bob().pk) is ProtocolCode.NOT_PLAYING
    assert post.asked == []


def test_an_older_decision_is_stale(monkeypatch: pytest.MonkeyPatch, post: Post) -> None:
    dice(monkeypatch, WHITE_BEGINS)
    match = against_computer()
    assert ask(match, about=state_now(match).decision - 1) is ProtocolCode.STALE
    assert post.asked == []


def test_there_is_nothing_to_decide_while_the_other_must_act(monkeypatch: pytest.MonkeyPatch, post: Post) -> None:
    dice(monkeypatch, BLACK_BEGINS)
    assert ask(against_computer()) is TableCode.HINT_NOTHING
    assert post.asked == []


def test_a_roll_without_a_legal_double_is_nothing_to_decide(monkeypatch: pytest.MonkeyPatch, post: Post) -> None:
    dice(monkeypatch, WHITE_BEGINS)
    match = hot_seat(card_for(Preset.PLAIN))
    alice_does(match, some_play(state_now(match)))
    assert ask(match, Side.BLACK) is TableCode.HINT_NOTHING
    assert post.asked == []


def test_where_a_computer_stands_in_for_the_person_it_decides(monkeypatch: pytest.MonkeyPatch, post: Post) -> None:

    dice(monkeypatch, WHITE_BEGINS)
    match = against_computer()
    submit_server_action(match.pk, PassControl(Side.WHITE, Level.BEGINNER))
    assert ask(match) is TableCode.COMPUTER_PLAYS
    assert post.asked == []


def test_one_hint_at_a_time(monkeypatch: pytest.MonkeyPatch, post: Post) -> None:
    install(monkeypatch, PlainBrain())
    dice(monkeypatch, WHITE_BEGINS)
    match = against_computer()
    assert ask(match) is None
    assert ask(match) is TableCode.HINT_BUSY
    assert len(post.asked) == 1
    post.work()
    assert ask(match) is None


def test_a_hint_that_never_came_is_given_up(monkeypatch: pytest.MonkeyPatch, post: Post) -> None:
    dice(monkeypatch, WHITE_BEGINS)
    match = against_computer()
    monkeypatch.setattr(hints, "BUSY_SECONDS", 0)
    assert ask(match) is None
    assert ask(match) is None
    assert BUSY_SECONDS > 0


def test_without_a_broker_the_person_is_told_and_may_ask_again(monkeypatch: pytest.MonkeyPatch, post: Post) -> None:
    dice(monkeypatch, WHITE_BEGINS)
    match = against_computer()
    post.is_away = True
    assert [ask(match), ask(match)] == [ProtocolCode.BUSY, ProtocolCode.BUSY]


def test_a_hint_that_comes_too_late_says_what_it_is_about(monkeypatch: pytest.MonkeyPatch, post: Post) -> None:
    """The page drops it; the match is not touched."""
    dice(monkeypatch, WHITE_BEGINS)
    match = against_computer()
    about = state_now(match).decision

    def play_on() -> None:
        alice_does(match, some_play(state_now(match)))

    install(monkeypatch, PlainBrain(meanwhile=play_on))
    assert ask(match) is None
    _, advice = post.work()
    assert advice["about"] == about != state_now(match).decision
    assert len(advice["plays"]) > 0


def test_a_question_that_is_over_before_it_was_asked_is_answered_so(
    monkeypatch: pytest.MonkeyPatch, post: Post
) -> None:
    dice(monkeypatch, WHITE_BEGINS)
    match = against_computer()
    ask(match)
    alice_does(match, some_play(state_now(match)))
    _, answer = post.work()
    assert (answer["t"], answer["code"]) == ("answered", "stale")


@pytest.mark.parametrize("fault", [EngineError("broken"), ZeroDivisionError()])
def test_an_engine_that_fails_is_told_and_logged(
    monkeypatch: pytest.MonkeyPatch, post: Post, caplog: pytest.LogCaptureFixture, fault: Exception
) -> None:
    def fail() -> None:
        raise fault

    install(monkeypatch, PlainBrain(meanwhile=fail))
    dice(monkeypatch, WHITE_BEGINS)
    match = against_computer()
    ask(match)
    _, answer = post.work()
    assert (answer["t"], answer["code"]) == ("answered", "server_fault")
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert ask(match) is None


def test_the_real_engine_advises(monkeypatch: pytest.MonkeyPatch, post: Post) -> None:
    """After a take-back, too: the dice are the same, and so is the advice."""
    dice(monkeypatch, (3, 1))
    match = hot_seat()
    assert ask(match) is None
    _, first = post.work()
    assert first["plays"][0]["text"] == "8/5 6/5"
    losses = [play["loss"] for play in first["plays"]]
    assert losses == sorted(losses)
    alice_does(match, some_play(state_now(match)))
    alice_does(match, TakeBack())
    assert ask(match) is None
    assert post.work()[1]["plays"] == first["plays"]
