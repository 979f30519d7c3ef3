"""Two things in the same instant, beside the game: real transactions in threads. Neither waits in a circle."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from uuid import uuid4

import pytest
from django.utils import timezone

from bgsite.accounts.guest_services import guest_adopt, guest_make
from bgsite.accounts.models import User
from bgsite.accounts.services import account_ban
from games.rules.actions import Resume
from games.rules.errors import Refusal
from games.rules.events import ControlPassed, MatchPaused
from games.rules.levels import Level
from games.rules.sides import Side
from games.rules.state import to_act
from matches.bots.thinking import Thought, think_once
from matches.models import ChatLine, Match, Mute, OwnDevice, Seat, Seek
from matches.protocol import Absent, AbsentChoice, Pace, Say, SeatBack, TableCode
from matches.selectors.replays import is_whole
from matches.selectors.tables import log_of, sides_of
from matches.services.absence import STAND_IN, answer_absent, seat_back
from matches.services.answers import Answer
from matches.services.chat import say
from matches.services.lapsing import PAUSED_FOR, invitations_lapse, pauses_void
from matches.services.lifecycle import LifecycleError, LifecycleFault, invitation_accept, link_join
from matches.services.muting import mute
from matches.services.own_device import DeviceError, device_let_in
from matches.services.pace import pace_set
from matches.services.people import block
from matches.services.play import Accepted
from matches.services.seeks import SeekError, SeekFault, seek_post, seek_take
from tests.factories import running_match
from tests.matches.bots.brains import PlainBrain, install
from tests.matches.bots.tables import Nudges, against_computer, nudges
from tests.matches.doing import act, must, play_some, refusal, state_now
from tests.matches.matchmaking import open_match, person, terms
from tests.matches.test_absence import gone_for
from tests.matches.together import answers_at_once
from tests.people import alice, bob

__all__ = ["nudges"]  # a fixture

pytestmark = pytest.mark.django_db(transaction=True)

TIMES = 4

at_once = partial(answers_at_once, (SeekError, LifecycleError))


def kinds_of(match: Match) -> list[type]:
    return [type(one.event) for one in log_of(match.pk)]


def absent(match: Match, choice: AbsentChoice) -> Answer:
    frame = Absent(uuid4(), Side.BLACK, state_now(match).decision, choice)
    return answer_absent(match.pk, alice().pk, frame, gone_for(200))


@pytest.mark.parametrize("choice", [AbsentChoice.COMPUTER, AbsentChoice.ADJOURN])
def test_two_tabs_that_answer_for_an_absent_player_do_it_once(choice: AbsentChoice, nudges: Nudges) -> None:
    alice(), bob()
    event = ControlPassed if choice is AbsentChoice.COMPUTER else MatchPaused
    for _ in range(TIMES):
        match = running_match()
        answers = at_once(lambda: absent(match, choice), lambda: absent(match, choice))  # noqa: B023
        assert sum(answer == Answer(None) for answer in answers) == 1, answers
        assert kinds_of(match).count(event) == 1
        assert is_whole(match.pk)


def test_the_player_comes_back_while_the_computer_acts(monkeypatch: pytest.MonkeyPatch, nudges: Nudges) -> None:
    """Either it acted before, or its thought is dropped; then the person has the seat."""
    install(monkeypatch, PlainBrain())
    alice(), bob()
    for _ in range(TIMES):
        match = running_match()
        if to_act(state_now(match)) is Side.WHITE:
            play_some(match)
        assert absent(match, AbsentChoice.COMPUTER) == Answer(None)
        version = state_now(match).version
        back = SeatBack(uuid4(), Side.BLACK)
        thought, answer = at_once(
            lambda: think_once(match.pk),  # noqa: B023
            lambda: seat_back(match.pk, bob().pk, back),  # noqa: B023
        )
        assert thought in {Thought.DONE, Thought.MOVED_ON, Thought.NOBODY}
        assert answer == Answer(None)
        assert state_now(match).computers.of(Side.BLACK) is None
        assert state_now(match).version == version + 1 + (thought is Thought.DONE)
        assert is_whole(match.pk)


def test_the_seat_is_given_back_and_away_at_once(nudges: Nudges) -> None:
    """Seat and state say the same, whoever comes last."""
    alice(), bob()
    for _ in range(TIMES):
        match = running_match()
        assert absent(match, AbsentChoice.COMPUTER) == Answer(None)
        back = SeatBack(uuid4(), Side.BLACK)
        at_once(
            lambda: seat_back(match.pk, bob().pk, back),  # noqa: B023
            lambda: absent(match, AbsentChoice.COMPUTER),  # noqa: B023
        )
        level = state_now(match).computers.of(Side.BLACK)
        assert level in {None, STAND_IN}
        assert Seat.objects.get(match=match, side="black").level == (level or "")
        assert is_whole(match.pk)


def test_another_pace_while_the_computer_thinks_holds_nothing_up(
    monkeypatch: pytest.MonkeyPatch, nudges: Nudges
) -> None:
    match = against_computer(Level.BEGINNER, side=Side.WHITE)
    if to_act(state_now(match)) is Side.WHITE:
        play_some(match)

    def meanwhile() -> None:
        assert pace_set(match.pk, alice().pk, Pace(uuid4(), 2000)) == Answer(None)

    install(monkeypatch, PlainBrain(meanwhile=meanwhile))
    assert think_once(match.pk) is Thought.DONE
    assert Match.objects.get(pk=match.pk).pace == 2000


def test_who_is_muted_while_writing_has_written_before_or_not_at_all() -> None:
    writer, other = person("writer"), person("other")
    match = running_match(writer, other)
    for number in range(TIMES):
        Mute.objects.all().delete()
        frame = Say(uuid4(), "", f"line {number}")
        answer, _given = at_once(
            lambda: say(match.pk, writer.pk, frame),  # noqa: B023
            lambda: mute(writer.pk, timedelta(hours=1)),
        )
        assert isinstance(answer, Answer)
        assert answer.code in {None, TableCode.CHAT_MUTED}
        assert ChatLine.objects.filter(ask=frame.ask).exists() == (answer.code is None)
        assert say(match.pk, writer.pk, Say(uuid4(), "", "after")).code is TableCode.CHAT_MUTED


@pytest.mark.parametrize("turned", [True, False])
def test_who_blocks_while_the_offer_is_taken_plays_or_does_not(turned: bool) -> None:
    for number in range(TIMES):
        owner, taker = person(f"owner{number}"), person(f"taker{number}")
        seek = seek_post(owner, terms())
        pair = (taker.pk, owner.pk) if turned else (owner.pk, taker.pk)
        taken, _none = at_once(lambda: seek_take(seek.pk, taker), lambda: block(*pair))  # noqa: B023
        assert taken is SeekFault.BLOCKED or isinstance(taken, Match)
        assert Seek.objects.filter(pk=seek.pk).exists() == (taken is SeekFault.BLOCKED)
        assert Seat.objects.filter(user=taker).count() == (taken is not SeekFault.BLOCKED)


def test_a_guest_who_registers_while_joining_has_one_seat() -> None:
    """In one tab *Join*, in the other the end of the registration: the seat is the account's, or there is none."""
    for number in range(TIMES):
        guest, account, host = guest_make(), person(f"account{number}"), person(f"host{number}")
        match = open_match(host)
        joined, adopted = at_once(
            lambda: link_join(match.pk, guest),  # noqa: B023
            lambda: guest_adopt(guest.pk, account.pk),  # noqa: B023
        )
        assert adopted is True
        if isinstance(joined, Match):
            assert {seat.user for seat in match.seats.all()} == {host, account}
        else:
            assert joined is LifecycleFault.ACCOUNT_CLOSED
            assert not Seat.objects.filter(match=match).exists()
        assert not User.objects.filter(pk=guest.pk).exists()


def test_a_device_that_joins_while_it_is_let_in_is_one_of_the_two() -> None:
    for number in range(TIMES):
        owner, visitor = person(f"owner{number}"), guest_make()
        match = open_match(owner)
        at_once(
            lambda: link_join(match.pk, visitor),  # noqa: B023
            lambda: _let_in(match, visitor),  # noqa: B023
        )
        assert len(sides_of(match.pk, visitor.pk)) <= 1
        assert Seat.objects.filter(user=visitor).exists() != OwnDevice.objects.filter(device=visitor).exists()


def _let_in(match: Match, visitor: User) -> object:
    try:
        return device_let_in(match.owner_token, visitor)
    except DeviceError as refused:
        return refused.fault


def test_an_invitation_lapses_while_it_is_accepted() -> None:
    for number in range(TIMES):
        host, friend = person(f"host{number}"), person(f"friend{number}")
        match = open_match(host, friend)
        moment = match.expires_at
        assert moment is not None
        accepted, lapsed = at_once(
            lambda: invitation_accept(match.pk, friend),  # noqa: B023
            lambda: invitations_lapse(moment + timedelta(seconds=1)),  # noqa: B023
        )
        status = Match.objects.get(pk=match.pk).status
        if isinstance(accepted, Match):
            assert (status, lapsed) == (Match.Status.RUNNING, 0)
        else:
            assert (accepted, status, lapsed) == (LifecycleFault.CANCELLED, Match.Status.CANCELLED, 1)
        assert Seat.objects.filter(match=match).count() == (2 if isinstance(accepted, Match) else 0)


def test_whoever_is_banned_while_joining_leaves_no_stuck_match() -> None:
    for number in range(TIMES):
        host, friend = person(f"host{number}"), person(f"friend{number}")
        match = open_match(host)
        joined, _none = at_once(lambda: link_join(match.pk, friend), lambda: account_ban(friend))  # noqa: B023
        seated = Seat.objects.filter(match=match).count()
        assert seated == (2 if isinstance(joined, Match) else 0)
        assert isinstance(joined, Match) or joined is LifecycleFault.ACCOUNT_CLOSED


def test_two_workers_that_think_for_one_computer_act_once(monkeypatch: pytest.MonkeyPatch, nudges: Nudges) -> None:
    install(monkeypatch, PlainBrain())
    for _ in range(TIMES):
        match = against_computer(side=Side.WHITE)
        if to_act(state_now(match)) is Side.WHITE:
            play_some(match)
        version = state_now(match).version
        thoughts = at_once(lambda: think_once(match.pk, version), lambda: think_once(match.pk, version))  # noqa: B023
        assert thoughts.count(Thought.DONE) == 1, thoughts
        assert state_now(match).version == version + 1
        assert is_whole(match.pk)


def test_a_pause_is_void_or_goes_on_but_not_both(nudges: Nudges) -> None:
    alice(), bob()
    for _ in range(TIMES):
        match = running_match()
        assert absent(match, AbsentChoice.ADJOURN) == Answer(None)
        must(act(match, Resume(), Side.WHITE))
        later = timezone.now() + PAUSED_FOR + timedelta(seconds=1)
        resumed, voided = at_once(lambda: act(match, Resume(), Side.BLACK), lambda: pauses_void(later))  # noqa: B023
        state = state_now(match)
        if isinstance(resumed, Accepted):
            assert (state.paused, state.result, voided) == (False, None, 0)
        else:
            assert (refusal(resumed), voided) == (Refusal.MATCH_OVER, 1)  # type: ignore[arg-type]
        assert is_whole(match.pk)
