"""When a computer is woken, and how long it lets a person look first."""

from __future__ import annotations

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from games.rules.actions import Double, Drop, OfferDraw, OfferResignation, PassControl
from games.rules.levels import Level
from games.rules.rulecard import Preset, card_for
from games.rules.score import ResultKind
from games.rules.state import to_act
from matches.bots.awaited import OPENING_MILLIS
from matches.bots.thinking import Thought, think_once
from matches.services.play import Accepted, submit_server_action
from tests.factories import running_match
from tests.matches.bots.brains import PlainBrain, install
from tests.matches.bots.tables import BLACK_BEGINS, WHITE_BEGINS, Nudges, against_computer, alice_does, dice
from tests.matches.doing import play_some, some_play, state_now

pytestmark = pytest.mark.django_db


def test_a_computer_that_begins_is_woken_with_time_to_see_the_opening_dice(
    monkeypatch: pytest.MonkeyPatch, nudges: Nudges, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    """Case 118: the page is open and shows the opening dice before the computer moves, however short its pace."""
    dice(monkeypatch, BLACK_BEGINS)
    with django_capture_on_commit_callbacks(execute=True):
        match = against_computer(Level.EXPERT, pace=0)
    assert nudges.sent == [(match.pk, match.version, Level.EXPERT, OPENING_MILLIS)]


def test_nobody_is_woken_while_the_person_must_act(
    monkeypatch: pytest.MonkeyPatch, nudges: Nudges, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    dice(monkeypatch, WHITE_BEGINS)
    with django_capture_on_commit_callbacks(execute=True):
        against_computer()
    assert nudges.sent == []


def test_each_act_of_the_computer_waits_for_its_pace(
    monkeypatch: pytest.MonkeyPatch, nudges: Nudges, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    """It rolls, then it plays; what it does itself wakes it again."""
    install(monkeypatch, PlainBrain())
    dice(monkeypatch, WHITE_BEGINS, (3, 1))
    match = against_computer(pace=700)
    with django_capture_on_commit_callbacks(execute=True):
        rolling = alice_does(match, some_play(state_now(match)))
    with django_capture_on_commit_callbacks(execute=True):
        assert think_once(match.pk, rolling) is Thought.DONE
    playing = state_now(match).version
    assert nudges.sent == [(match.pk, version, Level.BEGINNER, 700) for version in (rolling, playing)]
    with django_capture_on_commit_callbacks(execute=True):
        assert think_once(match.pk, playing) is Thought.DONE
    assert len(nudges.sent) == 2, "it is the person's turn again"


def test_a_doubled_computer_waits_for_its_pace(
    monkeypatch: pytest.MonkeyPatch, nudges: Nudges, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    install(monkeypatch, PlainBrain())
    dice(monkeypatch, WHITE_BEGINS, (3, 1))
    match = against_computer(pace=300)
    alice_does(match, some_play(state_now(match)))
    think_once(match.pk)
    think_once(match.pk)
    with django_capture_on_commit_callbacks(execute=True):
        version = alice_does(match, Double())
    assert nudges.sent == [(match.pk, version, Level.BEGINNER, 300)]


def test_offers_are_answered_at_once(
    monkeypatch: pytest.MonkeyPatch, nudges: Nudges, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    install(monkeypatch, PlainBrain())
    dice(monkeypatch, WHITE_BEGINS, (5, 4), WHITE_BEGINS)
    match = against_computer(card=card_for(Preset.MONEY))
    alice_does(match, some_play(state_now(match)))
    think_once(match.pk)
    think_once(match.pk)
    for action in (OfferDraw(), OfferResignation(ResultKind.SINGLE)):
        with django_capture_on_commit_callbacks(execute=True):
            version = alice_does(match, action)
        assert nudges.sent.pop() == (match.pk, version, Level.BEGINNER, 0)
        assert think_once(match.pk, version) is Thought.DONE


def test_the_computer_is_ready_for_the_next_game_at_once(
    monkeypatch: pytest.MonkeyPatch, nudges: Nudges, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    install(monkeypatch, PlainBrain(lambda *_: Double()))
    dice(monkeypatch, WHITE_BEGINS)
    match = against_computer()
    alice_does(match, some_play(state_now(match)))
    assert think_once(match.pk) is Thought.DONE
    with django_capture_on_commit_callbacks(execute=True):
        version = alice_does(match, Drop())
    assert nudges.sent == [(match.pk, version, Level.BEGINNER, 0)]


def test_a_computer_that_stands_in_is_woken(
    nudges: Nudges, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    """And nobody is when it stands in for who need not act."""
    match = running_match()
    side = to_act(state_now(match))
    assert side is not None
    with django_capture_on_commit_callbacks(execute=True):
        assert isinstance(submit_server_action(match.pk, PassControl(side.other, Level.EXPERT)), Accepted)
    assert nudges.sent == []
    with django_capture_on_commit_callbacks(execute=True):
        assert isinstance(submit_server_action(match.pk, PassControl(side, Level.ADVANCED)), Accepted)
    assert nudges.sent == [(match.pk, state_now(match).version, Level.ADVANCED, match.pace)]


def test_matches_of_people_wake_nobody(
    nudges: Nudges, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        play_some(running_match())
    assert nudges.sent == []
