"""Opening, joining, declining and cancelling a match."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connection
from django.utils import timezone

from bgsite.accounts.guest_services import guest_make
from bgsite.accounts.models import User
from bgsite.accounts.services import account_ban, account_delete
from games.rules.rulecard import Preset
from games.rules.sides import Side
from matches.models import GameRecord, Match, MatchEvent, Seat
from matches.services.lifecycle import (
    LINK_LASTS,
    MATCHES_AN_HOUR,
    NAMED_LASTS,
    LifecycleError,
    LifecycleFault,
    invitation_accept,
    invitation_decline,
    link_join,
    match_cancel,
    match_create,
)
from matches.services.own_device import device_let_in
from matches.services.people import block
from tests.matches.matchmaking import begun_match, open_match, person, terms

pytestmark = pytest.mark.django_db


def _fault(refused: pytest.ExceptionInfo[LifecycleError]) -> LifecycleFault:
    return refused.value.fault


def test_a_new_match_waits_without_seats_and_events() -> None:
    match = open_match(person("alice"), person("bob"))
    assert (match.status, match.length, match.version) == (Match.Status.OPEN, 3, 0)
    assert not Seat.objects.filter(match=match).exists()
    assert not MatchEvent.objects.filter(match=match).exists()


def test_accepting_starts_the_match_with_the_first_game() -> None:
    alice, bob = person("alice"), person("bob")
    match = begun_match(alice, bob)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert {seat.side: seat.user for seat in match.seats.all()} == {"white": alice, "black": bob}
    assert GameRecord.objects.get(match=match).number == 1
    assert match.version == MatchEvent.objects.filter(match=match).count() > 0


@pytest.mark.parametrize("side", list(Side))
def test_the_creator_gets_the_colour_asked_for(side: Side) -> None:
    alice, bob = person("alice"), person("bob")
    match = begun_match(alice, bob, terms(side=side))
    assert match.seats.get(user=alice).side == side.value
    assert match.seats.get(user=bob).side == side.other.value


def test_random_colours_come_out_both_ways() -> None:
    alice, bob = person("alice"), person("bob")
    matches = [begun_match(alice, bob, terms(side=None)) for _ in range(20)]
    sides = {match.seats.get(user=alice).side for match in matches}
    assert sides == {"white", "black"}  # wrong once in half a million runs


def test_only_who_was_asked_may_accept() -> None:
    match = open_match(person("alice"), person("bob"))
    with pytest.raises(LifecycleError) as refused:
        invitation_accept(match.pk, person("charlie"))
    assert _fault(refused) is LifecycleFault.NOT_INVITED


def test_a_match_by_name_cannot_be_joined_as_by_link() -> None:
    bob = person("bob")
    match = open_match(person("alice"), bob)
    with pytest.raises(LifecycleError) as refused:
        link_join(match.pk, bob)
    assert _fault(refused) is LifecycleFault.NOT_INVITED


def test_nobody_joins_the_own_match() -> None:
    alice = person("alice")
    match = open_match(alice)
    with pytest.raises(LifecycleError) as refused:
        link_join(match.pk, alice)
    assert _fault(refused) is LifecycleFault.OWN_MATCH


def test_an_own_device_of_the_creator_does_not_join_as_the_opponent() -> None:
    for owner, device in ((person("alice"), guest_make()), (guest_make(), person("carol"))):
        match = open_match(owner)
        device_let_in(match.owner_token, device)
        with pytest.raises(LifecycleError) as refused:
            link_join(match.pk, device)
        assert _fault(refused) is LifecycleFault.OWN_MATCH
        assert not Seat.objects.filter(match=match).exists()


@pytest.mark.parametrize("by_link", [True, False])
def test_an_invitation_of_a_banned_player_cannot_be_taken(by_link: bool) -> None:
    alice, bob = person("alice"), person("bob")
    match = open_match(alice, None if by_link else bob)
    account_ban(alice)
    with pytest.raises(LifecycleError) as refused:
        (link_join if by_link else invitation_accept)(match.pk, bob)
    assert _fault(refused) is LifecycleFault.OPPONENT_CLOSED
    assert Match.objects.get(pk=match.pk).status == Match.Status.OPEN


@pytest.mark.parametrize("by_link", [True, False])
@pytest.mark.parametrize("turned", [True, False])
def test_whoever_blocked_since_the_invitation_is_not_played_with(by_link: bool, turned: bool) -> None:
    alice, bob = person("alice"), person("bob")
    match = open_match(alice, None if by_link else bob)
    block(*((bob.pk, alice.pk) if turned else (alice.pk, bob.pk)))
    with pytest.raises(LifecycleError) as refused:
        (link_join if by_link else invitation_accept)(match.pk, bob)
    assert _fault(refused) is LifecycleFault.BLOCKED
    assert not Seat.objects.filter(match=match).exists()


def test_nobody_invites_oneself() -> None:
    alice = person("alice")
    with pytest.raises(LifecycleError) as refused:
        match_create(alice, terms(), alice)
    assert _fault(refused) is LifecycleFault.OWN_MATCH


def test_a_closed_account_is_not_invited() -> None:
    bob = person("bob")
    User.objects.filter(pk=bob.pk).update(is_active=False)
    bob.refresh_from_db()
    with pytest.raises(LifecycleError) as refused:
        match_create(person("alice"), terms(), bob)
    assert _fault(refused) is LifecycleFault.OPPONENT_CLOSED


def test_a_closed_account_takes_no_seat() -> None:
    match, bob = open_match(person("alice")), person("bob")
    User.objects.filter(pk=bob.pk).update(is_active=False)
    with pytest.raises(LifecycleError) as refused:
        link_join(match.pk, bob)
    assert _fault(refused) is LifecycleFault.ACCOUNT_CLOSED
    assert not Seat.objects.exists()


def test_joining_twice_is_joining_once() -> None:
    alice, bob = person("alice"), person("bob")
    match = begun_match(alice, bob, by_link=True)
    version = Match.objects.get(pk=match.pk).version
    assert link_join(match.pk, bob).pk == match.pk
    assert Match.objects.get(pk=match.pk).version == version


def test_a_taken_seat_is_not_given_again() -> None:
    match = begun_match(person("alice"), person("bob"), by_link=True)
    with pytest.raises(LifecycleError) as refused:
        link_join(match.pk, person("charlie"))
    assert _fault(refused) is LifecycleFault.TAKEN


def test_a_declined_match_says_so_and_stays_closed() -> None:
    bob = person("bob")
    match = open_match(person("alice"), bob)
    invitation_decline(match.pk, bob)
    match.refresh_from_db()
    assert (match.status, match.declined) == (Match.Status.CANCELLED, True)
    with pytest.raises(LifecycleError) as refused:
        invitation_accept(match.pk, bob)
    assert _fault(refused) is LifecycleFault.CANCELLED


def test_declining_and_cancelling_twice_is_as_once() -> None:
    alice, bob = person("alice"), person("bob")
    match = open_match(alice, bob)
    invitation_decline(match.pk, bob)
    ended = Match.objects.get(pk=match.pk).ended_at
    match_cancel(match.pk, alice)
    match.refresh_from_db()
    assert (match.declined, match.ended_at) == (True, ended)


def test_a_stranger_can_neither_decline_nor_cancel() -> None:
    bob, charlie = person("bob"), person("charlie")
    match = open_match(person("alice"), bob)
    with pytest.raises(LifecycleError) as declined:
        invitation_decline(match.pk, charlie)
    with pytest.raises(LifecycleError) as cancelled:
        match_cancel(match.pk, bob)
    assert (_fault(declined), _fault(cancelled)) == (LifecycleFault.NOT_INVITED, LifecycleFault.NOT_CREATOR)
    assert Match.objects.get(pk=match.pk).status == Match.Status.OPEN


def test_a_match_that_has_begun_is_not_cancelled() -> None:
    alice = person("alice")
    match = begun_match(alice, person("bob"))
    with pytest.raises(LifecycleError) as refused:
        match_cancel(match.pk, alice)
    assert _fault(refused) is LifecycleFault.TAKEN


def test_thirty_matches_an_hour_are_enough() -> None:
    alice, bob = person("alice"), person("bob")
    for _ in range(MATCHES_AN_HOUR):
        open_match(alice, bob)
    with pytest.raises(LifecycleError) as refused:
        open_match(alice, bob)
    assert _fault(refused) is LifecycleFault.TOO_MANY
    open_match(bob, alice)
    Match.objects.filter(created_by=alice).update(created_at=timezone.now() - timedelta(minutes=61))
    open_match(alice, bob)


@pytest.mark.parametrize("preset", [Preset.MONEY, Preset.CLUB_MONEY, Preset.SINGLE_GAME, Preset.PLAIN])
def test_every_preset_can_be_played(preset: Preset) -> None:
    match = begun_match(person("alice"), person("bob"), terms(preset, None))
    match.refresh_from_db()
    assert (match.status, match.preset, match.length) == (Match.Status.RUNNING, preset.value, None)


@pytest.mark.django_db(transaction=True)
def test_of_two_who_press_join_at_once_one_gets_the_seat() -> None:
    alice, rivals = person("alice"), [person(name) for name in ("bob", "charlie", "dora", "emil")]
    match = open_match(alice)
    gate = Barrier(len(rivals))

    def join(rival: User) -> LifecycleFault | None:
        gate.wait()
        try:
            link_join(match.pk, rival)
        except LifecycleError as refused:
            return refused.fault
        finally:
            connection.close()
        return None

    with ThreadPoolExecutor(len(rivals)) as pool:
        answers = list(pool.map(join, rivals))
    assert sorted(answers, key=str) == [None, *[LifecycleFault.TAKEN] * 3] or answers.count(None) == 1
    assert answers.count(LifecycleFault.TAKEN) == 3
    assert Seat.objects.filter(match=match).count() == 2
    assert GameRecord.objects.filter(match=match).count() == 1
    winner = rivals[answers.index(None)]
    assert Seat.objects.filter(match=match, user=winner).exists()


@pytest.mark.django_db(transaction=True)
def test_joining_and_cancelling_at_once_have_one_outcome() -> None:
    alice, bob = person("alice"), person("bob")
    for _ in range(5):
        match = open_match(alice, bob)
        gate = Barrier(2)
        with ThreadPoolExecutor(2) as pool:
            took = pool.submit(_try, gate, invitation_accept, match.pk, bob)
            cancelled = pool.submit(_try, gate, match_cancel, match.pk, alice)
            answers = (took.result(), cancelled.result())
        match.refresh_from_db()
        begun = match.status == Match.Status.RUNNING
        assert answers == ((None, LifecycleFault.TAKEN) if begun else (LifecycleFault.CANCELLED, None))
        assert Seat.objects.filter(match=match).count() == (2 if begun else 0)


@pytest.mark.django_db(transaction=True)
def test_an_account_deleted_while_it_joins_keeps_no_seat() -> None:
    alice = person("alice")
    for number in range(5):
        rival = person(f"rival{number}")
        match = open_match(alice)
        gate = Barrier(2)
        with ThreadPoolExecutor(2) as pool:
            took = pool.submit(_try, gate, link_join, match.pk, rival)
            gone = pool.submit(_try, gate, lambda _pk, user: account_delete(user), 0, rival)
            answer = took.result()
            assert gone.result() is None
        match.refresh_from_db()
        assert not Seat.objects.filter(user=rival).exists()
        assert match.status == (Match.Status.FINISHED if answer is None else Match.Status.OPEN)


def _try(gate: Barrier, service: object, match_id: int, user: User) -> LifecycleFault | None:
    assert callable(service)
    gate.wait()
    try:
        service(match_id, user)
    except LifecycleError as refused:
        return refused.fault
    finally:
        connection.close()
    return None


def test_how_the_sides_come_together_is_known_from_the_start() -> None:
    alice, bob = person("alice"), person("bob")
    assert open_match(alice, bob).origin == Match.Origin.NAMED
    assert open_match(alice).origin == Match.Origin.LINK
    assert match_create(alice, terms(), bob, Match.Origin.SEEK).origin == Match.Origin.SEEK


def test_a_link_can_be_used_for_thirty_days_and_a_name_asked_for_seven() -> None:
    alice, bob = person("alice"), person("bob")
    for match, lasts in ((open_match(alice, bob), NAMED_LASTS), (open_match(alice), LINK_LASTS)):
        assert match.expires_at is not None
        assert abs(match.expires_at - timezone.now() - lasts) < timedelta(minutes=1)


@pytest.mark.parametrize("service", [invitation_accept, link_join])
def test_what_has_lapsed_is_not_taken(service: Callable[[int, User], Match]) -> None:
    bob = person("bob")
    match = open_match(person("alice"), bob if service is invitation_accept else None)
    Match.objects.filter(pk=match.pk).update(expires_at=timezone.now())
    with pytest.raises(LifecycleError) as refused:
        service(match.pk, bob)
    assert _fault(refused) is LifecycleFault.EXPIRED
    assert not Seat.objects.exists()


def test_a_no_may_have_a_reason() -> None:
    bob = person("bob")
    match = open_match(person("alice"), bob)
    with pytest.raises(LifecycleError) as refused:
        invitation_decline(match.pk, bob, "never")
    assert _fault(refused) is LifecycleFault.UNKNOWN_REASON
    assert invitation_decline(match.pk, bob, "busy").decline_reason == "busy"


@pytest.mark.parametrize(
    ("length", "opponent", "fault"),
    [
        (25, "bob", None),
        (26, "bob", LifecycleFault.RATED_TERMS),
        (None, "bob", LifecycleFault.RATED_TERMS),
        (5, None, LifecycleFault.RATED_PEOPLE),
    ],
)
def test_what_can_be_rated(length: int | None, opponent: str | None, fault: LifecycleFault | None) -> None:
    """rules.md 8.1."""
    alice, bob = person("alice"), person("bob")
    what = replace(terms(Preset.MATCH if length else Preset.MONEY, length), is_rated=True)
    other = bob if opponent else None
    if fault is None:
        assert match_create(alice, what, other).is_rated
        return
    with pytest.raises(LifecycleError) as refused:
        match_create(alice, what, other)
    assert _fault(refused) is fault
    assert not Match.objects.exists()


def test_a_guest_plays_nothing_rated() -> None:
    bob = person("bob")
    guest = person("guest-of-old")
    User.objects.filter(pk=guest.pk).update(is_guest=True)
    guest.refresh_from_db()
    with pytest.raises(LifecycleError) as refused:
        match_create(bob, replace(terms(), is_rated=True), guest)
    assert _fault(refused) is LifecycleFault.RATED_PEOPLE
