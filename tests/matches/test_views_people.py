"""Pages about people: profile, search, lists, settings."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from bgsite.accounts.guest_services import guest_make
from bgsite.accounts.guests import COOKIE, cookie_of
from bgsite.accounts.models import User
from bgsite.accounts.services import account_ban, account_delete
from matches.models import Block, Friend, Match, PlayerSettings
from matches.services.people import Challengers, befriend, block, settings_save
from matches.services.sitting import hot_seat_start
from tests.matches.matchmaking import begun_match, browser, person, terms, text_of

pytestmark = pytest.mark.django_db


def test_anybody_reads_a_profile(alice: User) -> None:
    page = text_of(browser(), "/player/alice/")
    assert alice.date_joined.strftime("Member since %B %Y") in page
    assert "No match against a registered player" in page
    assert "/accounts/login/?next=/player/alice/" in page


@pytest.mark.parametrize("name", ["Straßer", "Özil", "O'Neil", "Анна", "李小龙", "J. R.", "a-b_c", "أحمد"])
def test_a_profile_has_an_address_in_any_script(name: str) -> None:
    """Case 173: nothing is escaped twice, cut off, or lost."""
    person(name)
    client = browser(person("reader"))
    page = text_of(client, f"/player/{quote(name)}/")
    assert f"<title>{name.replace(chr(39), '&#x27;')} · Barpoint</title>" in page
    found = text_of(client, f"/players/?q={quote(name)}")
    assert f'href="/player/{quote(name, safe="/~:@!$&()*+,;=" + chr(39))}/"'.replace("'", "&#x27;") in found
    assert "&amp;#" not in found


@pytest.mark.parametrize("name", ["nobody", "a&b", "ß", "100%", "a+b", '"', "..x", "%00", "a%2Fb", "x" * 3000])
def test_no_such_player_is_a_clear_page(name: str) -> None:
    path = f"/player/{name if '%' in name and name != '100%' else quote(name, safe='')}/"
    page = browser().get(path)
    assert page.status_code in {400, 404}
    if name not in {"a%2Fb", "%00"}:
        assert "There is no such player" in page.content.decode()


def test_guests_and_deleted_people_have_no_page(alice: User) -> None:
    guest = guest_make()
    account_delete(alice)
    alice.refresh_from_db()
    for name in (guest.username, "alice", alice.username):
        assert "There is no such player" in text_of(browser(), f"/player/{quote(name)}/", 404)


def test_the_buttons_of_a_profile_do_what_they_say(alice: User, bob: User) -> None:
    client = browser(alice)
    assert "Add to friends" in text_of(client, "/player/bob/")
    assert 'href="/matches/new/?opponent=bob"' in text_of(client, "/player/bob/")
    for what, sentence in (
        ("friend", "bob is in your list of friends."),
        ("unfriend", "bob is not in your list of friends any more."),
        ("block", "bob is blocked."),
        ("unblock", "bob is not blocked any more."),
    ):
        assert sentence in client.post(f"/player/bob/{what}/", follow=True).content.decode()
    client.post("/player/BOB/block/")
    page = text_of(client, "/player/bob/")
    assert "Lift the block" in page
    assert "?opponent=bob" not in page
    assert Block.objects.get().person == bob


def test_only_posting_changes_lists_and_only_for_registered_people(alice: User, bob: User) -> None:
    assert browser(alice).get("/player/bob/block/").status_code == 405
    assert browser().post("/player/bob/block/").headers["Location"].startswith("/accounts/login/")
    guest = Client()
    guest.cookies[COOKIE] = cookie_of(guest_make())
    assert guest.post("/player/bob/friend/").headers["Location"].startswith("/accounts/login/")
    assert "There is no such player" in browser(alice).post("/player/nobody/block/").content.decode()
    assert "This is you." in browser(alice).post("/player/alice/block/", follow=True).content.decode()
    assert not Block.objects.exists()
    assert not Friend.objects.exists()


def test_a_profile_says_why_there_is_no_challenge(alice: User, bob: User) -> None:
    block(bob.pk, alice.pk)
    assert "does not take challenges from you" in text_of(browser(alice), "/player/bob/")
    carol = person("carol")
    settings_save(bob.pk, challengers=Challengers.FRIENDS, is_hidden=False, mail_on_turn=False)
    page = text_of(browser(carol), "/player/bob/")
    assert "takes challenges from friends only" in page
    assert "?opponent=bob" not in page
    befriend(bob.pk, carol.pk)
    assert "?opponent=bob" in text_of(browser(carol), "/player/bob/")


def test_a_challenge_to_who_blocks_you_is_refused_with_its_sentence(alice: User, bob: User) -> None:
    block(bob.pk, alice.pk)
    data = {
        "opponent": "bob",
        "card": "match",
        "length": "7",
        "clock": "normal",
        "colour": "random",
        "crawford": "card",
    }
    page = browser(alice).post("/matches/new/", data).content.decode()
    assert "takes no invitations from you" in page or "does not take challenges from you" in page
    assert not Match.objects.exists()


def test_a_banned_player_cannot_be_challenged(alice: User, bob: User) -> None:
    account_ban(bob)
    page = text_of(browser(alice), "/player/bob/")
    assert "account closed" in page
    assert "?opponent=bob" not in page


def test_the_own_profile_leads_to_the_settings(alice: User) -> None:
    page = text_of(browser(alice), "/player/alice/")
    assert 'href="/settings/"' in page
    assert "Add to friends" not in page


def test_names_lead_to_profiles_but_not_those_of_guests(alice: User, bob: User) -> None:
    begun_match(alice, bob)
    page = text_of(browser(), "/watch/")
    assert 'href="/player/alice/"' in page
    guest = guest_make()
    match = begun_match(alice, guest, by_link=True)
    Match.objects.filter(pk=match.pk).update(invited=guest)
    assert f"/player/{guest.username}" not in text_of(browser(), "/watch/")


def test_white_and_black_of_one_person_lead_nowhere(alice: User) -> None:
    hot_seat_start(alice, terms())
    page = text_of(browser(alice), "/matches/")
    assert "White" in page
    assert 'class="player-link"' not in page


def test_the_search_finds_says_nothing_found_and_asks_first(alice: User) -> None:
    client = browser()
    assert "begins with" not in text_of(client, "/players/")
    assert 'href="/player/alice/"' in text_of(client, "/players/?q=ALI")
    page = text_of(client, "/players/?q=%26%C3%9F%25%2B%22")
    assert "begins with “&amp;ß%+&quot;”" in page
    assert 'value="&amp;ß%+&quot;"' in page
    assert "begins with" not in text_of(client, "/players/?q=" + "x" * 5000)
    assert "begins with" not in text_of(client, "/players/?q=%20")


def test_settings_are_kept(alice: User) -> None:
    client = browser(alice)
    assert "no one" not in text_of(client, "/settings/")
    page = client.post("/settings/", {"challengers": "friends", "is_hidden": "on"}, follow=True).content.decode()
    assert "Your play settings are saved." in page
    kept = PlayerSettings.objects.get(person=alice)
    assert (kept.challengers, kept.is_hidden, kept.mail_on_turn) == ("friends", True, False)


def test_mails_need_a_confirmed_address(alice: User) -> None:
    client = browser(alice)
    assert "needs a confirmed e-mail address" in text_of(client, "/settings/")
    answer = client.post("/settings/", {"challengers": "everybody", "mail_on_turn": "on"})
    assert "Give one to your account first." in answer.content.decode()
    assert not PlayerSettings.objects.exists()
    EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True, verified=True)
    client.post("/settings/", {"challengers": "everybody", "mail_on_turn": "on"})
    assert PlayerSettings.objects.get().mail_on_turn


@pytest.mark.parametrize("value", ["", "all", "everybody\0", "x" * 5000])
def test_an_unknown_setting_changes_nothing(alice: User, value: str) -> None:
    answer = browser(alice).post("/settings/", {"challengers": value, "is_hidden": "on"})
    assert answer.status_code == 200
    assert "Please correct this first:" in answer.content.decode()
    assert not PlayerSettings.objects.exists()


def test_lists_are_shown_and_people_removed_there(alice: User, bob: User) -> None:
    carol = person("carol")
    befriend(alice.pk, bob.pk)
    block(alice.pk, carol.pk)
    client = browser(alice)
    page = text_of(client, "/settings/")
    assert "/player/bob/unfriend/" in page
    assert "/player/carol/unblock/" in page
    answer = client.post("/player/bob/unfriend/", {"back": "settings"})
    assert answer.headers["Location"] == "/settings/"
    assert "/player/bob/" not in text_of(client, "/settings/").replace("/player/bob/unfriend/", "")
