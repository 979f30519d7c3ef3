"""Guests: the cookie, who reads a page, whose socket it is, and what guests cannot do."""

from __future__ import annotations

from datetime import timedelta
from http.cookies import Morsel
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import Settings

from bgsite.accounts.guest_services import guest_make, guest_rename
from bgsite.accounts.guests import COOKIE, GuestMiddleware, SocketPerson, cookie_of, guest_of
from bgsite.accounts.models import User
from bgsite.accounts.names import name_is_reserved
from matches.models import Seat
from matches.reader import reader_of
from matches.selectors.people import player_named
from matches.selectors.sockets import Session, session_lives
from tests.matches.matchmaking import open_match, person
from tests.site.people import log_in, register

pytestmark = pytest.mark.django_db


def _join(client: Client, **extra: Any) -> Morsel[str]:
    """Take a seat by a link, as nobody; the cookie that came."""
    match = open_match(person(f"host {User.objects.count()}x"))
    answer = client.post(f"/join/{match.link_token}/", **extra)
    assert answer.status_code == 302, answer.status_code
    return client.cookies[COOKIE]


def _guest_browser() -> tuple[Client, User]:
    client = Client()
    _join(client)
    return client, User.objects.get(is_guest=True)


def test_reading_makes_nobody_a_guest() -> None:
    client = Client()
    for path in ("/", "/watch/", "/help/", "/privacy/", f"/join/{open_match(person('alice')).link_token}/"):
        assert client.get(path).status_code == 200
        assert COOKIE not in client.cookies
    assert not User.objects.filter(is_guest=True).exists()


def test_the_menu_of_a_guest_leads_to_registration() -> None:
    """On a phone's table it is the only way there."""
    client, _guest = _guest_browser()
    menu = client.get("/").content.decode().partition('class="account-menu"')[2].partition("</details>")[0]
    assert 'href="/accounts/signup/"' in menu


def test_the_reader_of_a_get_refuses_to_become_a_guest() -> None:
    with pytest.raises(RuntimeError):
        _reader(RequestFactory().get("/")).seated()


def _reader(request: HttpRequest) -> Any:
    from django.contrib.auth.models import AnonymousUser

    request.user = AnonymousUser()
    GuestMiddleware(lambda _: HttpResponse())(request)
    return reader_of(request)


def test_the_cookie_is_for_the_server_alone_and_lasts_400_days(settings: Settings) -> None:
    morsel = _join(Client())
    assert morsel["httponly"]
    assert morsel["samesite"] == "Lax"
    assert int(morsel["max-age"]) == 400 * 24 * 60 * 60
    assert not morsel["secure"]
    settings.HTTPS = True
    assert _join(Client())["secure"]


def test_the_cookie_says_a_number_and_a_key_only() -> None:
    client, guest = _guest_browser()
    said = client.cookies[COOKIE].value.split(":")[0]
    assert said == f"{guest.pk}.{guest.username.removeprefix('guest-')}"


@pytest.mark.parametrize("broken", ["1.abc", "x" * 5000, "1.abc:1:zzz", "\x00", "½:a:b"])
def test_a_tampered_cookie_counts_as_none(broken: str) -> None:
    guest = guest_make()
    good = cookie_of(guest)
    assert guest_of(good) == guest
    assert guest_of(broken) is None
    assert guest_of(broken + good) is None
    assert guest_of(good[:-1] + ("a" if good[-1] != "a" else "b")) is None


def test_a_cookie_whose_guest_is_gone_counts_as_none() -> None:
    client, guest = _guest_browser()
    assert client.get("/matches/").status_code == 200
    guest.delete()
    assert client.get("/matches/").status_code == 302


def test_the_number_alone_is_no_guest() -> None:
    guest = guest_make()
    cookie = cookie_of(guest)
    User.objects.filter(pk=guest.pk).update(username="guest-another")
    assert guest_of(cookie) is None


def test_the_same_browser_is_the_same_guest() -> None:
    client, guest = _guest_browser()
    _join(client)
    assert list(User.objects.filter(is_guest=True)) == [guest]
    assert Seat.objects.filter(user=guest).count() == 2


def test_a_day_later_the_cookie_is_renewed_once() -> None:
    client, guest = _guest_browser()
    yesterday = timezone.now() - timedelta(days=1)
    assert COOKIE not in client.get("/matches/").cookies
    User.objects.filter(pk=guest.pk).update(last_login=yesterday)
    assert COOKIE in client.get("/matches/").cookies
    assert COOKIE not in client.get("/matches/").cookies
    guest.refresh_from_db()
    assert guest.last_login is not None
    assert guest.last_login > yesterday
    assert (guest.last_login.hour, guest.last_login.minute) == (0, 0)


def test_too_many_guests_from_one_address_are_told(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "guest": "2/h/ip"}
    match = open_match(person("alice"))
    for _ in range(2):
        _join(Client())
    refused = Client().post(f"/join/{match.link_token}/")
    assert refused.status_code == 429
    assert "Very many guests" in refused.content.decode()
    assert COOKIE not in refused.cookies
    assert not match.seats.exists()
    assert Client(REMOTE_ADDR="10.9.8.7").post(f"/join/{match.link_token}/").status_code == 302


def test_nobody_logs_in_as_a_guest_or_finds_one() -> None:
    guest = guest_make()
    for password in ("", guest.password, guest.username):
        assert log_in(Client(), guest.username, password).status_code == 200
    assert player_named(guest.username) is None
    assert not guest.has_usable_password()
    assert not guest.email


@pytest.mark.parametrize("name", ["guest-abcdefghjkabcdefgh", "Guest", "GUEST 7", "guest7", "gue5t".replace("5", "s")])
def test_names_of_guests_are_reserved(name: str) -> None:
    assert name_is_reserved(name)
    register(Client(), name)
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["Guestavo", "August", "Gus"])
def test_other_names_are_free(name: str) -> None:
    assert not name_is_reserved(name)


def test_a_guest_has_a_name_that_says_guest() -> None:
    guest = guest_make()
    assert str(guest) == "Guest"
    guest_rename(guest, "  Anna ")
    guest.refresh_from_db()
    assert str(guest) == "Anna (guest)"
    guest_rename(guest, "")
    assert str(guest) == "Guest"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Anna\u202e", "letters, digits"),
        ("Anna\x00b", "letters, digits"),
        ("An\u0430a", "different scripts"),
        ("x", "too short"),
        ("x" * 25, "too long"),
        ("admin", "kept for the site"),
        ("Al1ce", "looks too much like"),
        ("ALICE", "looks too much like"),
    ],
)
def test_a_guest_gets_no_name_that_an_account_could_not_have(name: str, words: str) -> None:
    person("Alice")
    guest = guest_make()
    with pytest.raises(ValidationError, match=words):
        guest_rename(guest, name)
    guest.refresh_from_db()
    assert guest.guest_name == ""


def test_two_guests_may_have_one_name() -> None:
    one, two = guest_make(), guest_make()
    guest_rename(one, "Anna")
    guest_rename(two, "Anna")
    assert str(one) == str(two)


def test_the_name_of_an_account_stays() -> None:
    alice = person("Alice")
    guest_rename(alice, "Anna")
    alice.refresh_from_db()
    assert str(alice) == "Alice"


@pytest.mark.django_db(transaction=True)
async def test_a_socket_knows_its_guest() -> None:
    from asgiref.sync import sync_to_async
    from django.contrib.auth.models import AnonymousUser

    seen: list[dict[str, Any]] = []

    async def inner(scope: dict[str, Any], *_: Any) -> None:
        seen.append(scope)

    guest = await sync_to_async(guest_make)()
    cookie = await sync_to_async(cookie_of)(guest)
    alice = await sync_to_async(person)("alice")
    nobody: Any = AnonymousUser()
    session = type("Session", (), {"session_key": "key"})()
    for user, cookies in ((nobody, {COOKIE: cookie}), (alice, {COOKIE: cookie}), (nobody, {}), (nobody, {COOKIE: "x"})):
        scope = {"user": user, "cookies": cookies, "session": session}
        await SocketPerson(inner)(scope, None, None)  # type: ignore[arg-type]
    known = [(scope["person"], scope["person_session_key"]) for scope in seen]
    assert known == [(guest, None), (alice, "key"), (None, None), (None, None)]


def test_a_guests_socket_lives_as_long_as_the_guest() -> None:
    guest = guest_make()
    session = session_lives(Session(guest.pk, None, 0))
    assert session.lives
    assert session.look_at
    guest.delete()
    assert not session_lives(session).lives
