"""Once more, colours swapped."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from bgsite.accounts.guest_services import guest_make
from bgsite.accounts.models import User
from games.rules.actions import ResignMatch
from games.rules.levels import Level
from games.rules.sides import Pair, Side
from games.rules.state import TakeBackRule
from matches.models import Match, OwnDevice, Seat
from matches.protocol import RematchView
from matches.selectors.beside import beside_of
from matches.services import lifecycle
from matches.services.lifecycle import LifecycleError, LifecycleFault, invitation_decline, match_cancel
from matches.services.people import block
from matches.services.rematch import RematchError, RematchFault, rematch_ask
from matches.services.sitting import hot_seat_start
from tests.factories import running_match
from tests.matches.bots.tables import against_computer
from tests.matches.doing import act, everything, must, state_now
from tests.matches.matchmaking import terms
from tests.matches.together import at_once
from tests.people import alice, bob, charlie, person

pytestmark = pytest.mark.django_db


def finished_match(white: User | None = None, black: User | None = None) -> Match:
    """A match that White gave up."""
    return give_up(running_match(white, black))


def give_up(match: Match) -> Match:
    must(act(match, ResignMatch(), Side.WHITE))
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    return match


def seats(match: Match) -> Pair[int | None]:
    users = dict(Seat.objects.filter(match=match).values_list("side", "user_id"))
    return Pair(users["white"], users["black"])


def refused(match: Match, user: User) -> RematchFault:
    with pytest.raises(RematchError) as error:
        rematch_ask(match.pk, user)
    return error.value.fault


def shown(match: Match) -> RematchView | None:
    return beside_of(match.pk, alice().pk, (Side.WHITE,)).rematch


def test_the_first_asks_and_the_other_agrees() -> None:
    match = finished_match()
    asked = rematch_ask(match.pk, alice())
    assert (asked.status, asked.created_by, asked.invited) == (Match.Status.OPEN, alice(), bob())
    assert shown(match) == RematchView(Side.WHITE, asked.code, begun=False)
    begun = rematch_ask(match.pk, bob())
    assert (begun.pk, begun.status) == (asked.pk, Match.Status.RUNNING)
    assert seats(begun) == Pair(bob().pk, alice().pk)
    assert shown(match) == RematchView(Side.WHITE, asked.code, begun=True)


def test_the_terms_are_the_same() -> None:
    match = finished_match()
    Match.objects.filter(pk=match.pk).update(is_public=True, is_rated=True, origin=Match.Origin.SEEK)
    again = rematch_ask(match.pk, alice())
    match.refresh_from_db()
    for name in ("card", "kind", "preset", "length", "clock_preset", "is_public", "is_rated", "origin", "take_back"):
        assert getattr(again, name) == getattr(match, name), name
    assert again.code != match.code
    assert again.expires_at is not None


def test_asking_twice_is_as_asking_once() -> None:
    match = finished_match()
    first = rematch_ask(match.pk, alice())
    assert rematch_ask(match.pk, alice()).pk == first.pk
    assert rematch_ask(match.pk, bob()).version == rematch_ask(match.pk, alice()).version > 0
    assert Match.objects.count() == 2


def test_guests_play_again_too() -> None:
    guest = guest_make()
    match = finished_match(alice(), guest)
    rematch_ask(match.pk, guest)
    assert seats(rematch_ask(match.pk, alice())) == Pair(guest.pk, alice().pk)


def test_against_the_computer_it_starts_at_once() -> None:
    match = against_computer(Level.ADVANCED, pace=300)
    must(act(match, ResignMatch(), Side.WHITE, user=alice()))
    again = rematch_ask(match.pk, alice())
    assert (again.status, again.pace, again.origin) == (Match.Status.RUNNING, 300, Match.Origin.COMPUTER)
    assert seats(again) == Pair(None, alice().pk)
    assert state_now(again).computers == Pair(Level.ADVANCED, None)
    assert state_now(again).take_back is TakeBackRule.AGAINST_COMPUTER


def test_at_one_screen_it_starts_at_once() -> None:
    match = give_up(hot_seat_start(alice(), terms()))
    again = rematch_ask(match.pk, alice())
    assert (again.status, seats(again)) == (Match.Status.RUNNING, Pair(alice().pk, alice().pk))


def test_a_computer_that_stood_in_is_no_party_to_the_next_match() -> None:
    match = finished_match()
    Seat.objects.filter(match=match, side="black").update(level="intermediate")
    rematch_ask(match.pk, alice())
    again = rematch_ask(match.pk, bob())
    assert state_now(again).computers == Pair(None, None)


def test_own_devices_ask_for_their_owner_and_come_along() -> None:
    match = finished_match()
    device = guest_make()
    OwnDevice.objects.create(match=match, owner=alice(), device=device)
    asked = rematch_ask(match.pk, device)
    assert asked.created_by == alice()
    again = rematch_ask(match.pk, bob())
    assert OwnDevice.objects.filter(match=again, owner=alice(), device=device).exists()


def test_who_took_it_back_may_ask_again() -> None:
    match = finished_match()
    first = rematch_ask(match.pk, alice())
    match_cancel(first.pk, alice())
    assert shown(match) is None
    second = rematch_ask(match.pk, alice())
    assert second.pk != first.pk
    assert shown(match) == RematchView(Side.WHITE, second.code, begun=False)


def test_who_was_told_no_does_not_ask_again_but_the_other_one_may() -> None:
    match = finished_match()
    invitation_decline(rematch_ask(match.pk, alice()).pk, bob())
    assert refused(match, alice()) is RematchFault.UNWANTED
    assert rematch_ask(match.pk, bob()).invited == alice()


def test_a_request_that_nobody_answered_is_made_anew() -> None:
    match = finished_match()
    first = rematch_ask(match.pk, alice())
    Match.objects.filter(pk=first.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    second = rematch_ask(match.pk, bob())
    first.refresh_from_db()
    assert (first.status, second.status) == (Match.Status.CANCELLED, Match.Status.OPEN)
    assert second.created_by == bob()
    assert first.ended_at is not None, "without an end it would stay on top of the list of what is over"


def test_what_is_refused_changes_nothing() -> None:
    match, running = finished_match(), running_match()
    stored = everything(match)
    assert refused(running, alice()) is RematchFault.NOT_OVER
    assert refused(match, charlie()) is RematchFault.NOT_PLAYER
    block(bob().pk, alice().pk)
    assert refused(match, alice()) is RematchFault.UNWANTED
    assert everything(match) == stored
    assert Match.objects.count() == 2


def test_who_blocked_after_asking_is_not_played_with() -> None:
    match = finished_match()
    again = rematch_ask(match.pk, alice())
    block(alice().pk, bob().pk)
    assert refused(match, bob()) is RematchFault.UNWANTED
    again.refresh_from_db()
    assert again.status == Match.Status.OPEN


def test_nobody_plays_again_with_a_closed_account() -> None:
    one, other = person("eve"), person("fred")
    match = finished_match(one, other)
    rematch_ask(match.pk, one)
    User.objects.filter(pk=one.pk).update(is_active=False)
    assert refused(match, other) is RematchFault.NOBODY_THERE
    second = finished_match(one, other)
    assert refused(second, other) is RematchFault.NOBODY_THERE


def test_the_limit_an_hour_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    match = finished_match()
    monkeypatch.setattr(lifecycle, "MATCHES_AN_HOUR", 1)
    with pytest.raises(LifecycleError) as error:
        rematch_ask(match.pk, alice())
    assert error.value.fault is LifecycleFault.TOO_MANY


@pytest.mark.django_db(transaction=True)
def test_both_asking_in_the_same_instant_make_one_match() -> None:
    match = finished_match()
    found = at_once(*[partial(rematch_ask, match.pk, user) for user in (alice(), bob())])
    assert len({one.pk for one in found}) == 1
    assert len(found) == 2
    again = Match.objects.get(rematch_of=match)
    assert (again.status, seats(again)) == (Match.Status.RUNNING, Pair(bob().pk, alice().pk))
