"""Guests who register, log in, choose a name, are forgotten, or do not come back."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bgsite.accounts.guest_services import guest_adopt, guest_forget, guest_make, guests_purge
from bgsite.accounts.guests import COOKIE, cookie_of
from bgsite.accounts.models import User
from bgsite.accounts.tasks import purge_guests
from games.rules.sides import Side
from matches.models import ChatLine, Match, Mute, OwnDevice, Seat
from matches.selectors.lists import my_matches
from matches.selectors.tables import sides_of
from matches.services.lifecycle import LifecycleError, LifecycleFault, link_join
from matches.services.own_device import device_let_in
from tests.matches.matchmaking import begun_match, lose_game, open_match, person, terms
from tests.site.people import log_in, make_user, register, text_of

pytestmark = pytest.mark.django_db


def _browser_of(guest: User) -> Client:
    client = Client()
    client.cookies[COOKIE] = cookie_of(guest)
    return client


# --- taking the games along -------------------------------------------------------------------------------------


def test_registering_takes_the_games_along() -> None:
    guest = guest_make()
    running = begun_match(guest, person("alice"), by_link=True)
    waiting = open_match(guest)
    client = _browser_of(guest)
    assert "Your games come with you" in text_of(client.get("/accounts/signup/"))
    answer = register(client, "Newcomer")
    assert answer.status_code == 302
    account = User.objects.get(username="Newcomer")
    assert Seat.objects.get(match=running, side=Side.WHITE.value).user == account
    assert {match.created_by for match in Match.objects.all()} == {account}
    assert not User.objects.filter(is_guest=True).exists()
    assert answer.cookies[COOKIE]["max-age"] == 0
    mine = my_matches(account.pk)
    assert {row.match.pk for row in (*mine.waiting_for_me, *mine.running)} == {running.pk}
    assert [row.match.pk for row in mine.open] == [waiting.pk]


def test_logging_in_takes_the_games_along_and_says_so() -> None:
    alice = make_user("alice")
    guest = guest_make()
    match = begun_match(person("bob"), guest, by_link=True)
    client = _browser_of(guest)
    assert "Your games come with you" in text_of(client.get("/accounts/login/"))
    page = client.post("/accounts/login/", {"login": "alice", "password": "seven-dark-checkers"}, follow=True)
    assert "are yours now" in text_of(page)
    assert Seat.objects.get(match=match, side=Side.BLACK.value).user == alice


def test_without_a_guest_nothing_is_said() -> None:
    make_user("alice")
    client = Client()
    assert "Your games come with you" not in text_of(client.get("/accounts/signup/"))
    log_in(client, "alice")
    assert "are yours now" not in text_of(client.get("/help/"))


def test_a_failed_login_moves_nothing() -> None:
    make_user("alice")
    guest = guest_make()
    begun_match(person("bob"), guest, by_link=True)
    client = _browser_of(guest)
    log_in(client, "alice", "wrong")
    assert Seat.objects.filter(user=guest).exists()
    assert client.get("/matches/").status_code == 200


def test_a_hot_seat_goes_along_with_both_sides() -> None:
    guest, alice = guest_make(), person("alice")
    match = begun_match(guest, person("bob"), by_link=True)
    match.seats.update(user=guest)
    assert guest_adopt(guest.pk, alice.pk)
    assert {seat.user for seat in match.seats.all()} == {alice}


def test_who_plays_against_the_account_is_somebody_else() -> None:
    alice, guest = make_user("alice"), guest_make()
    against = begun_match(alice, guest, by_link=True)
    other = open_match(guest)
    client = _browser_of(guest)
    log_in(client, "alice")
    assert Seat.objects.get(match=against, side=Side.BLACK.value).user == guest
    other.refresh_from_db()
    assert other.created_by == guest
    client.post("/accounts/logout/")
    assert client.get("/accounts/").context["guest"] == guest


def test_devices_chat_and_a_mute_go_along() -> None:
    guest, alice, bob = guest_make(), person("alice"), person("bob")
    match = begun_match(guest, bob, by_link=True)
    theirs = begun_match(bob, person("carol"))
    OwnDevice.objects.create(match=theirs, owner=bob, device=guest)
    line = ChatLine.objects.create(match=match, number=1, author=guest, side="white", preset="hello", version=1)
    mute = Mute.objects.create(person=guest, until=timezone.now() + timedelta(hours=1))
    assert guest_adopt(guest.pk, alice.pk)
    for row in (line, mute):
        row.refresh_from_db()
    assert line.author == alice
    assert mute.person == alice
    assert OwnDevice.objects.get().device == alice


def test_nobody_becomes_a_device_of_themselves() -> None:
    guest, alice = guest_make(), person("alice")
    match = begun_match(alice, person("bob"))
    OwnDevice.objects.create(match=match, owner=alice, device=guest)
    assert guest_adopt(guest.pk, alice.pk)
    assert not OwnDevice.objects.exists()


def test_nobody_becomes_a_device_of_the_other_player() -> None:
    """Alice let a browser in as hers; when bob logs in there, or was let in elsewhere, he plays his own side alone."""
    alice, bob, lent = person("alice"), person("bob"), guest_make()
    match, asked = begun_match(alice, bob), open_match(alice, bob)
    for one in (match, asked):
        device_let_in(one.owner_token, lent)
    assert guest_adopt(lent.pk, bob.pk)
    assert sides_of(match.pk, bob.pk) == (Side.BLACK,)
    assert not OwnDevice.objects.exists()


def test_an_account_that_was_let_in_elsewhere_keeps_the_side_of_its_guest_alone() -> None:
    alice, guest, account = person("alice"), guest_make(), person("newcomer")
    match = begun_match(alice, guest, by_link=True)
    device_let_in(match.owner_token, account)
    assert guest_adopt(guest.pk, account.pk)
    assert sides_of(match.pk, account.pk) == (Side.BLACK,)
    assert not OwnDevice.objects.exists()


def test_a_guest_with_many_games_is_adopted_with_no_more_questions() -> None:
    counts = []
    for name, games in (("few", 1), ("many", 4)):
        guest, account = guest_make(), person(name)
        for number in range(games):
            begun_match(guest, person(f"{name}{number}"), by_link=True)
        with CaptureQueriesContext(connection) as captured:
            assert guest_adopt(guest.pk, account.pk)
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_adopting_twice_is_as_once() -> None:
    guest, alice, bob = guest_make(), person("alice"), person("bob")
    match = begun_match(guest, person("carol"), by_link=True)
    assert guest_adopt(guest.pk, alice.pk)
    assert not guest_adopt(guest.pk, bob.pk)
    assert not guest_adopt(alice.pk, bob.pk)
    assert Seat.objects.get(match=match, side=Side.WHITE.value).user == alice


@pytest.mark.django_db(transaction=True)
def test_of_two_logins_at_once_one_takes_the_games() -> None:
    guest, alice, bob = guest_make(), person("alice"), person("bob")
    match = begun_match(guest, person("carol"), by_link=True)
    together = Barrier(2)

    def adopt(account: User) -> bool:
        together.wait()
        try:
            return guest_adopt(guest.pk, account.pk)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(adopt, [alice, bob]))
    assert sorted(answers) == [False, True]
    winner = alice if answers[0] else bob
    assert Seat.objects.get(match=match, side=Side.WHITE.value).user == winner


@pytest.mark.django_db(transaction=True)
def test_a_friend_joins_while_the_guest_registers() -> None:
    """Whatever comes first, nobody waits in a circle, and the seat is the account's in the end."""
    for number in range(3):
        guest, alice, bob = guest_make(), person(f"alice{'xyz'[number]}"), person(f"bob{'xyz'[number]}")
        match = open_match(guest)
        together = Barrier(2)

        def join() -> object:
            together.wait()  # noqa: B023
            try:
                return link_join(match.pk, bob)  # noqa: B023
            finally:
                connection.close()

        def adopt() -> object:
            together.wait()  # noqa: B023
            try:
                return guest_adopt(guest.pk, alice.pk)  # noqa: B023
            finally:
                connection.close()

        with ThreadPoolExecutor(2) as pool:
            joined, adopted = pool.submit(join), pool.submit(adopt)
            assert adopted.result() is True
            joined.result()
        assert {seat.user for seat in match.seats.all()} == {alice, bob}


def test_a_guest_who_is_gone_takes_no_seat() -> None:
    guest = guest_make()
    match = open_match(person("alice"))
    guest_adopt(guest.pk, person("bob").pk)
    with pytest.raises(LifecycleError) as refused:
        link_join(match.pk, guest)
    assert refused.value.fault is LifecycleFault.ACCOUNT_CLOSED


# --- the guest's own page ---------------------------------------------------------------------------------------


def test_a_guest_chooses_a_name() -> None:
    guest = guest_make()
    client = _browser_of(guest)
    page = client.post("/accounts/guest/name/", {"name": "Anna"}, follow=True)
    assert "Anna (guest)" in text_of(page)
    refused = text_of(client.post("/accounts/guest/name/", {"name": "admin"}))
    assert "kept for the site itself" in refused
    guest.refresh_from_db()
    assert guest.guest_name == "Anna"
    client.post("/accounts/guest/name/", {"name": ""})
    guest.refresh_from_db()
    assert guest.guest_name == ""


def test_nobody_and_accounts_have_no_guest_page() -> None:
    assert Client().get("/accounts/").status_code == 302
    assert Client().post("/accounts/guest/name/", {"name": "Anna"}).status_code == 302
    assert Client().get("/accounts/guest/forget/").status_code == 405
    alice = person("alice")
    client = Client()
    client.force_login(alice)
    client.post("/accounts/guest/name/", {"name": "Anna"})
    alice.refresh_from_db()
    assert (str(alice), alice.guest_name) == ("alice", "")


def test_a_guest_forgets_the_browser() -> None:
    guest, alice = guest_make(), person("alice")
    match = begun_match(guest, alice, by_link=True)
    client = _browser_of(guest)
    assert "Forget this browser" in text_of(client.get("/privacy/"))
    answer = client.post("/accounts/guest/forget/")
    assert answer.cookies[COOKIE]["max-age"] == 0
    assert not User.objects.filter(is_guest=True).exists()
    match.refresh_from_db()
    assert match.winner == Side.BLACK.value
    seat = match.seats.get(side=Side.WHITE.value)
    assert (seat.user, seat.hidden) == (None, True)
    assert client.post("/accounts/guest/forget/").status_code == 302


# --- who does not come back -------------------------------------------------------------------------------------


def _unseen(guest: User, days: int) -> User:
    User.objects.filter(pk=guest.pk).update(last_login=timezone.now() - timedelta(days=days))
    return guest


def test_unused_guests_go_after_30_days_and_those_with_games_after_90() -> None:
    alice = person("alice")
    fresh, idle = _unseen(guest_make(), 29), _unseen(guest_make(), 32)
    waits = _unseen(guest_make(), 32)
    open_match(waits)
    played, gone = _unseen(guest_make(), 32), _unseen(guest_make(), 92)
    for guest in (played, gone):
        begun_match(alice, guest, terms(length=1), by_link=True)
    assert guests_purge() == 3
    left = set(User.objects.filter(is_guest=True))
    assert left == {fresh, played}
    assert idle not in left
    assert Seat.objects.filter(user__isnull=True, hidden=True).count() == 1
    assert User.objects.filter(pk=alice.pk).exists()


def test_the_purge_is_a_task_and_spares_accounts() -> None:
    alice = _unseen(person("alice"), 500)
    _unseen(guest_make(), 500)
    purge_guests()
    assert list(User.objects.all()) == [alice]


def test_the_log_stays_for_the_other_and_goes_when_both_are_gone() -> None:
    alice, one, two = person("alice"), guest_make(), guest_make()
    kept = begun_match(alice, one, terms(length=1), by_link=True)
    lost = begun_match(two, one, terms(length=1), by_link=True)
    for match in (kept, lost):
        lose_game(match, Side.BLACK)
    for guest in (one, two):
        assert guest_forget(guest.pk)
    assert kept.events.exists()
    assert not lost.events.exists()
    assert Match.objects.get(pk=lost.pk).winner == Side.WHITE.value
