"""A match that a director holds: neither players, computers nor the sweepers go on with it or end it."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from games.rules.actions import Double, Drop, GiveRuling, Next, PassControl, Resume, Roll
from games.rules.clock import ClockPreset, ClockSetting
from games.rules.errors import Refusal
from games.rules.levels import Level
from games.rules.rulecard import Preset, card_for
from games.rules.rulings import Hold, Release
from games.rules.sides import Side
from games.rules.state import game_of
from matches.models import Match
from matches.moment import now_millis
from matches.protocol import Absent, AbsentChoice, Here, Presence, SeatBack
from matches.selectors.replays import is_like_its_log
from matches.services.absence import answer_absent, seat_back
from matches.services.answers import DONE, Answer
from matches.services.lapsing import pauses_void
from matches.services.play import look_at_the_time, submit_server_action
from tests.factories import against_expert, running_match
from tests.matches.doing import act, everything, kinds, must, play_some, player, refusal, state_now
from tests.people import alice

pytestmark = pytest.mark.django_db

WHITE, BLACK = Side.WHITE, Side.BLACK
NORMAL = ClockSetting(ClockPreset.NORMAL)
MONEY = card_for(Preset.MONEY)


def hold(match: Match) -> None:
    must(submit_server_action(match.pk, GiveRuling(Hold(), "A dispute.")))


def release(match: Match) -> None:
    must(submit_server_action(match.pk, GiveRuling(Release(), "It is settled.")))


def held_match() -> Match:
    match = running_match()
    hold(match)
    return match


def held_between_games() -> Match:
    match = running_match(card=MONEY, clock=NORMAL)
    play_some(match)
    must(act(match, Double()))
    must(act(match, Drop()))
    hold(match)
    return match


def test_a_hold_and_its_release_are_in_log_and_columns() -> None:
    match = held_match()
    match.refresh_from_db()
    assert kinds(match)[-2:] == ["ruling_given", "match_paused"]
    assert (match.paused, match.paused_at is None, match.to_act) == (True, False, None)
    release(match)
    match.refresh_from_db()
    assert kinds(match)[-2:] == ["match_paused", "ruling_given"]
    assert (match.paused, match.to_act) == (True, None)
    assert is_like_its_log(match)


@pytest.mark.parametrize("side", Side)
def test_players_do_not_go_on(side: Side) -> None:
    match = held_match()
    stored = everything(match)
    assert refusal(act(match, Resume(), side)) is Refusal.HELD
    assert refusal(act(match, Roll(), side)) is Refusal.HELD
    assert everything(match) == stored


def test_who_plays_against_a_computer_does_not_go_on_alone() -> None:
    match = against_expert()
    hold(match)
    match.refresh_from_db()
    assert match.bot_due_at is None
    assert refusal(act(match, Resume(), WHITE)) is Refusal.HELD
    assert state_now(match).held


def test_who_has_both_sides_does_not_go_on_alone() -> None:
    match = running_match(alice(), alice())
    hold(match)
    assert refusal(act(match, Resume(), WHITE)) is Refusal.HELD


@pytest.mark.parametrize("side", Side)
def test_next_does_not_end_a_hold_between_games(side: Side) -> None:
    match = held_between_games()
    match.refresh_from_db()
    assert match.next_at is None
    stored = everything(match)
    assert refusal(act(match, Next(), side)) is Refusal.HELD
    assert everything(match) == stored


def test_the_next_game_does_not_start_by_itself() -> None:
    """Not in the hold, and not after it: nobody is drawn into a game while away (rules.md 3.7)."""
    match = held_between_games()
    Match.objects.filter(pk=match.pk).update(next_at=timezone.now() - timedelta(seconds=1))
    look_at_the_time(match.pk)
    assert game_of(state_now(match)).number == 1
    Match.objects.filter(pk=match.pk).update(next_at=None)
    release(match)
    match.refresh_from_db()
    assert match.next_at is None
    must(act(match, Next(), WHITE))
    must(act(match, Next(), BLACK))
    assert game_of(state_now(match)).number == 2


def test_nobody_runs_out_of_time() -> None:
    match = running_match(clock=NORMAL)
    hold(match)
    match.refresh_from_db()
    assert match.deadline_at is None
    look_at_the_time(match.pk)
    assert state_now(match).result is None


@pytest.mark.parametrize("choice", list(AbsentChoice))
def test_who_is_away_misses_nothing(choice: AbsentChoice) -> None:
    """rules.md 5.8: neither computer nor adjournment nor claim."""
    match = running_match()
    decision = state_now(match).decision
    hold(match)
    stored = everything(match)
    away = Presence(Here.HERE, Here.GONE, 0, black_gone=now_millis() - 90_000_000)
    for about in (decision, state_now(match).decision):
        frame = Absent(uuid4(), BLACK, about, choice)
        assert answer_absent(match.pk, player(match, WHITE).pk, frame, away) == Answer(Refusal.HELD)
    assert everything(match) == stored


def test_a_seat_taken_back_does_not_end_a_hold() -> None:
    match = running_match()
    must(submit_server_action(match.pk, PassControl(WHITE, Level.EXPERT)))
    must(submit_server_action(match.pk, PassControl(BLACK, Level.EXPERT)))
    hold(match)
    frame = SeatBack(uuid4(), WHITE)
    assert seat_back(match.pk, player(match, WHITE).pk, frame) == DONE
    assert (state_now(match).paused, state_now(match).held) == (True, True)


def test_a_held_match_is_not_void_after_90_days() -> None:
    """rules.md 3.7 is about what players paused."""
    match = held_match()
    Match.objects.filter(pk=match.pk).update(paused_at=timezone.now() - timedelta(days=100))
    stored = everything(match)
    assert pauses_void() == 0
    assert everything(match) == stored
