"""`ruling_give`: who may rule, once, on what was seen; and what a ruling leaves in the rows."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Permission
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.utils import timezone

from bgsite.accounts.models import User
from games.rules.actions import Double, Drop, Next, PauseMatch, Resume
from games.rules.clock import ClockPreset, ClockSetting
from games.rules.errors import Refusal
from games.rules.levels import Level
from games.rules.rulecard import Preset, RuleCard, card_for
from games.rules.rulings import (
    MAX_REASON,
    AddTime,
    AdjustScore,
    AwardGame,
    AwardMatch,
    Hold,
    Release,
    VoidAll,
)
from games.rules.rulings import Ruling as RulesRuling
from games.rules.score import Crawford, ResultKind, Termination
from games.rules.sides import Pair, Side
from matches.models import GameRecord, Match, MatchEvent, Ruling
from matches.moment import now_millis
from matches.protocol import Absent, AbsentChoice, Here, Presence, ProtocolCode, TableCode
from matches.selectors.lists import my_matches
from matches.selectors.replays import is_like_its_log
from matches.selectors.sessions import session_of
from matches.services import rulings
from matches.services.absence import answer_absent
from matches.services.answers import Answer
from matches.services.heartbeat import beat
from matches.services.lapsing import PAUSED_FOR, pauses_void
from matches.services.play import Accepted, NotFound, submit_server_action
from matches.services.rulings import GivenAlready, RulingOutcome, ruling_give
from tests.factories import against_expert, open_match, running_match
from tests.matches.doing import act, aged, everything, kinds, must, play_some, player, refusal, state_now
from tests.matches.timing import late_match
from tests.matches.together import at_once
from tests.people import alice, charlie, person

WHITE, BLACK = Side.WHITE, Side.BLACK
NORMAL = ClockSetting(ClockPreset.NORMAL)
TO_FIVE = card_for(Preset.MATCH, 5)
MONEY = card_for(Preset.MONEY)
REASON = "Both players agreed on the phone."

pytestmark = pytest.mark.django_db


@pytest.fixture
def director() -> User:
    user = person("dora")
    user.user_permissions.add(Permission.objects.get(codename="rule_match"))
    return user


def give(director: User, match: Match, ruling: RulesRuling, reason: str = REASON, **seen: Any) -> RulingOutcome:
    """What the director's form sends, who has seen everything unless said otherwise."""
    state = state_now(match)
    form: dict[str, Any] = {"decision": state.decision, "seen_version": state.version, "ask": uuid4(), **seen}
    return ruling_give(match.pk, director.pk, ruling, reason, **form)


def given(director: User, match: Match, ruling: RulesRuling, **seen: Any) -> int:
    outcome = give(director, match, ruling, **seen)
    assert not isinstance(outcome, GivenAlready)
    return must(outcome)


def why(outcome: RulingOutcome) -> object:
    assert not isinstance(outcome, GivenAlready)
    return refusal(outcome)


def between_games(card: RuleCard = TO_FIVE) -> Match:
    """White has won the first game by Black's drop or the other way round."""
    match = running_match(card=card)
    play_some(match)
    must(act(match, Double()))
    must(act(match, Drop()))
    return match


# --- the ruling and who gave it -----------------------------------------------------------------------------------


def test_the_log_says_what_and_why_and_the_row_says_who(director: User) -> None:
    match = running_match(clock=NORMAL)
    ask = uuid4()
    version = given(director, match, AddTime(BLACK, 60_000), ask=ask)
    event = MatchEvent.objects.get(match=match, kind="ruling_given")
    assert event.data == {"ruling": {"is": "add_time", "side": "black", "by": 60_000}, "reason": REASON}
    row = Ruling.objects.get()
    assert (row.match_id, row.seq, row.by, row.ask, row.at) == (match.pk, event.seq, director, ask, event.at)
    match.refresh_from_db()
    assert version == match.version
    assert is_like_its_log(match)


def test_the_row_names_the_ruling_and_not_what_follows_from_it(director: User) -> None:
    match = running_match()
    given(director, match, VoidAll())
    seq = Ruling.objects.get().seq
    assert MatchEvent.objects.get(match=match, seq=seq).kind == "ruling_given"
    assert seq < Match.objects.get(pk=match.pk).version


def test_the_same_form_rules_once(director: User) -> None:
    match = running_match(clock=NORMAL)
    ask, seen = uuid4(), state_now(match)
    form: dict[str, Any] = {"ask": ask, "decision": seen.decision, "seen_version": seen.version}
    given(director, match, AddTime(BLACK, 60_000), **form)
    stored = everything(match)
    assert isinstance(give(director, match, AddTime(BLACK, 60_000), **form), GivenAlready)
    assert everything(match) == stored
    assert Ruling.objects.count() == 1


def test_the_same_form_is_known_when_the_match_is_over(director: User) -> None:
    match = running_match()
    ask = uuid4()
    given(director, match, VoidAll(), ask=ask)
    assert isinstance(give(director, match, VoidAll(), ask=ask), GivenAlready)
    assert why(give(director, match, VoidAll())) is Refusal.MATCH_OVER


@pytest.mark.parametrize("reason", ["", "  \n ", "\u200b\u2060", "x" * (MAX_REASON + 1)])
def test_a_ruling_needs_a_reason_that_can_be_read(director: User, reason: str) -> None:
    match = running_match()
    stored = everything(match)
    assert why(give(director, match, Hold(), reason)) is Refusal.RULING_REASON
    assert everything(match) == stored
    assert not Ruling.objects.exists()


def test_a_reason_is_stored_as_it_can_be_read(director: User) -> None:
    match = running_match()
    assert not isinstance(give(director, match, Hold(), "  A\u202e dispute.\n"), GivenAlready)
    assert MatchEvent.objects.get(match=match, kind="ruling_given").data["reason"] == "A dispute."


# --- what the director saw ----------------------------------------------------------------------------------------


def test_a_ruling_on_an_older_decision_is_stale(director: User) -> None:
    match = running_match()
    seen = state_now(match)
    play_some(match)
    stored = everything(match)
    outcome = give(director, match, AwardGame(WHITE, ResultKind.SINGLE), decision=seen.decision)
    assert why(outcome) is ProtocolCode.STALE
    assert everything(match) == stored


def test_a_ruling_beside_one_that_was_not_seen_is_stale(director: User) -> None:
    """Added time leaves the decision as it is: two directors would both add it."""
    match = running_match(clock=NORMAL)
    seen = state_now(match)
    given(director, match, AddTime(BLACK, 60_000))
    assert state_now(match).decision == seen.decision
    assert why(give(director, match, AddTime(BLACK, 60_000), seen_version=seen.version)) is ProtocolCode.STALE
    assert why(give(director, match, AddTime(BLACK, 60_000), seen_version=10**6)) is ProtocolCode.STALE
    assert Ruling.objects.count() == 1
    given(director, match, AddTime(BLACK, 60_000))


def test_what_changes_no_decision_leaves_a_ruling_fresh(director: User) -> None:
    match = running_match()
    must(submit_server_action(match.pk, PauseMatch()))
    seen = state_now(match)
    must(act(match, Resume(), WHITE))
    given(director, match, Hold(), decision=seen.decision, seen_version=seen.version)


def test_a_flag_that_has_fallen_comes_first(director: User) -> None:
    beat()
    match = late_match()
    assert why(give(director, match, AwardMatch(BLACK, rated=True))) is Refusal.MATCH_OVER
    match.refresh_from_db()
    assert match.termination == Termination.TIMED_OUT.value


def test_a_match_that_is_not_there_or_has_not_begun(director: User) -> None:
    match = open_match()
    seen: dict[str, Any] = {"decision": 0, "seen_version": 0, "ask": uuid4()}
    assert why(ruling_give(match.pk, director.pk, Hold(), REASON, **seen)) is ProtocolCode.NOT_STARTED
    assert ruling_give(0, director.pk, Hold(), REASON, **seen) == NotFound()


# --- who may ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("right", ["", "view_match", "flag_match"])
def test_nobody_else_rules(right: str) -> None:
    match, reviewer = running_match(), charlie()
    if right:
        reviewer.user_permissions.add(Permission.objects.get(codename=right))
    stored = everything(match)
    for by in (reviewer, alice()):
        with pytest.raises(PermissionDenied):
            give(by, match, AwardMatch(WHITE, rated=True))
    assert everything(match) == stored


def test_a_director_whose_account_is_closed_does_not_rule(director: User) -> None:
    director.is_active = False
    director.save()
    with pytest.raises(PermissionDenied):
        give(director, running_match(), Hold())


def test_a_ruling_whose_row_cannot_be_written_is_no_ruling(director: User, monkeypatch: pytest.MonkeyPatch) -> None:
    match = running_match()
    stored = everything(match)

    def broken(*_args: object) -> None:
        raise DatabaseError("full")

    monkeypatch.setattr(rulings._Form, "note", broken)
    assert why(give(director, match, Hold())) is ProtocolCode.SERVER_FAULT
    assert everything(match) == stored


# --- what it leaves in the rows -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rated", [True, False])
def test_an_award_says_whether_the_match_counts_for_the_rating(director: User, rated: bool) -> None:
    """rules.md 8.1."""
    match = running_match()
    Match.objects.filter(pk=match.pk).update(is_rated=True)
    given(director, match, AwardMatch(BLACK, rated=rated))
    match.refresh_from_db()
    assert (match.winner, match.termination, match.is_rated) == ("black", "awarded", rated)
    record = GameRecord.objects.get(match=match)
    assert (record.winner, record.points, record.termination) == ("black", 0, "awarded")


def test_an_award_does_not_make_a_match_rated(director: User) -> None:
    match = running_match()
    given(director, match, AwardMatch(BLACK, rated=True))
    match.refresh_from_db()
    assert not match.is_rated


@pytest.mark.parametrize(("score", "rated"), [(3, True), (4, False)])
def test_a_match_decided_by_an_awarded_game_is_not_rated_as_no_ruling_said_so(
    director: User, score: int, rated: bool
) -> None:
    """rules.md 8.1."""
    match = running_match(card=TO_FIVE)
    Match.objects.filter(pk=match.pk).update(is_rated=True)
    given(director, match, AdjustScore(Pair(score, 2), Crawford.PENDING))
    given(director, match, AwardGame(WHITE, ResultKind.SINGLE))
    match.refresh_from_db()
    assert (match.status == Match.Status.RUNNING, match.is_rated) == (rated, rated)


def test_a_game_is_awarded_at_the_cube(director: User) -> None:
    match = running_match(card=TO_FIVE)
    given(director, match, AwardGame(BLACK, ResultKind.GAMMON))
    record = GameRecord.objects.get(match=match)
    assert (record.winner, record.points, record.result_kind, record.termination) == ("black", 2, 2, "awarded")
    match.refresh_from_db()
    assert (match.status, match.score_black) == (Match.Status.RUNNING, 2)


@pytest.mark.parametrize("card", [TO_FIVE, MONEY])
def test_a_record_carries_what_lists_look_for(card: RuleCard) -> None:
    record = GameRecord.objects.get(match=running_match(card=card))
    assert (record.preset, record.length) == (card.preset.value, card.length)


def test_the_running_game_is_played_at_the_adjusted_score(director: User) -> None:
    match = running_match(card=TO_FIVE)
    given(director, match, AdjustScore(Pair(4, 2), Crawford.ACTIVE))
    record = GameRecord.objects.get(match=match)
    assert (record.score_white, record.score_black, record.crawford) == (4, 2, "active")
    match.refresh_from_db()
    assert (match.score_white, match.score_black) == (4, 2)


def test_between_games_the_next_one_is_played_at_the_adjusted_score(director: User) -> None:
    match = between_games()
    first = GameRecord.objects.filter(match=match).values().get()
    given(director, match, AdjustScore(Pair(4, 2), Crawford.ACTIVE))
    assert GameRecord.objects.filter(match=match).values().get() == first
    for side in Side:
        must(act(match, Next(), side))
    record = GameRecord.objects.get(match=match, number=2)
    assert (record.score_white, record.score_black, record.crawford) == (4, 2, "active")
    assert is_like_its_log(Match.objects.get(pk=match.pk))


def test_a_session_that_was_declared_void_has_no_winner_in_lists_and_on_its_page(director: User) -> None:
    match = between_games(MONEY)
    given(director, match, VoidAll())
    match.refresh_from_db()
    assert (match.score_white, match.score_black, match.winner) == (0, 0, None)
    assert is_like_its_log(match)
    (row,) = my_matches(alice().pk, 1).finished
    assert (row.winner, row.won, row.balance) == (None, None, "even")
    session = session_of(match, MONEY, {side: side.value for side in Side})
    assert session is not None
    assert session.summary is not None
    assert (session.balance, session.summary.balance) == ("even", "even")


# --- the time of a hold -------------------------------------------------------------------------------------------


def held_and_resumed(director: User) -> Match:
    """Held a day and a half ago and released now; the players went on."""
    match = running_match()
    given(director, match, Hold())
    aged(match, 36)
    given(director, match, Release())
    for side in Side:
        must(act(match, Resume(), side))
    return match


@pytest.mark.parametrize(
    ("choice", "code"),
    [
        (AbsentChoice.CLAIM, TableCode.CLAIM_TOO_EARLY),
        (AbsentChoice.COMPUTER, TableCode.NOT_GONE),
        (AbsentChoice.ADJOURN, TableCode.NOT_GONE),
    ],
)
def test_who_was_away_in_a_hold_was_not_away(director: User, choice: AbsentChoice, code: TableCode) -> None:
    match = held_and_resumed(director)
    since = now_millis() - 36 * 3_600_000
    accused = state_now(match).game
    assert accused is not None
    side = accused.on_roll
    presence = (
        Presence(Here.GONE, Here.HERE, 0, white_gone=since)
        if side is WHITE
        else Presence(Here.HERE, Here.GONE, 0, black_gone=since)
    )
    frame = Absent(uuid4(), side, state_now(match).decision, choice)
    assert answer_absent(match.pk, player(match, side.other).pk, frame, presence) == Answer(code)


def test_after_a_release_the_players_have_90_days(director: User) -> None:
    match = running_match()
    given(director, match, Hold())
    Match.objects.filter(pk=match.pk).update(paused_at=timezone.now() - timedelta(days=200))
    given(director, match, Release())
    assert pauses_void() == 0
    assert pauses_void(timezone.now() + PAUSED_FOR) == 1


def test_held_matches_are_not_in_the_way_of_those_that_lapse(director: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.services.lapsing.SWEEP_LIMIT", 1)
    held, paused = running_match(), running_match(alice(), charlie())
    given(director, held, Hold())
    must(submit_server_action(paused.pk, PauseMatch()))
    Match.objects.update(paused_at=timezone.now() - timedelta(days=100))
    assert pauses_void() == 1
    assert not state_now(paused).paused or state_now(paused).result is not None
    assert state_now(held).held


def test_against_a_computer_the_person_alone_goes_on_after_a_release(director: User) -> None:
    match = against_expert()
    given(director, match, Hold())
    given(director, match, Release())
    match.refresh_from_db()
    assert (match.paused, match.bot_due_at) == (True, None)
    must(act(match, Resume(), WHITE))
    assert kinds(match).count("match_resumed") == 1
    assert state_now(match).computers.black is Level.EXPERT


# --- two at once --------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_a_form_sent_twice_at_once_rules_once(director: User) -> None:
    match = running_match(clock=NORMAL)
    seen, ask = state_now(match), uuid4()

    def send() -> RulingOutcome:
        return give(director, match, AddTime(BLACK, 60_000), decision=seen.decision, seen_version=seen.version, ask=ask)

    outcomes = at_once(send, send)
    assert sum(isinstance(outcome, GivenAlready) for outcome in outcomes) == 1
    assert Ruling.objects.count() == 1
    assert kinds(match).count("ruling_given") == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_directors_at_once_one_rules_and_the_other_looks_again(director: User) -> None:
    match = running_match(clock=NORMAL)
    other = person("dirk")
    other.user_permissions.add(Permission.objects.get(codename="rule_match"))
    seen = state_now(match)

    def send(by: User) -> Callable[[], RulingOutcome]:
        form: dict[str, Any] = {"decision": seen.decision, "seen_version": seen.version}
        return lambda: give(by, match, AddTime(BLACK, 60_000), **form)

    outcomes = at_once(send(director), send(other))
    refused = [outcome for outcome in outcomes if not isinstance(outcome, Accepted)]
    assert [why(outcome) for outcome in refused] == [ProtocolCode.STALE]
    assert kinds(match).count("ruling_given") == 1
    assert is_like_its_log(Match.objects.get(pk=match.pk))
