"""The form of a new match."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from bgsite.accounts.models import User
from games.rules.rulecard import Opening, Preset
from matches.codec import decode_card
from matches.models import Match
from matches.services.lifecycle import MATCHES_AN_HOUR
from matches.services.people import block
from tests.matches.matchmaking import browser, open_match

pytestmark = pytest.mark.django_db

NEW = "/matches/new/"
ANSWERS = {"card": "match", "length": "5", "clock": "normal", "colour": "white", "public": "on", "opponent": "bob"}


@pytest.fixture
def form(alice: User, bob: User) -> Client:
    del bob
    return browser(alice)


def _errors(client: Client, **changes: str) -> dict[str, list[str]]:
    """The errors at each field; nothing may have been made."""
    page = client.post(NEW, ANSWERS | changes)
    assert page.status_code == 200
    assert not Match.objects.exists()
    errors: dict[str, list[str]] = page.context["form"].errors.get_json_data()
    text = page.content.decode()
    assert "Please correct this first:" in text
    return {name: [error["message"] for error in found] for name, found in errors.items()}  # type: ignore[index]


def _made(client: Client, **changes: Any) -> Match:
    answer = client.post(NEW, ANSWERS | changes)
    match = Match.objects.get()
    assert answer.headers["Location"] == f"/match/{match.code}/"
    return match


def test_the_form_asks_for_login_and_comes_back() -> None:
    answer = browser().get(NEW)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/accounts/login/?next=/matches/new/")


def test_a_match_for_a_named_player(form: Client, alice: User, bob: User) -> None:
    match = _made(form, opponent="  BOB ")
    assert (match.created_by, match.invited, match.length, match.kind) == (alice, bob, 5, "match")
    assert (match.clock_preset, match.creator_side, match.is_public) == ("normal", "white", True)
    card = decode_card(match.card)
    assert (card.preset, card.crawford, card.cube_limit) == (Preset.MATCH, True, 64)


def test_a_match_by_link_that_nobody_may_watch(form: Client) -> None:
    answers = {name: value for name, value in ANSWERS.items() if name != "public"}
    form.post(NEW, answers | {"opponent": "", "colour": "random"})
    match = Match.objects.get()
    assert (match.invited, match.creator_side, match.is_public) == (None, "random", False)


@pytest.mark.parametrize("preset", ["money", "club_money", "single_game", "plain"])
def test_every_other_card_ignores_the_length(form: Client, preset: str) -> None:
    match = _made(form, card=preset)
    assert (match.preset, match.length) == (preset, None)


def test_another_length_goes_before_the_choice(form: Client) -> None:
    assert _made(form, length="5", other_length="127").length == 127


def test_more_options_make_a_card_of_ones_own(form: Client) -> None:
    match = _made(form, crawford="off", opening="throw_with_reroll", cube_limit="16")
    card = decode_card(match.card)
    assert (card.preset, card.crawford, card.cube_limit) == (Preset.CUSTOM, False, 16)
    assert card.opening is Opening.THROW_WITH_REROLL


def test_a_match_without_a_cube_has_no_crawford_rule(form: Client) -> None:
    card = decode_card(_made(form, cube_limit="1").card)
    assert (card.cube_limit, card.crawford) == (1, False)


def test_plain_with_white_first_is_still_plain(form: Client) -> None:
    card = decode_card(_made(form, card="plain", opening="white_first").card)
    assert (card.preset, card.opening) == (Preset.PLAIN, Opening.WHITE_FIRST)


def test_correspondence_keeps_its_days(form: Client) -> None:
    match = _made(form, clock="correspondence", days="7")
    assert (match.clock_preset, match.clock_days) == ("correspondence", 7)


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({"opponent": "nobody-here"}, "opponent", "There is no player with this name."),
        ({"opponent": "Alice"}, "opponent", "You cannot invite yourself."),
        ({"length": "0"}, "length", "Write a whole number from 1 to 127."),
        ({"other_length": "128"}, "other_length", "Write a whole number from 1 to 127."),
        ({"other_length": "many"}, "other_length", "Write a whole number from 1 to 127."),
        ({"length": ""}, "length", "Choose how many points win the match."),
        ({"card": "chouette"}, "card", "Select a valid choice."),
        ({"clock": "sundial"}, "clock", "Select a valid choice."),
        ({"clock": "correspondence", "days": "15"}, "days", "Write a whole number from 1 to 14."),
        ({"clock": "correspondence", "days": ""}, "days", "Say how many days a turn may take: 1 to 14."),
        ({"cube_limit": "3"}, "cube_limit", "Select a valid choice."),
        ({"card": "money", "crawford": "on"}, "crawford", "The Crawford rule is for matches."),
        ({"card": "money", "holland": "on"}, "holland", "The Holland rule is for matches."),
        ({"holland": "on", "crawford": "off"}, "holland", "The Holland rule needs the Crawford rule."),
        ({"card": "money", "cube_limit": "1", "jacoby": "on"}, "cube_limit", "Without a cube there is no Jacoby"),
        ({"crawford": "on", "cube_limit": "1"}, "cube_limit", "Without a cube there is no Jacoby"),
        ({"card": "club_money", "opening": "white_first"}, "opening", "Automatic doubles need an opening throw."),
    ],
)
def test_what_does_not_go_is_said_at_its_field(
    form: Client, changes: dict[str, str], field: str, sentence: str
) -> None:
    errors = _errors(form, **changes)
    assert list(errors) == [field]
    assert errors[field][0].startswith(sentence)


def test_who_takes_no_challenges_is_said_at_the_name(form: Client, alice: User, bob: User) -> None:
    block(bob.pk, alice.pk)
    assert _errors(form) == {"opponent": ["This player does not take challenges from you."]}


def test_a_match_that_counts_for_the_rating(form: Client) -> None:
    assert _made(form, rated="on", other_length="25").is_rated
    assert not Match.objects.filter(pk__gt=Match.objects.get().pk).exists()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"other_length": "26"}, "Only a match to 1–25 points can count for the rating."),
        ({"card": "money"}, "Only a match to 1–25 points can count for the rating."),
        ({"opponent": ""}, "Only a match between two registered players can count for the rating."),
    ],
)
def test_what_cannot_be_rated_is_said(form: Client, changes: dict[str, str], sentence: str) -> None:
    assert _errors(form, rated="on", **changes) == {"rated": [sentence]}


def test_a_closed_account_is_said_at_the_name(form: Client, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(is_active=False)
    assert _errors(form) == {"opponent": ["This player's account is closed. Please choose another player."]}


def test_too_many_matches_are_refused_with_a_sentence(form: Client, alice: User) -> None:
    for _ in range(MATCHES_AN_HOUR):
        open_match(alice)
    page = form.post(NEW, ANSWERS)
    assert "You have opened very many matches in the last hour." in page.content.decode()
    assert Match.objects.count() == MATCHES_AN_HOUR


def test_garbage_is_refused_and_makes_nothing(form: Client) -> None:
    for junk in ("\x00", "9" * 5000, "<script>", "∞"):
        assert form.post(NEW, dict.fromkeys(ANSWERS, junk)).status_code == 200
        assert form.post(NEW, ANSWERS | {"length": junk, "other_length": junk}).status_code == 200
    assert form.post(NEW, {}).status_code == 200
    assert not Match.objects.exists()


def test_each_clock_is_explained_for_the_length_that_was_sent(form: Client) -> None:
    page = form.get(NEW).content.decode()
    assert "10 s for each move, and 5 min in reserve for the match." in page
    page = form.post(NEW, ANSWERS | {"length": "7", "opponent": "nobody"}).content.decode()
    assert "12 s for each move, and 14 min in reserve for the match." in page
    assert "8 s for each move, and 2 min 20 s in reserve for the match." in page


def test_every_error_is_tied_to_its_field(form: Client) -> None:
    page = form.post(NEW, ANSWERS | {"opponent": "nobody"}).content.decode()
    field = re.search(r'<input[^>]*name="opponent"[^>]*>', page)
    assert field is not None
    assert 'aria-invalid="true"' in field[0]
    assert "id_opponent_error" in field[0]


def test_the_form_needs_its_token(alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    assert client.post(NEW, ANSWERS).status_code == 403
    assert not Match.objects.exists()
