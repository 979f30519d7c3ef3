"""Many at once, at one match: threads and processes on a real PostgreSQL."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from multiprocessing import get_context
from uuid import uuid4

import pytest
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from bgsite.accounts.models import User
from bgsite.accounts.services import account_delete
from games.rules.actions import Double, OfferEndOfSession, ResignMatch, Roll
from games.rules.rulecard import Preset, card_for
from games.rules.sides import Side
from games.rules.state import to_act
from matches import publish
from matches.codec import encode_state
from matches.hub import _with_connection
from matches.models import Command, GameRecord, Match, MatchEvent
from matches.moment import now_millis
from matches.protocol import ProtocolCode
from matches.selectors.replays import is_like_its_log
from matches.services import visit
from matches.services.clocks import flag_if_late, sweep_deadlines
from matches.services.heartbeat import beat
from matches.services.play import Accepted, Outcome, Refused, submit_action
from tests.factories import running_match
from tests.matches.doing import act, must, play_some, refusal, some_play, state_now
from tests.matches.firing import fire
from tests.matches.matchmaking import begun_match, person
from tests.matches.timing import NORMAL, late_match, run_out_at
from tests.matches.together import at_once
from tests.people import alice, bob

pytestmark = pytest.mark.django_db(transaction=True)


def test_one_command_from_two_tabs_has_one_effect() -> None:
    for _ in range(5):
        match = running_match()
        state, cid = state_now(match), uuid4()
        side = to_act(state)
        user = alice() if side is Side.WHITE else bob()
        assert side is not None

        def send(match: Match = match, side: Side = side) -> Outcome:
            play, decision = some_play(state), state.decision  # noqa: B023
            return submit_action(match.code, user.pk, play, side=side, decision=decision, cid=cid)  # noqa: B023

        outcomes = at_once(send, send, send, send)
        versions = {must(outcome) for outcome in outcomes}
        assert len(versions) == 1
        assert sorted(outcome.repeated for outcome in outcomes if isinstance(outcome, Accepted)) == [False] + [True] * 3
        assert MatchEvent.objects.filter(match=match, kind="checkers_played").count() == 1
        assert Command.objects.filter(match=match).count() == 1


def test_two_clicks_with_their_own_ids_have_one_effect() -> None:
    match = running_match()
    play_some(match)
    state = state_now(match)
    outcomes = at_once(*[lambda: act(match, Roll(), to_act(state), decision=state.decision) for _ in range(4)])
    assert sum(isinstance(outcome, Accepted) for outcome in outcomes) == 1
    assert {refusal(outcome) for outcome in outcomes if isinstance(outcome, Refused)} == {ProtocolCode.STALE}
    assert MatchEvent.objects.filter(match=match, kind="dice_rolled").count() == 1


def test_roll_and_double_at_once_are_one_of_the_two() -> None:
    for _ in range(5):
        match = running_match()
        play_some(match)
        state = state_now(match)
        outcomes = at_once(
            lambda: act(match, Roll(), to_act(state), decision=state.decision),  # noqa: B023
            lambda: act(match, Double(), to_act(state), decision=state.decision),  # noqa: B023
        )
        assert sum(isinstance(outcome, Accepted) for outcome in outcomes) == 1
        assert is_like_its_log(Match.objects.get(pk=match.pk))


def test_both_resigning_at_once_gives_one_ending() -> None:
    match = running_match()
    decision = state_now(match).decision
    outcomes = at_once(*[lambda s=side: act(match, ResignMatch(), s, decision=decision) for side in Side])
    assert sum(isinstance(outcome, Accepted) for outcome in outcomes) == 1
    assert MatchEvent.objects.filter(match=match, kind="match_ended").count() == 1


# --- six processes fire at one match ----------------------------------------------------------------------------


def test_six_processes_firing_300_actions_leave_a_whole_dense_log() -> None:
    match = running_match(alice(), alice(), card=card_for(Preset.MONEY))
    connection.close()  # each process opens its own
    with ProcessPoolExecutor(6, mp_context=get_context("fork")) as processes:
        fired = [processes.submit(fire, match.code, seed, 50) for seed in range(6)]
        acknowledged = [version for one in fired for version in one.result(120)]
    match.refresh_from_db()
    assert len(acknowledged) > 50
    assert len(set(acknowledged)) == len(acknowledged)
    assert Command.objects.filter(match=match).count() == len(acknowledged)
    assert is_like_its_log(match)
    assert match.snapshot == encode_state(state_now(match))
    games = list(GameRecord.objects.filter(match=match).order_by("number"))
    assert [game.number for game in games] == list(range(1, len(games) + 1))
    assert all(game.last_event for game in games[:-1])


# --- a move and a flag in the same instant (cases 124, 136) --------------------------------------------------------


def endings(match: Match) -> list[str]:
    return list(MatchEvent.objects.filter(match=match, kind="match_ended").values_list("kind", flat=True))


def test_a_move_and_a_flag_in_the_same_instant_give_one_ending() -> None:
    beat()
    for _ in range(5):
        match = late_match()
        side = to_act(state_now(match))
        play, decision = some_play(state_now(match)), state_now(match).decision
        at_once(
            lambda: act(match, play, side, decision=decision),  # noqa: B023
            lambda: act(match, ResignMatch(), side, decision=decision),  # noqa: B023
            lambda: flag_if_late(match.pk),  # noqa: B023
            lambda: flag_if_late(match.pk),  # noqa: B023
        )
        match.refresh_from_db()
        assert endings(match) == ["match_ended"]
        assert match.termination == "timed_out"
        assert MatchEvent.objects.filter(match=match, kind="flag_fell").count() == 1
        assert is_like_its_log(match)


def test_just_before_the_flag_the_move_counts_and_nobody_is_flagged() -> None:
    """Case 124: the claim comes after the move that answered it."""
    beat()
    match = running_match(clock=NORMAL)
    run_out_at(match, now_millis() + 60_000)
    play_some(match)
    must(flag_if_late(match.pk))
    match.refresh_from_db()
    assert endings(match) == []
    assert match.status == Match.Status.RUNNING


def test_two_sweepers_flag_once() -> None:
    beat()
    matches = [late_match() for _ in range(4)]
    at_once(*[sweep_deadlines] * 3)
    sweep_deadlines()
    for match in matches:
        assert endings(match) == ["match_ended"]


# --- locks --------------------------------------------------------------------------------------------------------


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Match], threading.Event]]:
    """Hold a match's lock in another thread until the test ends or says so."""
    releases: list[threading.Event] = []
    threads: list[threading.Thread] = []

    def hold(match: Match) -> threading.Event:
        taken, release = threading.Event(), threading.Event()

        def run() -> None:
            try:
                with transaction.atomic():
                    Match.objects.select_for_update().get(pk=match.pk)
                    taken.set()
                    release.wait(20)
            finally:
                connection.close()

        thread = threading.Thread(target=run)
        thread.start()
        threads.append(thread)
        releases.append(release)
        assert taken.wait(5)
        return release

    yield hold
    for release in releases:
        release.set()
    for thread in threads:
        thread.join()


def test_a_lock_that_is_not_free_in_two_seconds_is_busy(held: Callable[[Match], threading.Event]) -> None:
    match = running_match()
    play, side = some_play(state_now(match)), to_act(state_now(match))
    held(match)
    started = time.monotonic()
    assert refusal(act(match, play, side)) is ProtocolCode.BUSY
    assert 1.5 < time.monotonic() - started < 4


def test_a_match_whose_lock_is_held_does_not_hold_up_the_sweeper(held: Callable[[Match], threading.Event]) -> None:
    beat()
    stuck, other = late_match(), late_match()
    held(stuck)
    started = time.monotonic()
    assert sweep_deadlines() == 1
    assert time.monotonic() - started < 1.5
    assert endings(other) == ["match_ended"]
    assert endings(stuck) == []


def test_another_match_is_not_held_up(held: Callable[[Match], threading.Event]) -> None:
    stuck, other = running_match(), running_match()
    held(stuck)
    started = time.monotonic()
    play_some(other)
    assert time.monotonic() - started < 1


# --- publishing ---------------------------------------------------------------------------------------------------


def test_nobody_hears_of_a_move_before_others_can_read_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Case 152: who reads at once, in another connection, finds the move that was sent."""
    match = running_match()
    found: list[int] = []

    def read_at_once(group: str, message: dict[str, int]) -> None:
        if group != publish.match_group(match.pk):
            return

        def read() -> None:
            try:
                found.append(Match.objects.get(pk=match.pk).version - message["v"])
            finally:
                connection.close()

        reader = threading.Thread(target=read)
        reader.start()
        reader.join()

    monkeypatch.setattr(publish, "_send", read_at_once)
    play_some(match)
    assert found == [0]


def test_a_slow_hook_after_the_commit_holds_no_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    match = running_match()
    sending, go_on = threading.Event(), threading.Event()

    def slow(_group: str, _message: object) -> None:
        if not sending.is_set():
            sending.set()
            go_on.wait(10)

    monkeypatch.setattr(publish, "_send", slow)

    def first() -> None:
        try:
            play_some(match)
        finally:
            connection.close()

    mover = threading.Thread(target=first)
    mover.start()
    assert sending.wait(5)
    started = time.monotonic()
    must(act(match, Roll()))
    assert time.monotonic() - started < 1
    go_on.set()
    mover.join()
    assert is_like_its_log(Match.objects.get(pk=match.pk))


def test_the_connection_is_made_again_after_it_was_cut() -> None:
    """Case 145: PostgreSQL ended the connection while it was idle."""
    match = running_match()
    play, side, decision = some_play(state_now(match)), to_act(state_now(match)), state_now(match).decision

    def later() -> Outcome:
        return _with_connection("en", lambda: act(match, play, side, decision=decision))

    with ThreadPoolExecutor(1) as thread:
        backend = thread.submit(_backend).result()  # its connection stays open
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s)", [backend])
            assert cursor.fetchone() == (True,)
        must(thread.submit(later).result())


def _backend() -> int:
    """The number of the process that serves this thread's connection."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def test_a_database_that_goes_away_refuses_nothing_and_the_command_asked_again_has_one_effect(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = running_match()
    state, cid = state_now(match), uuid4()

    def cut(*_args: object) -> None:
        connection.cursor().execute("SELECT pg_terminate_backend(pg_backend_pid())")

    with monkeypatch.context() as patch:
        patch.setattr(visit, "games_update", cut)
        with pytest.raises(OperationalError):
            act(match, some_play(state), to_act(state), decision=state.decision, cid=cid)
    connection.close()
    assert state_now(match) == state
    version = must(act(match, some_play(state), to_act(state), decision=state.decision, cid=cid))
    assert must(act(match, some_play(state), to_act(state), decision=state.decision, cid=cid)) == version


def test_settlement_offers_make_nothing_stale() -> None:
    """The other's roll and an offer at the same instant both count."""
    match = running_match(card=card_for(Preset.MONEY))
    play_some(match)
    state = state_now(match)
    side = to_act(state)
    assert side is not None
    outcomes = at_once(
        lambda: act(match, Roll(), side, decision=state.decision),
        lambda: act(match, OfferEndOfSession(), side.other, decision=state.decision),
    )
    assert isinstance(outcomes[0], Accepted)
    assert timezone.now() - timedelta(minutes=1) < Match.objects.get(pk=match.pk).events.latest("seq").at


def test_two_who_share_matches_can_delete_their_accounts_at_once() -> None:
    for round_ in range(8):
        one, two = person(f"one-{round_}x"), person(f"two-{round_}x")
        shared = [begun_match(*pair).pk for pair in [(one, two), (two, one)] * 6]
        at_once(partial(account_delete, one), partial(account_delete, two))
        assert not User.objects.filter(pk__in=(one.pk, two.pk), deleted_at=None).exists()
        assert set(Match.objects.filter(pk__in=shared).values_list("status", flat=True)) == {Match.Status.FINISHED}
        assert not MatchEvent.objects.filter(match__in=shared).exists()
