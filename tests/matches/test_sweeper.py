"""Flags and next games: the next action, the timer and the sweeper, all by one function."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from games.rules.actions import Double, Drop, Next, PauseMatch, Roll
from games.rules.board import Board
from games.rules.errors import Refusal
from games.rules.rulecard import Preset, RuleCard, card_for
from games.rules.sides import Side
from games.rules.state import ToRoll, game_of, to_act
from matches import tasks
from matches.codec import encode_state
from matches.models import GameRecord, Match
from matches.moment import as_datetime, now_millis
from matches.protocol import ProtocolCode
from matches.selectors.replays import is_like_its_log
from matches.services.clocks import flag_if_late, sweep_deadlines
from matches.services.heartbeat import beat
from matches.services.play import NotFound, submit_server_action
from tests.factories import running_match
from tests.matches.doing import act, kinds, must, play_some, refusal, some_play, state_now
from tests.matches.timing import NORMAL, late_match, run_out_at

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _alive() -> None:
    """A web process is alive."""
    beat()


def test_the_sweeper_lets_flags_fall() -> None:
    late, fine = late_match(), running_match(clock=NORMAL)
    loser = to_act(state_now(late))
    assert loser is not None
    assert sweep_deadlines() == 1
    late.refresh_from_db()
    assert (late.status, late.termination, late.winner) == (Match.Status.FINISHED, "timed_out", loser.other.value)
    assert late.deadline_at is None
    assert Match.objects.get(pk=fine.pk).status == Match.Status.RUNNING
    assert is_like_its_log(late)
    assert sweep_deadlines() == 0


def test_the_task_of_the_schedule_is_the_sweeper() -> None:
    late = late_match()
    assert tasks.sweep_deadlines() == 1
    assert "match_ended" in kinds(late)
    assert tasks.sweep_deadlines() == 0


def test_the_next_action_finds_the_flag_fallen_and_is_judged_afterwards() -> None:
    """Case 136: one ending, and its reason is the one that is stored."""
    match = late_match()
    assert refusal(act(match, some_play(state_now(match)))) is Refusal.MATCH_OVER
    match.refresh_from_db()
    assert match.termination == "timed_out"
    assert kinds(match).count("match_ended") == 1


def test_in_money_play_the_flag_costs_the_game_and_the_session_pauses() -> None:
    match = late_match(card_for(Preset.MONEY))
    loser = to_act(state_now(match))
    assert loser is not None
    sweep_deadlines()
    match.refresh_from_db()
    record = GameRecord.objects.get(match=match)
    assert (record.termination, record.points, record.winner) == ("timed_out", 1, loser.other.value)
    assert (match.status, match.paused, match.next_at) == (Match.Status.RUNNING, True, None)
    assert refusal(act(match, Roll(), loser)) in {Refusal.PAUSED, Refusal.NO_GAME_RUNNING}


def test_overtime_comes_first_where_it_was_agreed() -> None:
    card = card_for(Preset.MATCH, 3)
    match = late_match(RuleCard(Preset.CUSTOM, card.kind, 3, crawford=True, overtime=True))
    assert sweep_deadlines() == 1
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert kinds(match)[-1] == "overtime_given"
    assert match.deadline_at is not None
    assert 110 < (match.deadline_at - timezone.now()).total_seconds() <= 120
    run_out_at(match, now_millis() - 1)
    assert sweep_deadlines() == 1
    assert Match.objects.get(pk=match.pk).termination == "timed_out"


def test_a_certain_win_stands() -> None:
    """Contact is over and the flagged side bears off first whatever is rolled (rules.md 5.7)."""
    match = late_match(card_for(Preset.MATCH, 1))
    state = state_now(match)
    side = to_act(state)
    assert side is not None
    board = Board((0, 1) + (0,) * 20 + (-5, -5, -5, 0)).seen_by(side)
    game = replace(game_of(state), board=board, phase=ToRoll(), on_roll=side)
    Match.objects.filter(pk=match.pk).update(snapshot=encode_state(replace(state, game=game)))
    assert sweep_deadlines() == 1
    match.refresh_from_db()
    assert (match.winner, match.termination) == (side.value, "borne_off")


def test_untimed_matches_have_no_deadline_and_no_next_at() -> None:
    match = running_match()
    assert match.deadline_at is None
    play_some(match)
    must(act(match, Double()))
    must(act(match, Drop()))
    match.refresh_from_db()
    assert (match.deadline_at, match.next_at) == (None, None)


def test_the_next_game_starts_by_itself() -> None:
    match = running_match(clock=NORMAL)
    play_some(match)
    must(act(match, Double()))
    must(act(match, Drop()))
    must(act(match, Next(), Side.WHITE))
    assert sweep_deadlines() == 0
    Match.objects.filter(pk=match.pk).update(next_at=timezone.now() - timedelta(seconds=1))
    assert sweep_deadlines() == 1
    match.refresh_from_db()
    assert GameRecord.objects.filter(match=match).count() == 2
    assert match.next_at is None
    assert match.deadline_at is not None
    assert is_like_its_log(match)


def test_a_paused_match_has_no_deadline() -> None:
    match = late_match()
    must(submit_server_action(running_match(clock=NORMAL).pk, PauseMatch()))
    paused = Match.objects.get(paused=True)
    assert paused.deadline_at is None
    assert match.deadline_at is not None


def test_a_flag_of_a_match_that_is_over_or_gone_is_nothing() -> None:
    """Cases 127, 128: a timer that is late finds another state, and does nothing."""
    match = late_match()
    must(flag_if_late(match.pk))
    events = kinds(match)
    must(flag_if_late(match.pk))
    assert kinds(match) == events
    match.delete()
    assert flag_if_late(match.pk or 0) == NotFound()


def test_a_deadline_that_moved_on_is_not_over() -> None:
    match = running_match(clock=NORMAL)
    run_out_at(match, now_millis() + 30_000)
    play_some(match)
    must(flag_if_late(match.pk))
    assert "flag_fell" not in kinds(match)


def test_a_column_that_lies_flags_nobody() -> None:
    """The state is looked at again under the lock."""
    match = running_match(clock=NORMAL)
    Match.objects.filter(pk=match.pk).update(deadline_at=as_datetime(now_millis() - 1000))
    sweep_deadlines()
    assert "flag_fell" not in kinds(match)
    assert refusal(act(match, Double(), decision=0)) is ProtocolCode.STALE


def test_one_match_with_a_fault_does_not_hold_up_the_others() -> None:
    broken, late = late_match(late_by=5000), late_match()
    Match.objects.filter(pk=broken.pk).update(snapshot={"decision": 1})
    assert sweep_deadlines() == 1
    assert Match.objects.get(pk=late.pk).termination == "timed_out"
    assert Match.objects.get(pk=broken.pk).status == Match.Status.RUNNING


def test_the_nightly_check_says_which_logs_do_not_give_their_snapshot(caplog: pytest.LogCaptureFixture) -> None:
    fine, odd = running_match(), running_match()
    assert tasks.check_replays() == 0
    Match.objects.filter(pk=odd.pk).update(snapshot=fine.snapshot | {"version": 99} if fine.snapshot else None)
    assert tasks.check_replays() == 1
    assert odd.code in caplog.text
    assert fine.code not in caplog.text
