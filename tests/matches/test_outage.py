"""The outage rule (rules.md 5.9): nobody is flagged while no web process lives, and everybody gets the time back."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from games.rules.actions import Double, Drop
from games.rules.state import MatchState
from matches.heart import start_heart
from matches.models import Match, MatchEvent, WebHeartbeat
from matches.moment import as_datetime, now_millis
from matches.selectors.replays import is_like_its_log
from matches.services.clocks import sweep_deadlines
from matches.services.heartbeat import BEAT_SECONDS, beat, is_web_alive
from tests.factories import running_match
from tests.matches.doing import act, must, play_some, some_play, state_now
from tests.matches.timing import NORMAL, late_match, run_out_at


def last_beat(seconds_ago: float) -> None:
    """The heartbeat as it was left by the last web process."""
    at = timezone.now() - timedelta(seconds=seconds_ago)
    WebHeartbeat.objects.update_or_create(id=1, defaults={"beat_at": at})


def deadline(state: MatchState) -> int:
    assert state.clock is not None
    assert state.clock.deadline is not None
    return state.clock.deadline


def flagged(match: Match) -> bool:
    return MatchEvent.objects.filter(match=match, kind="flag_fell").exists()


@pytest.mark.django_db
class TestOneProcess:
    def test_during_the_outage_nobody_is_flagged(self) -> None:
        match = late_match()
        last_beat(6)
        assert sweep_deadlines() == 0
        act(match, some_play(state_now(match)))
        assert not flagged(match)

    def test_without_any_heartbeat_nobody_is_flagged(self) -> None:
        WebHeartbeat.objects.all().delete()
        match = late_match()
        assert sweep_deadlines() == 0
        assert not flagged(match)

    def test_afterwards_every_deadline_is_later_by_the_outage_and_30_seconds(self) -> None:
        """Case 139: the site is away for 60 s in the middle of a timed game."""
        match = running_match(clock=NORMAL)
        run_out_at(match, now_millis() + 5_000)
        before = deadline(state_now(match))
        last_beat(60)
        shift = beat()
        assert 90_000 <= shift < 91_000
        match.refresh_from_db()
        assert match.deadline_at == as_datetime(before + shift)
        assert match.shift_due == shift
        sweep_deadlines()
        match.refresh_from_db()
        assert match.shift_due == 0
        assert deadline(state_now(match)) == before + shift
        assert match.deadline_at == as_datetime(before + shift)
        assert MatchEvent.objects.get(match=match, kind="clock_shifted").data == {"by": shift}
        assert is_like_its_log(match)

    def test_who_was_late_already_when_the_outage_began_has_30_seconds_more(self) -> None:
        match = late_match(late_by=61_000)
        last_beat(60)
        beat()
        sweep_deadlines()
        assert not flagged(match)
        assert deadline(state_now(match)) > now_millis() + 20_000

    def test_the_next_action_applies_the_shift_itself(self) -> None:
        match = late_match(late_by=1000)
        last_beat(60)
        beat()
        play_some(match)
        assert not flagged(match)
        assert Match.objects.get(pk=match.pk).shift_due == 0
        assert MatchEvent.objects.filter(match=match, kind="clock_shifted").count() == 1

    def test_a_short_gap_is_no_outage(self) -> None:
        running_match(clock=NORMAL)
        last_beat(4)
        assert beat() == 0

    def test_the_outage_counts_once(self) -> None:
        match = running_match(clock=NORMAL)
        last_beat(60)
        shift = beat()
        assert beat() == 0
        assert Match.objects.get(pk=match.pk).shift_due == shift

    def test_two_outages_add_up(self) -> None:
        match = running_match(clock=NORMAL)
        before = deadline(state_now(match))
        shifts = 0
        for _ in range(2):
            last_beat(10)
            shifts += beat()
        sweep_deadlines()
        assert deadline(state_now(match)) == before + shifts

    def test_untimed_finished_and_waiting_matches_have_nothing_to_shift(self) -> None:
        untimed = running_match()
        last_beat(60)
        beat()
        assert Match.objects.get(pk=untimed.pk).shift_due == 0

    def test_the_start_of_the_next_game_is_put_off_too(self) -> None:
        match = running_match(clock=NORMAL)
        play_some(match)
        must(act(match, Double()))
        must(act(match, Drop()))
        match.refresh_from_db()
        before = match.next_at
        assert before is not None
        last_beat(60)
        shift = beat()
        match.refresh_from_db()
        assert match.next_at == before + timedelta(milliseconds=shift)
        assert match.shift_due == 0

    def test_alive_means_within_five_seconds(self) -> None:
        last_beat(0)
        assert is_web_alive(now_millis() + 4_000)
        assert not is_web_alive(now_millis() + 5_500)

    def test_a_clock_that_was_set_back_is_no_outage(self) -> None:
        last_beat(-3600)
        assert beat() == 0
        assert is_web_alive(now_millis())


@pytest.mark.django_db(transaction=True)
class TestManyProcesses:
    def test_many_web_processes_that_come_back_at_once_count_the_outage_once(self) -> None:
        match = running_match(clock=NORMAL)
        before = deadline(state_now(match))
        last_beat(60)
        gate = threading.Barrier(6)
        shifts: list[int] = []

        def come_back() -> None:
            gate.wait()
            try:
                shifts.append(beat())
            finally:
                connection.close()

        webs = [threading.Thread(target=come_back) for _ in range(6)]
        for web in webs:
            web.start()
        for web in webs:
            web.join()
        sweep_deadlines()
        moved = deadline(state_now(match)) - before
        assert 90_000 <= moved < 95_000
        assert len([shift for shift in shifts if shift]) <= 1
        assert MatchEvent.objects.filter(match=match, kind="clock_shifted").count() == 1

    def test_a_sweep_at_the_very_moment_of_coming_back_flags_nobody(self) -> None:
        for _ in range(5):
            match = late_match()
            last_beat(60)
            gate = threading.Barrier(2)

            def come_back(gate: threading.Barrier = gate) -> None:
                gate.wait()
                try:
                    beat()
                finally:
                    connection.close()

            web = threading.Thread(target=come_back)
            web.start()
            gate.wait()
            sweep_deadlines()
            web.join()
            sweep_deadlines()
            assert not flagged(match)

    def test_the_heart_beats_until_it_is_stopped(self) -> None:
        last_beat(3)
        stop = start_heart()

        def is_fresh() -> bool:
            return WebHeartbeat.objects.get().beat_at > timezone.now() - timedelta(seconds=BEAT_SECONDS)

        try:
            give_up = timezone.now() + timedelta(seconds=10)
            while not is_fresh() and timezone.now() < give_up:
                stop.wait(0.1)
            assert is_fresh()
        finally:
            stop.set()
