"""Invitations by name and by link, and what changes nothing."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from bgsite.accounts.models import User
from games.rules.sides import Side
from matches.models import Match, Seat
from matches.services.lifecycle import invitation_decline, match_cancel
from tests.matches.matchmaking import begun_match, browser, open_match, terms, text_of

pytestmark = pytest.mark.django_db


def _link(match: Match) -> str:
    return f"/join/{match.link_token}/"


def test_opening_a_link_takes_nothing(alice: User, bob: User) -> None:
    match = open_match(alice)
    for client in (browser(), browser(bob)):
        assert "invites you" in text_of(client, _link(match))
        assert client.head(_link(match)).status_code == 200
    match.refresh_from_db()
    assert match.status == Match.Status.OPEN
    assert not Seat.objects.exists()


def test_the_link_shows_who_what_and_which_clock(alice: User, bob: User) -> None:
    page = text_of(browser(bob), _link(open_match(alice, None, terms(side=Side.BLACK))))
    for words in ("alice", "3-point match", "Crawford rule", "up to 64", "No clock", "You play White."):
        assert words in page


def test_join_takes_the_seat_and_leads_to_the_table(alice: User, bob: User) -> None:
    match = open_match(alice)
    answer = browser(bob).post(_link(match))
    assert answer.headers["Location"] == f"/match/{match.code}/"
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING


def test_who_is_not_logged_in_joins_as_a_guest(alice: User) -> None:
    match = open_match(alice)
    client = browser()
    assert "Join" in text_of(client, _link(match))
    assert not User.objects.filter(is_guest=True).exists()
    assert client.post(_link(match)).headers["Location"] == f"/match/{match.code}/"
    guest = User.objects.get(is_guest=True)
    assert Seat.objects.filter(match=match, user=guest, side=Side.BLACK.value).exists()
    assert "Guest" in text_of(client, f"/match/{match.code}/")


def test_the_own_link_says_so_and_joins_nothing(alice: User) -> None:
    match = open_match(alice)
    client = browser(alice)
    assert "This is your own match." in text_of(client, _link(match))
    page = client.post(_link(match), follow=True).content.decode()
    assert "This is your own match: somebody else has to join it." in page
    assert not Seat.objects.exists()


def test_a_used_link_shows_the_running_game_to_watch(alice: User, bob: User, charlie: User) -> None:
    match = begun_match(alice, bob, by_link=True)
    for client in (browser(), browser(charlie)):
        assert client.get(_link(match)).headers["Location"] == f"/match/{match.code}/"
        assert 'id="table"' in text_of(client, f"/match/{match.code}/")


def test_a_used_link_of_a_private_match_is_a_clear_page(alice: User, bob: User, charlie: User) -> None:
    match = begun_match(alice, bob, terms(public=False), by_link=True)
    for client in (browser(), browser(charlie)):
        assert "Somebody else has taken this seat" in text_of(client, _link(match), 410)


def test_who_presses_join_too_late_is_told(alice: User, bob: User, charlie: User) -> None:
    match = begun_match(alice, bob, by_link=True)
    for client in (browser(), browser(charlie)):
        page = client.post(_link(match), follow=True)
        assert "Too late: this match has begun." in page.content.decode()
    assert not User.objects.filter(is_guest=True).exists()


def test_a_guest_joins_under_a_name(alice: User) -> None:
    match = open_match(alice)
    client = browser()
    client.post(_link(match), {"guest_name": "Milly"})
    assert str(match.seats.get(side="black").user) == "Milly (guest)"
    assert 'value="Milly"' in text_of(client, _link(open_match(alice)))


@pytest.mark.parametrize("name", ["a\x07b", "x" * 5000, "admin", "\u202eevil"])
def test_a_name_that_does_not_go_takes_no_seat(alice: User, name: str) -> None:
    match = open_match(alice)
    client = browser()
    answer = client.post(_link(match), {"guest_name": name}, follow=True)
    assert 'class="notice notice-danger"' in answer.content.decode()
    assert not Seat.objects.exists()
    assert not User.objects.filter(is_guest=True).exists()


def test_a_link_lapses_and_says_so(alice: User, bob: User) -> None:
    match = open_match(alice)
    Match.objects.filter(pk=match.pk).update(expires_at=timezone.now())
    assert "has lapsed" in text_of(browser(bob), _link(match), 410)
    assert "has lapsed" in browser(bob).post(_link(match), follow=True).content.decode()
    assert "it has lapsed" in text_of(browser(alice), f"/match/{match.code}/", 410)
    assert not Seat.objects.exists()


def test_a_lapsed_invitation_by_name_cannot_be_accepted(alice: User, bob: User) -> None:
    match = open_match(alice, bob)
    Match.objects.filter(pk=match.pk).update(expires_at=timezone.now())
    page = browser(bob).post(f"/match/{match.code}/accept/", follow=True)
    assert "This invitation has lapsed: nobody took it in time." in page.content.decode()
    assert not Seat.objects.exists()


def test_a_used_link_leads_its_players_to_the_table(alice: User, bob: User) -> None:
    match = begun_match(alice, bob, by_link=True)
    for user in (alice, bob):
        assert browser(user).get(_link(match)).headers["Location"] == f"/match/{match.code}/"


def test_a_cancelled_link_is_a_clear_page(alice: User, bob: User) -> None:
    match = open_match(alice)
    match_cancel(match.pk, alice)
    assert "This invitation was taken back." in text_of(browser(bob), _link(match), 410)
    page = browser(bob).post(_link(match), follow=True)
    assert "This invitation was taken back." in page.content.decode()
    assert not Seat.objects.exists()


def test_a_wrong_link_is_not_found_and_a_name_has_no_link(alice: User, bob: User) -> None:
    named = open_match(alice, bob)
    text_of(browser(bob), "/join/nothing-like-that/", 404)
    text_of(browser(bob), _link(named), 404)
    assert browser(bob).post(_link(named)).status_code == 404


def test_the_creator_gets_the_link_to_copy(alice: User) -> None:
    match = open_match(alice)
    page = text_of(browser(alice), f"/match/{match.code}/")
    assert f'value="http://testserver{_link(match)}"' in page
    assert "Cancel the match" in page


def test_the_creator_gets_a_code_to_show_and_a_private_link(alice: User, bob: User) -> None:
    match = open_match(alice)
    page = text_of(browser(alice), f"/match/{match.code}/")
    assert 'class="qr"' in page
    assert f'value="http://testserver/mine/{match.owner_token}/"' in page
    assert match.owner_token not in text_of(browser(bob), _link(match))


@pytest.mark.parametrize(("reason", "words"), [("clock", "The reason: Another clock, please."), ("", "declined")])
def test_a_reason_reaches_the_creator(alice: User, bob: User, reason: str, words: str) -> None:
    match = open_match(alice, bob)
    browser(bob).post(f"/match/{match.code}/decline/", {"reason": reason})
    page = text_of(browser(alice), f"/match/{match.code}/", 410)
    assert words in page
    assert ("The reason" in page) is bool(reason)


def test_a_reason_that_does_not_exist_declines_nothing(alice: User, bob: User) -> None:
    match = open_match(alice, bob)
    for reason in ("never", "x" * 5000, "\x00"):
        page = browser(bob).post(f"/match/{match.code}/decline/", {"reason": reason}, follow=True)
        assert "Choose one of the reasons, or none." in page.content.decode()
    match.refresh_from_db()
    assert match.status == Match.Status.OPEN


def test_the_invited_player_sees_the_invitation_and_accepts(alice: User, bob: User) -> None:
    match = open_match(alice, bob)
    client = browser(bob)
    assert "invites you" in text_of(client, f"/match/{match.code}/")
    answer = client.post(f"/match/{match.code}/accept/")
    assert answer.headers["Location"] == f"/match/{match.code}/"
    assert 'id="table"' in text_of(client, f"/match/{match.code}/")


def test_the_invited_player_declines_and_the_creator_learns_it(alice: User, bob: User) -> None:
    match = open_match(alice, bob)
    page = browser(bob).post(f"/match/{match.code}/decline/", follow=True)
    assert "You declined the invitation." in page.content.decode()
    assert "declined this invitation" in text_of(browser(alice), f"/match/{match.code}/", 410)


def test_the_creator_cancels(alice: User, bob: User) -> None:
    match = open_match(alice, bob)
    page = browser(alice).post(f"/match/{match.code}/cancel/", follow=True)
    assert "The match is cancelled." in page.content.decode()
    assert "You cancelled this match" in text_of(browser(alice), f"/match/{match.code}/", 410)


def test_accepting_what_was_cancelled_is_told(alice: User, bob: User) -> None:
    match = open_match(alice, bob)
    match_cancel(match.pk, alice)
    page = browser(bob).post(f"/match/{match.code}/accept/", follow=True)
    assert "This invitation was taken back." in page.content.decode()


def test_strangers_do_not_know_the_match(alice: User, bob: User, charlie: User) -> None:
    for match in (open_match(alice, bob), open_match(alice)):
        for client in (browser(), browser(charlie)):
            text_of(client, f"/match/{match.code}/", 404)
            for deed in ("accept", "decline", "cancel"):
                assert client.post(f"/match/{match.code}/{deed}/").status_code == 404
        match.refresh_from_db()
        assert match.status == Match.Status.OPEN


def test_the_invited_cannot_cancel_nor_the_creator_accept(alice: User, bob: User) -> None:
    match = open_match(alice, bob)
    page = browser(bob).post(f"/match/{match.code}/cancel/", follow=True)
    assert "Only who opened the match can cancel it." in page.content.decode()
    page = browser(alice).post(f"/match/{match.code}/accept/", follow=True)
    assert "This is your own match" in page.content.decode()
    match.refresh_from_db()
    assert match.status == Match.Status.OPEN


@pytest.mark.parametrize("deed", ["accept", "decline", "cancel"])
def test_a_deed_needs_a_post_and_its_token(alice: User, bob: User, deed: str) -> None:
    match = open_match(alice, bob)
    user = alice if deed == "cancel" else bob
    assert browser(user).get(f"/match/{match.code}/{deed}/").status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(user)
    assert strict.post(f"/match/{match.code}/{deed}/").status_code == 403
    match.refresh_from_db()
    assert match.status == Match.Status.OPEN


def test_the_link_needs_its_token_to_join(alice: User, bob: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(bob)
    assert strict.post(_link(open_match(alice))).status_code == 403
    assert not Seat.objects.exists()


def test_a_waiting_page_is_told_when_the_match_begins(alice: User, bob: User, charlie: User) -> None:
    match = open_match(alice, bob)
    path = f"/match/{match.code}/status/"
    assert browser(alice).get(path).json() == {"status": "open"}
    browser(bob).post(f"/match/{match.code}/accept/")
    assert browser(alice).get(path).json() == {"status": "running"}
    private = open_match(alice, bob, terms(public=False))
    assert browser(charlie).get(f"/match/{private.code}/status/").status_code == 404


def test_pages_are_asked_for_again_and_not_kept_by_others(alice: User, bob: User) -> None:
    match = open_match(alice, bob)
    answer = browser(bob).get(f"/match/{match.code}/")
    assert {"private", "no-cache"} <= set(answer.headers["Cache-Control"].split(", "))


def test_a_declined_invitation_of_a_deleted_player_still_reads_well(alice: User, bob: User) -> None:
    match = open_match(alice, bob)
    invitation_decline(match.pk, bob)
    Match.objects.filter(pk=match.pk).update(invited=None)
    assert "deleted player" in text_of(browser(alice), f"/match/{match.code}/", 410)
