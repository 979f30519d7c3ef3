"""The pages on which play starts, for people without an account too."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from bgsite.accounts.models import User
from games.rules.levels import Level
from matches.codec import decode_card
from matches.models import Match
from matches.services.lifecycle import MATCHES_AN_HOUR
from matches.services.quota import Quota
from tests.matches.matchmaking import browser, open_match, person

pytestmark = pytest.mark.django_db

UNTIMED = {"length": "5", "clock": "untimed"}
COMPUTER = UNTIMED | {"card": "match", "level": "beginner", "colour": "white", "pace": "0"}
SCREEN = UNTIMED | {"card": "match"}
FRIEND = UNTIMED | {"card": "match", "colour": "white"}
MONEY = {"card": "money", "clock": "untimed", "against": "computer", "level": "expert", "colour": "black"}


@pytest.fixture(autouse=True)
def _no_limits() -> None:
    cache.clear()


def _begun(client: Client, path: str, answers: dict[str, str]) -> Match:
    answer = client.post(path, answers)
    match = Match.objects.get()
    assert answer.headers["Location"] == f"/match/{match.code}/"
    return match


def _refused(client: Client, path: str, answers: dict[str, str]) -> str:
    page = client.post(path, answers)
    assert page.status_code == 200
    assert not Match.objects.exists()
    assert not User.objects.filter(is_guest=True).exists()
    assert "Please correct this first:" in page.content.decode()
    return page.content.decode()


@pytest.mark.parametrize("path", ["/play/computer/", "/play/screen/", "/play/friend/", "/play/money/"])
def test_looking_at_a_page_makes_nobody_and_nothing(path: str) -> None:
    client = browser()
    assert client.get(path).status_code == 200
    assert set(client.cookies) <= {"csrftoken"}
    assert not User.objects.exists()


@pytest.mark.parametrize("level", list(Level))
def test_a_stranger_plays_the_computer(level: Level) -> None:
    client = browser()
    match = _begun(client, "/play/computer/", COMPUTER | {"level": level.value})
    guest = User.objects.get()
    assert guest.is_guest
    seats = {seat.side: (seat.user, seat.level) for seat in match.seats.all()}
    assert seats == {"white": (guest, ""), "black": (None, level.value)}
    assert (match.status, match.origin, match.pace) == ("running", "computer", 0)
    page = client.get(f"/match/{match.code}/").content.decode()
    assert f"Computer ({level.value})" in page


def test_the_first_answers_of_the_computer_page_are_enough() -> None:
    page = browser().get("/play/computer/?level=expert").context["form"]
    answers = {name: page[name].value() for name in page.fields if page[name].value() is not None}
    match = _begun(browser(), "/play/computer/", {name: str(value) for name, value in answers.items()})
    assert match.seats.get(side="black").level == "expert"
    assert match.seats.get(side="white").user is not None


def test_two_at_one_screen_have_both_sides() -> None:
    match = _begun(browser(), "/play/screen/", SCREEN | {"card": "plain"})
    guest = User.objects.get()
    assert {seat.user for seat in match.seats.all()} == {guest}
    assert (match.origin, match.preset) == ("hot_seat", "plain")


def test_a_guest_makes_a_link_under_a_name() -> None:
    client = browser()
    match = _begun(client, "/play/friend/", FRIEND | {"guest_name": "Milly"})
    assert (match.origin, match.creator_side, match.is_public) == ("link", "white", True)
    assert str(match.created_by) == "Milly (guest)"
    assert match.expires_at is not None


def test_a_registered_creator_is_not_asked_for_a_name() -> None:
    alice = person("alice")
    client = browser(alice)
    assert "guest_name" not in client.get("/play/friend/").context["form"].fields
    assert _begun(client, "/play/friend/", FRIEND).created_by == alice


@pytest.mark.parametrize(
    ("answers", "origin"),
    [
        ({}, "computer"),
        ({"against": "screen"}, "hot_seat"),
        ({"against": "friend"}, "link"),
        ({"against": "player", "opponent": "bob"}, "named"),
    ],
)
def test_a_session_with_each_kind_of_opponent(answers: dict[str, str], origin: str) -> None:
    person("bob")
    stake = {"stake_amount": "5", "stake_label": "coffee"}
    match = _begun(browser(person("alice")), "/play/money/", MONEY | stake | answers)
    assert (match.origin, match.kind) == (origin, "money")
    card = decode_card(match.card)
    assert card.stake is not None
    assert (card.stake.amount, card.stake.label) == (5, "coffee")


@pytest.mark.parametrize(
    ("path", "answers", "sentence"),
    [
        ("/play/computer/", COMPUTER | {"level": "grandmaster"}, "Select a valid choice."),
        ("/play/computer/", COMPUTER | {"level": ""}, "This field is required."),
        ("/play/computer/", COMPUTER | {"pace": "9999"}, "Select a valid choice."),
        ("/play/computer/", COMPUTER | {"pace": "slow"}, "Select a valid choice."),
        ("/play/computer/", COMPUTER | {"colour": "green"}, "Select a valid choice."),
        ("/play/screen/", SCREEN | {"card": "poker"}, "Select a valid choice."),
        ("/play/screen/", SCREEN | {"length": "-1"}, "Write a whole number from 1 to 127."),
        ("/play/friend/", FRIEND | {"guest_name": "a\x07b"}, "Your name:"),
        ("/play/friend/", FRIEND | {"guest_name": "x" * 5000}, "Your name:"),
        ("/play/money/", MONEY | {"against": "nobody"}, "Select a valid choice."),
        ("/play/money/", MONEY | {"level": ""}, "Choose how strong the computer is to play."),
        ("/play/money/", MONEY | {"against": "player"}, "To invite a player by name, log in first."),
        ("/play/money/", MONEY | {"stake_label": "t\u202eea"}, "Letters, digits and signs only."),
    ],
)
def test_bad_answers_are_told_and_make_nothing(path: str, answers: dict[str, str], sentence: str) -> None:
    assert sentence in _refused(browser(), path, answers)


def test_a_session_by_name_needs_the_name_of_somebody() -> None:
    client = browser(person("alice"))
    page = _refused(client, "/play/money/", MONEY | {"against": "player"})
    assert "Write the name of the player." in page
    page = _refused(client, "/play/money/", MONEY | {"against": "player", "opponent": "nobody"})
    assert "There is no player with this name." in page


def test_guests_cannot_be_invited_by_their_technical_name() -> None:
    browser().post("/play/screen/", SCREEN)
    guest = User.objects.get()
    page = browser(person("alice")).post("/play/money/", MONEY | {"against": "player", "opponent": guest.username})
    assert "There is no player with this name." in page.content.decode()


def test_garbage_makes_nothing() -> None:
    for junk in ("\x00", "9" * 5000, "<script>", "∞"):
        _refused(browser(), "/play/money/", dict.fromkeys(MONEY | FRIEND | COMPUTER, junk))
    for path in ("/play/computer/", "/play/money/", "/play/friend/"):
        _refused(browser(), path, {})


def test_too_many_matches_of_one_person_are_told() -> None:
    alice = person("alice")
    for _ in range(MATCHES_AN_HOUR):
        open_match(alice)
    page = browser(alice).post("/play/computer/", COMPUTER)
    assert "You have opened very many matches in the last hour." in page.content.decode()
    assert Match.objects.count() == MATCHES_AN_HOUR


def test_too_many_matches_from_one_address_are_told_before_a_guest_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.start_views.BY_ADDRESS", Quota("match-address", 1))
    browser().post("/play/screen/", SCREEN)
    page = browser().post("/play/screen/", SCREEN)
    assert "Very many matches were opened from your network" in page.content.decode()
    assert Match.objects.count() == 1
    assert User.objects.count() == 1


def test_a_page_needs_its_token() -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post("/play/screen/", SCREEN).status_code == 403
    assert not Match.objects.exists()
