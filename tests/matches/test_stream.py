"""Snapshot + events == fresh snapshot, for every action; and what is published is what is stored."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any, get_args
from uuid import uuid4

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from games.rules import actions as a
from games.rules.clock import ClockPreset, ClockSetting
from games.rules.events import DiceRolled
from games.rules.match import awaits, evolve, to_act
from games.rules.rulecard import BeaverRefusal, Opening, PlayKind, Preset, RuleCard, card_for
from games.rules.sides import Pair, Side
from games.rules.state import MatchState, TakeBackRule
from matches import publish
from matches.codec import decode_event, encode_state
from matches.models import Match
from matches.presence import UNKNOWN
from matches.protocol import encode
from matches.selectors.frames import hello, missed
from matches.selectors.replays import is_like_its_log
from matches.selectors.tables import log_of
from matches.services import start, visit
from matches.services.play import Accepted, submit_server_action
from matches.signals import match_moved
from matches.view import is_between_games
from tests.factories import running_match
from tests.games.random_play import accepted_actions
from tests.games.scripted_dice import SeededDice
from tests.matches.doing import act, must, play_some, some_play, state_now

pytestmark = pytest.mark.django_db

Frame = dict[str, Any]
EVERYTHING = RuleCard(
    Preset.CUSTOM,
    PlayKind.MONEY,
    None,
    opening=Opening.THROW_WITH_REROLL,
    jacoby=True,
    automatic_doubles=1,
    max_redoubles=3,
    beaver_refusal=BeaverRefusal.PAY_AND_PLAY_ON,
)


class Listener:
    """A table that was open all the time and was told by frames alone."""

    def __init__(self, match: Match) -> None:
        self.match = match
        first = as_frame(hello(match.pk, ()))
        self.version, self.view, self.log = first["v"], first["view"], first["log"]

    def hear(self, text: str) -> None:
        frame = json.loads(text)
        assert frame["from"] == self.version
        assert [event["n"] for event in frame["events"]] == list(range(frame["from"] + 1, frame["v"] + 1))
        self.version, self.view = frame["v"], frame["view"]
        self.log += frame["events"]

    def is_up_to_date(self) -> None:
        """What was heard is what somebody who comes now is told."""
        fresh = as_frame(hello(self.match.pk, ()))
        assert (self.version, self.view) == (fresh["v"], fresh["view"])
        assert self.log[-len(fresh["log"]) :] == fresh["log"]


def as_frame(told: Any) -> Frame:
    frame: Frame = json.loads(encode(told.frame))
    return frame


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The frames sent to the match group; the lobby has words of its own."""
    frames: list[str] = []

    def hear(group: str, message: dict[str, Any]) -> None:
        if group.startswith("match."):
            frames.append(message.get("text", ""))

    monkeypatch.setattr(publish, "_send", hear)
    return frames


class Somebody:
    """Does every kind of legal action about equally often, and rolls and plays in between."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self.done: Counter[type[a.Action]] = Counter()

    def act(self, match: Match, *, is_ending: bool) -> None:
        """One more action at the match."""
        state = state_now(match)
        if state.paused and (self._random.random() < 0.2 or is_between_games(state)):
            self._server(match, a.ResumeMatch())
        elif self._random.random() < 0.02:
            self._server(match, a.PauseMatch())
        else:
            self._player(match, state, is_ending=is_ending)

    def _server(self, match: Match, action: a.ServerAction) -> None:
        must(submit_server_action(match.pk, action))
        self.done[type(action)] += 1

    def _player(self, match: Match, state: MatchState, *, is_ending: bool) -> None:
        some = awaits(state) or frozenset(Side)
        side = self._random.choice(sorted(some) if self._random.random() < 0.6 else list(Side))
        actions = accepted_actions(state, side)
        kinds = sorted({type(action) for action in actions}, key=lambda kind: (self.done[kind], kind.__name__))
        getting_on = [kind for kind in kinds if kind in (a.Roll, a.PlayCheckers, a.Next, a.Resume)]
        rare = [kind for kind in kinds if is_ending or kind not in (a.ResignMatch, a.EndSession)]
        choice = getting_on if getting_on and not is_ending and self._random.random() < 0.4 else rare
        if choice:
            must(act(match, self._random.choice([one for one in actions if type(one) is choice[0]]), side))
            self.done[choice[0]] += 1


def test_snapshot_and_events_are_the_fresh_snapshot_for_every_action(
    heard: list[str],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    dice = SeededDice(Random(1))
    monkeypatch.setattr(visit, "SystemDice", lambda: dice)
    monkeypatch.setattr(start, "SystemDice", lambda: dice)
    somebody = Somebody(seed=1)
    for card, take_back in (
        (card_for(Preset.MATCH, 25), TakeBackRule.NEVER),
        (EVERYTHING, TakeBackRule.HOT_SEAT),
        (EVERYTHING, TakeBackRule.AGAINST_COMPUTER),
        (EVERYTHING, TakeBackRule.NEVER),
    ):
        match = running_match(card=card, take_back=take_back, clock=ClockSetting(ClockPreset.CASUAL))
        listener = Listener(match)
        for number in range(110):
            if state_now(match).result is not None:
                break
            with django_capture_on_commit_callbacks(execute=True):
                somebody.act(match, is_ending=number > 50)
            for text in heard:
                listener.hear(text)
            heard.clear()
            listener.is_up_to_date()
        assert is_like_its_log(Match.objects.get(pk=match.pk))
    assert set(get_args(a.PlayerAction)) <= set(somebody.done)


def test_folding_the_stored_events_gives_the_stored_state() -> None:
    match = running_match()
    before = state_now(match)
    play_some(match)
    must(act(match, a.Roll()))
    state = before
    for stored in log_of(match.pk, first=before.version + 1):
        state = evolve(state, stored.event)
    assert encode_state(state) == Match.objects.get(pk=match.pk).snapshot


# --- what was missed (case 122) ---------------------------------------------------------------------------------


def test_who_missed_events_gets_exactly_those() -> None:
    match = running_match()
    play_some(match)
    seen = state_now(match).version
    must(act(match, a.Roll()))
    frame = as_frame(missed(match.pk, (), seen, UNKNOWN))
    fresh = as_frame(hello(match.pk, ()))
    assert (frame["t"], frame["from"], frame["v"]) == ("missed", seen, fresh["v"])
    assert frame["events"] == fresh["log"][seen - 1 :]
    assert frame["view"] == fresh["view"]


def test_who_missed_the_end_of_a_game_gets_both_games_parts() -> None:
    match = running_match()
    seen = state_now(match).version
    play_some(match)
    must(act(match, a.Double()))
    must(act(match, a.Drop()))
    must(act(match, a.Next(), Side.WHITE))
    must(act(match, a.Next(), Side.BLACK))
    play_some(match)
    frame = as_frame(missed(match.pk, (), seen, UNKNOWN))
    assert [event["n"] for event in frame["events"]] == list(range(seen + 1, frame["v"] + 1))
    texts = [event["text"] for event in frame["events"] if event["e"] == "checkers_played"]
    assert len(texts) == 2
    assert all(texts)
    assert as_frame(hello(match.pk, ()))["log"][0]["e"] == "game_started"


@pytest.mark.parametrize("after", [0, 10_000])
def test_a_version_that_cannot_be_gets_everything(after: int) -> None:
    match = running_match()
    assert as_frame(missed(match.pk, (Side.WHITE,), after, UNKNOWN))["t"] == "hello"


def test_who_missed_nothing_is_told_so() -> None:
    match = running_match()
    frame = as_frame(missed(match.pk, (), match.version, UNKNOWN))
    assert (frame["t"], frame["events"], frame["v"]) == ("missed", [], match.version)


# --- publishing (case 152) --------------------------------------------------------------------------------------


def test_nothing_is_sent_before_the_commit_nor_after_a_rollback(
    heard: list[str], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    match = running_match()
    with django_capture_on_commit_callbacks() as callbacks:
        play_some(match)
        assert heard == []
    assert len(callbacks) == 1
    with django_capture_on_commit_callbacks() as callbacks:
        assert not isinstance(act(match, a.Double(), decision=0), Accepted)
    assert callbacks == []


def test_a_repeated_command_is_not_sent_again(
    heard: list[str], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    match = running_match()
    cid = uuid4()
    state = state_now(match)
    with django_capture_on_commit_callbacks(execute=True):
        for _ in range(2):
            must(act(match, some_play(state), to_act(state), decision=state.decision, cid=cid))
    assert len(heard) == 1
    assert json.loads(heard[0])["cid"] == str(cid)


def test_a_lost_frame_is_no_error_to_the_mover(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    def lost(*_args: object) -> None:
        raise ConnectionError("Valkey is away")

    monkeypatch.setattr(publish, "_publish", lost)
    match = running_match()
    with django_capture_on_commit_callbacks(execute=True):
        play_some(match)


def test_subscribers_hear_of_every_change_and_cannot_hurt(
    heard: list[str], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    seen: list[Any] = []

    def listens(**news: Any) -> None:
        seen.append(news)

    def fails(**_news: Any) -> None:
        raise ZeroDivisionError

    match_moved.connect(listens)
    match_moved.connect(fails)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            match = running_match()
            play_some(match)
            must(act(match, a.Roll()))
    finally:
        match_moved.disconnect(listens)
        match_moved.disconnect(fails)
    assert [news["before"] and news["before"].version for news in seen] == [
        None,
        seen[0]["after"].version,
        seen[1]["after"].version,
    ]
    assert seen[-1]["match_id"] == match.pk
    assert any(isinstance(event, DiceRolled) for event in seen[-1]["events"])
    assert seen[-1]["after"] == state_now(match)
    assert isinstance(seen[-1]["after"].score, Pair)


def test_decoding_the_log_needs_nothing_but_the_log() -> None:
    match = running_match()
    play_some(match)
    rows = match.events.order_by("seq").values_list("kind", "schema", "data")
    assert [decode_event(*row) for row in rows] == [stored.event for stored in log_of(match.pk)]


def test_another_match_hears_nothing(
    heard: list[str],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    groups: list[str] = []
    monkeypatch.setattr(publish, "_send", lambda group, _message: groups.append(group))
    one, _other = running_match(), running_match()
    with django_capture_on_commit_callbacks(execute=True):
        play_some(one)
    assert [group for group in groups if group.startswith("match.")] == [publish.match_group(one.pk)]
