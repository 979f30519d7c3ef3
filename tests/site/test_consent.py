"""Consent to anonymous statistics: what holds for whom, the switch, and that off means off."""

from __future__ import annotations

import json
import re
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from pytest_django import DjangoAssertNumQueries, Settings

from bgsite.accounts.guest_services import guest_adopt, guest_make
from bgsite.accounts.guests import COOKIE as GUEST_COOKIE
from bgsite.accounts.guests import GuestMiddleware, cookie_of
from bgsite.accounts.models import User
from bgsite.accounts.services import account_delete
from bgsite.consent.choice import COOKIE, all_agree, is_on
from matches.models import GameFactOutbox, Match, Seat
from stats.models import BrowserFact, PurgeRun
from tests.matches.matchmaking import begun_match, open_match, person, text_of

pytestmark = pytest.mark.django_db

SIGNALS: Final[list[dict[str, Any]]] = [{"HTTP_DNT": "1"}, {"HTTP_SEC_GPC": "1"}]


def _client(user: User | None = None, **extra: Any) -> Client:
    client = Client(**extra)
    if user is not None and user.is_guest:
        client.cookies[GUEST_COOKIE] = cookie_of(user)
    elif user is not None:
        client.force_login(user)
    return client


def _choice(user: User) -> bool | None:
    return User.objects.values_list("statistics", flat=True).get(pk=user.pk)


def _table(user: User) -> str:
    return f"/match/{begun_match(user, person('opponent')).code}/"


# --- What holds ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chosen", "cookie", "signal", "holds"),
    [
        (None, None, None, True),
        (None, None, "DNT", False),
        (None, None, "Sec-GPC", False),
        (None, "off", None, False),
        (None, "on", "DNT", True),
        (None, "perhaps", None, True),
        (None, "perhaps", "Sec-GPC", False),
        (False, "on", None, False),
        (True, "off", "DNT", True),
    ],
)
def test_the_person_comes_before_the_browser_and_the_browsers_choice_before_its_signal(
    chosen: bool | None, cookie: str | None, signal: str | None, holds: bool
) -> None:
    request = RequestFactory().get("/", headers={signal: "1"} if signal else {})
    request.COOKIES = {} if cookie is None else {COOKIE: cookie}
    request.user = AnonymousUser() if chosen is None else User.objects.create_user("alice", statistics=chosen)
    answered: list[bool] = []

    def view(seen: HttpRequest) -> HttpResponse:
        answered.append(is_on(seen))
        return HttpResponse()

    GuestMiddleware(view)(request)
    assert answered == [holds]


@pytest.mark.parametrize("value", ["0", "unspecified", "true", ""])
def test_another_value_is_no_signal(value: str) -> None:
    alice = person("alice")
    _client(alice, HTTP_DNT=value, HTTP_SEC_GPC=value).get("/")
    assert _choice(alice) is None


def test_everybody_at_the_table_must_agree(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    alice, bob, charlie = person("alice"), person("bob"), person("charlie")
    User.objects.filter(pk=bob.pk).update(statistics=True)
    User.objects.filter(pk=charlie.pk).update(statistics=False)
    with django_assert_num_queries(1):
        assert all_agree([alice.pk, bob.pk])
    assert not all_agree([alice.pk, charlie.pk])
    assert all_agree([])


# --- Signals are kept for games, where no browser can be asked ---------------------------------------------------


@pytest.mark.parametrize("signal", [*SIGNALS, {"HTTP_COOKIE": f"{COOKIE}=off"}])
def test_a_signal_counts_as_off_for_who_has_not_chosen(signal: dict[str, Any]) -> None:
    guest = guest_make()
    cookie = f"{GUEST_COOKIE}={cookie_of(guest)}; {signal.get('HTTP_COOKIE', '')}"
    Client().get("/", **{**signal, "HTTP_COOKIE": cookie})
    assert _choice(guest) is False


@pytest.mark.parametrize("signal", SIGNALS)
def test_an_account_is_off_after_its_first_page(signal: dict[str, Any]) -> None:
    alice = person("alice")
    _client(alice, **signal).get("/")
    assert _choice(alice) is False
    assert not all_agree([alice.pk])


def test_what_was_chosen_is_stronger_than_a_signal() -> None:
    alice = person("alice")
    client = _client(alice, HTTP_DNT="1")
    client.post("/privacy/statistics/", {"statistics": "on"})
    client.get("/")
    assert _choice(alice) is True
    bob = person("bob")
    browser = _client(bob, HTTP_DNT="1")
    browser.cookies[COOKIE] = "on"
    browser.get("/")
    assert _choice(bob) is None


@pytest.mark.parametrize(("sent", "facts"), [({}, 1), *((signal, 0) for signal in SIGNALS)])
def test_a_new_guests_game_is_counted_only_without_a_signal(sent: dict[str, Any], facts: int) -> None:
    """The guest is made, and the game begins, in one request."""
    match = open_match(person("alice"))
    assert Client(**sent).post(f"/join/{match.link_token}/").status_code == 302
    assert GameFactOutbox.objects.count() == facts


@pytest.mark.parametrize(("word", "facts"), [("on", 1), ("off", 0)])
def test_the_switch_decides_whether_games_are_counted(word: str, facts: int) -> None:
    client = _client(person("alice"))
    client.post("/privacy/statistics/", {"statistics": word})
    client.post("/play/screen/", {"card": "plain", "clock": "untimed", "length": "1"})
    assert Match.objects.get().version > 0
    assert GameFactOutbox.objects.count() == facts


def test_a_page_that_failed_asks_for_nobody() -> None:
    """So /health/ can say that the database is down, whatever the browser sends."""
    alice = person("alice")
    client = _client(alice, HTTP_DNT="1")
    assert client.get("/health/").status_code == 503
    assert _choice(alice) is None


def test_the_choice_goes_when_the_account_goes() -> None:
    alice = person("alice")
    User.objects.filter(pk=alice.pk).update(statistics=False)
    account_delete(alice)
    assert _choice(alice) is None


@pytest.mark.parametrize(
    ("guest_says", "account_says", "after"),
    [(False, None, False), (False, True, False), (True, False, False), (True, None, None), (None, True, True)],
)
def test_off_wins_when_a_guest_registers(
    guest_says: bool | None, account_says: bool | None, after: bool | None
) -> None:
    guest, alice = guest_make(), person("alice")
    User.objects.filter(pk=guest.pk).update(statistics=guest_says)
    User.objects.filter(pk=alice.pk).update(statistics=account_says)
    assert guest_adopt(guest.pk, alice.pk)
    assert _choice(alice) is after


# --- The switch ---------------------------------------------------------------------------------------------


def test_a_stranger_switches_by_a_cookie_that_scripts_can_read(settings: Settings) -> None:
    client = Client()
    answer = client.post("/privacy/statistics/", {"statistics": "off", "next": "/help/"})
    assert answer["Location"] == "/help/"
    morsel = client.cookies[COOKIE]
    assert (morsel.value, morsel["samesite"], morsel["httponly"], morsel["secure"]) == ("off", "Lax", "", "")
    assert int(morsel["max-age"]) == 400 * 24 * 60 * 60
    settings.HTTPS = True
    client.post("/privacy/statistics/", {"statistics": "on"})
    assert (client.cookies[COOKIE].value, client.cookies[COOKIE]["secure"]) == ("on", True)
    assert not User.objects.exists()


@pytest.mark.parametrize("make", [guest_make, lambda: person("alice")])
def test_a_person_keeps_the_choice(make: Any) -> None:
    user = make()
    client = _client(user)
    for word, kept in (("off", False), ("on", True)):
        client.post("/privacy/statistics/", {"statistics": word})
        assert _choice(user) is kept
        assert client.cookies[COOKIE].value == word


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", ""])
def test_the_switch_leads_to_pages_of_ours_only(elsewhere: str) -> None:
    answer = Client().post("/privacy/statistics/", {"statistics": "off", "next": elsewhere})
    assert answer["Location"] == "/privacy/"


@pytest.mark.parametrize("given", [{}, {"statistics": ""}, {"statistics": "maybe"}, {"statistics": "\0"}])
def test_an_unknown_choice_is_refused(given: dict[str, str]) -> None:
    alice = person("alice")
    client = _client(alice)
    assert client.post("/privacy/statistics/", given).status_code == 400
    assert COOKIE not in client.cookies
    assert _choice(alice) is None


def test_looking_at_the_switchs_address_is_refused(client: Client) -> None:
    assert client.get("/privacy/statistics/").status_code == 405


def _ways_back(page: str) -> list[str]:
    """Where the forms of the switch lead to."""
    return re.findall(r'action="/privacy/statistics/"[^>]*>.*?name="next" value="([^"]*)"', page, re.DOTALL)


@pytest.mark.parametrize("path", ["/privacy/", "/settings/", "/accounts/"])
def test_the_switch_stands_on_the_pages_of_privacy_and_settings(path: str) -> None:
    user = guest_make() if path == "/accounts/" else person("alice")
    client = _client(user)
    page = text_of(client, path)
    assert "Turn statistics off" in page
    assert "What is sent" in page
    assert "What is never sent" in page
    (back,) = _ways_back(page)
    assert back == f"{path}#statistics"
    assert client.post("/privacy/statistics/", {"statistics": "off", "next": back})["Location"] == back
    assert "Turn statistics on" in text_of(client, path)


def test_a_refused_form_has_no_address_to_go_back_to() -> None:
    page = _client(guest_make()).post("/accounts/guest/name/", {"name": "x"}).content.decode()
    assert _ways_back(page) == [""]


@pytest.mark.parametrize("signal", SIGNALS)
def test_the_page_says_that_the_browser_began_with_off(signal: dict[str, Any]) -> None:
    said = "Your browser asks sites not to track you"
    client = Client(**signal)
    page = text_of(client, "/privacy/")
    assert said in page
    assert "Turn statistics on" in page
    client.post("/privacy/statistics/", {"statistics": "off"})
    assert said not in text_of(client, "/privacy/")
    assert said not in text_of(Client(), "/privacy/")


# --- Off means that no page can send ---------------------------------------------------------------------------


def test_the_page_of_a_table_has_the_script_and_a_token_while_it_is_on() -> None:
    alice = person("alice")
    page = text_of(_client(alice), _table(alice))
    (written,) = re.findall(r'<script id="usage-beacon" type="application/json">(.*?)</script>', page)
    offer = json.loads(written)
    assert set(offer) == {"token", "url"}
    assert offer["url"] == "/usage/beacon/"
    assert "dist/usage.js" in page


@pytest.mark.parametrize("off", [*SIGNALS, {"HTTP_COOKIE": f"{COOKIE}=off"}])
def test_off_leaves_script_and_token_out(off: dict[str, Any]) -> None:
    page = text_of(Client(**off), _table(person("alice")))
    assert "usage" not in page.replace("/usage/", "", 1)  # the footer's link


def test_a_person_who_turned_it_off_gets_no_script_in_any_browser() -> None:
    alice = person("alice")
    _client(alice).post("/privacy/statistics/", {"statistics": "off"})
    assert "usage-beacon" not in text_of(_client(alice), _table(alice))


def test_other_pages_never_send() -> None:
    client = _client(person("alice"))
    for path in ("/", "/privacy/", "/help/", "/watch/", "/lobby/"):
        assert "usage-beacon" not in text_of(client, path)


# --- No request leaves the own origin --------------------------------------------------------------------------


def test_the_policy_lets_pages_ask_their_own_origin_alone(client: Client) -> None:
    policy = client.get("/privacy/").headers["Content-Security-Policy"]
    allowed = {name: set(sources) for name, *sources in (part.split() for part in policy.split(";") if part.strip())}
    assert allowed["default-src"] == allowed["connect-src"] == allowed["form-action"] == {"'self'"}
    assert set().union(*allowed.values()) == {"'self'", "'none'", "data:"}
    assert [name for name, sources in allowed.items() if "data:" in sources] == ["img-src"]


def test_pages_name_no_other_origin() -> None:
    alice = person("alice")
    client = _client(alice)
    for path in ("/", "/privacy/", "/help/", "/settings/", _table(alice)):
        named = re.findall(r'(?:src|srcset|action|href)="\s*((?:[a-z+]+:)?//[^"]*)"', text_of(client, path))
        assert named == [], path


# --- What the privacy page says of forgetting ---------------------------------------------------------------------


def test_a_site_that_never_forgot_says_so(client: Client) -> None:
    page = text_of(client, "/privacy/")
    assert "Never yet" in page
    assert "overdue" in page
    assert "none: nothing is kept" in page


def test_the_last_run_and_the_oldest_day_are_shown(client: Client) -> None:
    now = datetime.now(UTC)
    PurgeRun.objects.create(began_at=now - timedelta(days=2), took_ms=1, through=date(2026, 1, 1), rows=9)
    PurgeRun.objects.create(began_at=now, took_ms=421, through=date(2026, 1, 3), rows=1234)
    PurgeRun.objects.create(began_at=now + timedelta(hours=1), took_ms=None, through=date(2026, 1, 4))
    oldest = now.date() - timedelta(days=20)
    for day in (now.date(), oldest):
        BrowserFact.objects.create(
            key=f"00000000-0000-0000-0000-0000000000{day.day:02}",
            day=day,
            board="flat",
            frame="none",
            is_phone=False,
            memory="4",
            cores="4",
            browser="firefox",
            system="linux",
        )
    page = text_of(client, "/privacy/")
    assert f"{now:%H:%M} UTC: everything up to 3 January 2026." in page
    assert "Those were 1234 rows, in 421 ms." in page
    assert f"<dd>{oldest.day} {oldest:%B} {oldest.year}</dd>" in page
    assert "overdue" not in page


def test_few_rows_are_not_counted_and_a_late_run_is_called_so(client: Client) -> None:
    PurgeRun.objects.create(
        began_at=datetime.now(UTC) - timedelta(hours=27), took_ms=4, through=date(2026, 1, 3), rows=4
    )
    page = text_of(client, "/privacy/")
    assert "Those were few rows or none." in page
    assert "overdue" in page


def test_a_match_seats_people_alone() -> None:
    """Computers have no row of `User`, so they have no say."""
    alice = person("alice")
    begun_match(alice, person("bob"))
    assert all_agree([seat.user_id for seat in Seat.objects.all() if seat.user_id is not None])
