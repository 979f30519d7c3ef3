"""Blocks, friends, settings, challenges, profiles and the search: services and selectors."""

from __future__ import annotations

import itertools
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from bgsite.accounts.guest_services import guest_make
from bgsite.accounts.models import User
from bgsite.accounts.services import account_ban, account_delete
from games.rules.rulecard import Preset
from games.rules.sides import Side
from matches.models import Block, Friend, Match, Mute, PlayerSettings
from matches.selectors.people import players_found, profile, settings_of
from matches.services import people
from matches.services.lifecycle import LifecycleError, LifecycleFault
from matches.services.people import (
    ChallengeFault,
    PeopleError,
    PeopleFault,
    befriend,
    block,
    has_blocked,
    may_challenge,
    muted_until,
    settings_save,
    unblock,
    unfriend,
)
from matches.wording.faults import CHALLENGE_FAULTS, PEOPLE_FAULTS
from tests.matches.matchmaking import begun_match, lose_game, next_game, open_match, person, terms

pytestmark = pytest.mark.django_db

Challengers = PlayerSettings.Challengers


def _decide(who: User, challengers: Challengers) -> None:
    settings_save(who.pk, challengers=challengers, is_hidden=False, mail_on_turn=False)


def _fault_of(error: pytest.ExceptionInfo[PeopleError]) -> PeopleFault:
    return error.value.fault


# --- blocks and friends -----------------------------------------------------------------------------------------


def test_a_block_holds_both_ways_until_it_is_lifted(alice: User, bob: User) -> None:
    assert not has_blocked(alice.pk, bob.pk)
    block(alice.pk, bob.pk)
    block(alice.pk, bob.pk)
    assert Block.objects.count() == 1
    assert has_blocked(alice.pk, bob.pk)
    assert has_blocked(bob.pk, alice.pk)
    unblock(bob.pk, alice.pk)
    assert has_blocked(alice.pk, bob.pk)
    unblock(alice.pk, bob.pk)
    unblock(alice.pk, bob.pk)
    assert not has_blocked(alice.pk, bob.pk)


def test_nobody_is_friend_and_blocked(alice: User, bob: User) -> None:
    befriend(alice.pk, bob.pk)
    befriend(alice.pk, bob.pk)
    assert Friend.objects.count() == 1
    block(alice.pk, bob.pk)
    assert not Friend.objects.exists()
    befriend(alice.pk, bob.pk)
    assert not Block.objects.exists()
    unfriend(alice.pk, bob.pk)
    assert not Friend.objects.exists()


@pytest.mark.parametrize("service", [block, befriend])
def test_lists_are_of_other_registered_people(alice: User, bob: User, service: object) -> None:
    assert callable(service)
    guest = guest_make()
    account_delete(bob)
    for owner, other, fault in (
        (alice.pk, alice.pk, PeopleFault.YOURSELF),
        (alice.pk, guest.pk, PeopleFault.NO_SUCH_PLAYER),
        (alice.pk, bob.pk, PeopleFault.NO_SUCH_PLAYER),
        (alice.pk, 0, PeopleFault.NO_SUCH_PLAYER),
        (guest.pk, alice.pk, PeopleFault.NOT_REGISTERED),
        (bob.pk, alice.pk, PeopleFault.NOT_REGISTERED),
    ):
        with pytest.raises(PeopleError) as refused:
            service(owner, other)
        assert _fault_of(refused) is fault
    assert not Block.objects.exists()
    assert not Friend.objects.exists()


def test_lists_have_an_end(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "LONGEST_LIST", 1)
    carol = person("carol")
    block(alice.pk, carol.pk)
    with pytest.raises(PeopleError) as refused:
        block(alice.pk, bob.pk)
    assert _fault_of(refused) is PeopleFault.TOO_MANY_BLOCKED
    befriend(bob.pk, alice.pk)
    with pytest.raises(PeopleError) as refused:
        befriend(bob.pk, carol.pk)
    assert _fault_of(refused) is PeopleFault.TOO_MANY_FRIENDS


def test_every_fault_has_its_sentence() -> None:
    assert set(PEOPLE_FAULTS) == set(PeopleFault)
    assert set(CHALLENGE_FAULTS) == set(ChallengeFault)


# --- challenges -------------------------------------------------------------------------------------------------


def test_everybody_may_challenge_who_decided_nothing(alice: User, bob: User) -> None:
    assert may_challenge(alice.pk, bob.pk) is None


def test_who_is_blocked_may_not_challenge_nor_be_challenged(alice: User, bob: User) -> None:
    block(alice.pk, bob.pk)
    assert may_challenge(bob.pk, alice.pk) is ChallengeFault.BLOCKED
    assert may_challenge(alice.pk, bob.pk) is ChallengeFault.OWN_BLOCK
    for creator, opponent in ((alice, bob), (bob, alice)):
        with pytest.raises(LifecycleError) as refused:
            open_match(creator, opponent)
        assert refused.value.fault is LifecycleFault.NOT_WANTED
    assert not Match.objects.exists()


def test_only_friends_or_nobody_may_challenge(alice: User, bob: User) -> None:
    _decide(alice, Challengers.NOBODY)
    assert may_challenge(bob.pk, alice.pk) is ChallengeFault.NOBODY
    _decide(alice, Challengers.FRIENDS)
    befriend(bob.pk, alice.pk)
    assert may_challenge(bob.pk, alice.pk) is ChallengeFault.FRIENDS_ONLY
    befriend(alice.pk, bob.pk)
    assert may_challenge(bob.pk, alice.pk) is None


def test_guests_challenge_nobody_by_name(alice: User) -> None:
    guest = guest_make()
    assert may_challenge(guest.pk, alice.pk) is ChallengeFault.GUEST
    with pytest.raises(LifecycleError) as refused:
        open_match(guest, alice)
    assert refused.value.fault is LifecycleFault.NOT_WANTED


# --- settings and mutes -----------------------------------------------------------------------------------------


def test_settings_have_defaults_and_are_kept(alice: User) -> None:
    assert settings_of(alice.pk).challengers == Challengers.EVERYBODY
    EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True, verified=True)
    settings_save(alice.pk, challengers=Challengers.FRIENDS, is_hidden=True, mail_on_turn=True)
    kept = settings_of(alice.pk)
    assert (kept.challengers, kept.is_hidden, kept.mail_on_turn) == (Challengers.FRIENDS, True, True)
    settings_save(alice.pk, challengers=Challengers.NOBODY, is_hidden=False, mail_on_turn=False)
    assert PlayerSettings.objects.get().challengers == Challengers.NOBODY


def test_mails_need_an_address(alice: User) -> None:
    EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True, verified=False)
    with pytest.raises(PeopleError) as refused:
        settings_save(alice.pk, challengers=Challengers.NOBODY, is_hidden=False, mail_on_turn=True)
    assert _fault_of(refused) is PeopleFault.NO_ADDRESS
    assert not PlayerSettings.objects.exists()


def test_a_mute_holds_until_its_time_is_over(alice: User) -> None:
    now = timezone.now()
    assert muted_until(alice.pk) is None
    Mute.objects.create(person=alice, until=now - timedelta(minutes=1))
    assert muted_until(alice.pk) is None
    Mute.objects.create(person=alice, until=now + timedelta(hours=1))
    Mute.objects.create(person=alice, until=now + timedelta(minutes=1))
    assert muted_until(alice.pk) == now + timedelta(hours=1)


# --- profiles and the search ------------------------------------------------------------------------------------


def _finished(winner: User, loser: User, length: int = 1, *, public: bool = True, by_link: bool = False) -> Match:
    match = begun_match(winner, loser, terms(Preset.MATCH, length, public=public), by_link=by_link)
    while Match.objects.get(pk=match.pk).status == Match.Status.RUNNING:
        lose_game(match, Side.BLACK)
        if Match.objects.get(pk=match.pk).status == Match.Status.RUNNING:
            next_game(match)
    return match


def test_a_profile_counts_by_length_what_registered_people_played(alice: User, bob: User) -> None:
    _finished(alice, bob)
    _finished(alice, bob)
    _finished(bob, alice)
    _finished(alice, bob, 2)
    guest = guest_make()
    _finished(alice, guest, by_link=True)
    taken = _finished(alice, bob)
    Match.objects.filter(pk=taken.pk).update(taken_over=True)
    found = profile("ALICE")
    assert found is not None
    assert [(row.length, row.won, row.lost) for row in found.rows] == [(1, 2, 1), (None, 1, 0)]
    assert (found.total.won, found.total.lost, found.total.played) == (3, 1, 4)


def test_matches_of_two_seats_of_one_person_count_for_nobody(alice: User) -> None:
    match = _finished(alice, person("bob"))
    match.seats.update(user=alice)
    found = profile("alice")
    assert found is not None
    assert found.rows == []


def test_a_profile_lists_the_last_public_matches(alice: User, bob: User) -> None:
    shown = _finished(alice, bob)
    _finished(alice, bob, public=False)
    _finished(alice, bob, by_link=True)
    begun_match(alice, bob)
    found = profile("alice")
    assert found is not None
    assert [row.match.pk for row in found.last] == [shown.pk]
    assert found.last[0].opponent == "bob"
    assert found.last[0].opponent_profile == "bob"
    assert found.last[0].won is True
    account_delete(bob)
    after = profile("alice")
    assert after is not None
    assert [row.opponent for row in after.last] == ["deleted player"] * 2
    assert [row.opponent_profile for row in after.last] == ["", ""]
    assert after.rows == []


def test_a_profile_is_a_fixed_number_of_queries(alice: User, bob: User, django_assert_max_num_queries: object) -> None:
    assert callable(django_assert_max_num_queries)
    for _ in range(3):
        _finished(alice, bob)
    with django_assert_max_num_queries(7):
        profile("alice")


def test_guests_deleted_people_and_nobody_have_no_profile(alice: User) -> None:
    guest = guest_make()
    account_delete(alice)
    for name in (guest.username, "alice", alice.username, "nobody here", "", "a\0b", "%", "a/b"):
        assert profile(name) is None


def test_a_banned_player_keeps_the_profile_but_is_not_found(alice: User) -> None:
    account_ban(alice)
    found = profile("alice")
    assert found is not None
    assert found.is_closed
    assert players_found("ali").names == []


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("an", ["Anna", "Anne-Marie", "andré"]),
        ("ANN", ["Anna", "Anne-Marie"]),
        ("anne-", ["Anne-Marie"]),
        ("Straß", ["Straßer"]),
        ("STRASS", ["Straßer"]),
        ("Öz", ["Özil"]),
        ("Ｏz", []),
        ("o'", ["O'Neil"]),
        ("%", []),
        ("_", []),
        ("&", []),
        ("+", []),
        ('"', []),
        ("\\", []),
        ("\0", []),
        ("", []),
        ("x" * 5000, []),
    ],
)
def test_the_search_takes_the_text_as_it_is(typed: str, names: list[str]) -> None:
    """Case 173: "&", "ß", umlauts, "%", "+" and quotes are looked for as they stand."""
    for name in ("Anna", "Anne-Marie", "andré", "Straßer", "Özil", "O'Neil"):
        person(name)
    guest_make()
    assert players_found(typed).names == sorted(names, key=str.casefold)


def test_a_search_shows_twenty_and_says_that_there_are_more() -> None:
    for one, two in itertools.islice(itertools.product("abcde", repeat=2), 21):
        person(f"player {one}{two}")
    found = players_found("player")
    assert len(found.names) == 20
    assert found.has_more
