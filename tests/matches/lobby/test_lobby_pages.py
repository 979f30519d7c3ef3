"""The page of the lobby and its forms, as they work without script."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from bgsite.accounts.models import User
from matches.lobby.asks import lobby_sentences
from matches.models import Block, Match, Seek
from matches.selectors.lobby import mine_of
from matches.services.lifecycle import match_create
from matches.services.seeks import seek_post
from tests.matches.matchmaking import begun_match, browser, person, terms, text_of

pytestmark = pytest.mark.django_db


def page(client: Client) -> str:
    return text_of(client, "/lobby/")


def ask(client: Client, tag: str, **fields: object) -> str:
    """Send one of the page's forms; where it leads, or what the page then says."""
    answer = client.post("/lobby/ask/", {"t": tag, **fields})
    assert answer.status_code == 302
    return answer["Location"] if answer["Location"] != "/lobby/" else page(client)


def test_strangers_look_on(anna: User) -> None:
    seek_post(anna, terms(length=7))
    text = page(browser())
    assert "7-point match" in text
    assert "To offer and take games you need an account" in text
    assert 'name="t" value="take"' not in text


def test_strangers_who_send_a_form_are_asked_to_log_in(anna: User) -> None:
    seek = seek_post(anna, terms())
    assert ask(browser(), "take", seek=seek.pk).startswith("/accounts/login/?next=%2Flobby%2F")
    assert not Match.objects.exists()


def test_an_offer_is_made_shown_and_withdrawn(anna: User) -> None:
    client = browser(anna)
    text = ask(client, "post", length=5, clock="normal")
    assert "Your offer is in the list." in text
    seek = Seek.objects.get()
    assert (seek.length, seek.clock_preset, seek.is_rated, seek.owner_side) == (5, "normal", False, "random")
    assert f'data-seek="{seek.pk}"' in text
    assert "Your offer is withdrawn." in ask(client, "withdraw", seek=seek.pk)
    assert not Seek.objects.exists()


def test_taking_leads_to_the_table(anna: User, bart: User) -> None:
    seek = seek_post(anna, replace(terms(), is_rated=True))
    where = ask(browser(bart), "take", seek=seek.pk)
    match = Match.objects.get()
    assert where == f"/match/{match.code}/"
    assert match.is_rated
    text = page(browser(anna))
    assert f'<a href="/match/{match.code}/"><bdi class="player-name">bart</bdi></a>' in text


@pytest.mark.parametrize(
    ("tag", "fields", "sentence"),
    [
        ("take", {"seek": "99"}, "This offer is gone"),
        ("take", {"seek": "many"}, "Something in this form does not fit."),
        ("post", {"length": "0", "clock": "normal"}, "Something in this form does not fit."),
        ("post", {"length": "5", "clock": "sundial"}, "Something in this form does not fit."),
        ("post", {"length": "127", "clock": "normal", "rated": "true"}, "Only a match to 1–25 points"),
        ("decline", {"match": "abc", "reason": "because"}, "Something in this form does not fit."),
        ("accept", {"match": "abc"}, "There is no such match."),
        ("steal", {}, "Something in this form does not fit."),
    ],
)
def test_what_is_wrong_is_said_and_changes_nothing(anna: User, tag: str, fields: dict[str, str], sentence: str) -> None:
    assert sentence in ask(browser(anna), tag, **fields)
    assert not Seek.objects.exists()
    assert not Match.objects.exists()


def test_the_same_offer_twice_is_refused_in_a_sentence(anna: User) -> None:
    client = browser(anna)
    ask(client, "post", length=5, clock="normal")
    assert "You offer this very game already." in ask(client, "post", length=5, clock="normal")


def test_challenges_are_accepted_declined_with_a_reason_and_cancelled(anna: User, bart: User) -> None:
    hers, his = browser(anna), browser(bart)
    first, second, third = (match_create(anna, terms(length=length), bart) for length in (3, 5, 7))
    text = page(his)
    assert all(f'data-match="{one.code}"' in text for one in (first, second, third))
    assert "You declined the challenge." in ask(his, "decline", match=first.code, reason="clock")
    assert "Another clock, please" in page(hers)
    assert "The challenge is taken back." in ask(hers, "cancel", match=second.code)
    assert ask(his, "accept", match=third.code) == f"/match/{third.code}/"
    assert (mine_of(bart.pk).incoming, mine_of(anna.pk).outgoing) == ([], [])


def test_any_rules_are_offered_on_a_page_of_their_own(anna: User) -> None:
    client = browser(anna)
    assert client.get("/lobby/offer/").status_code == 200
    fields = {"card": "money", "clock": "fast", "colour": "black"}
    answer = client.post("/lobby/offer/", fields, follow=True)
    assert answer.redirect_chain == [("/lobby/", 302)]
    seek = Seek.objects.get()
    assert (seek.kind, seek.clock_preset, seek.owner_side) == ("money", "fast", "black")
    again = client.post("/lobby/offer/", fields)
    assert "You offer this very game already." in again.content.decode()
    rated = client.post("/lobby/offer/", {**fields, "rated": "on"})
    assert "can count for the rating" in rated.content.decode()
    assert browser().get("/lobby/offer/").status_code == 302


def test_my_games_begin_with_those_that_wait_for_me(anna: User, bart: User) -> None:
    for _ in range(4):
        begun_match(anna, bart)
    turns = [game.my_turn for game in mine_of(anna.pk).games]
    assert turns == sorted(turns, reverse=True)
    assert mine_of(anna.pk).waiting == sum(turns)


def test_offers_of_people_who_blocked_are_not_shown(anna: User, bart: User) -> None:
    seek = seek_post(anna, terms())
    Block.objects.create(owner=bart, person=anna)
    assert f'data-seek="{seek.pk}"' not in page(browser(bart))
    assert f'data-seek="{seek.pk}"' in page(browser(person("carl")))


def test_looking_at_the_page_keeps_the_own_offer(anna: User, bart: User) -> None:
    seek = seek_post(anna, terms())
    soon = timezone.now() + timedelta(seconds=1)
    Seek.objects.update(alive_until=soon)
    page(browser(bart))
    seek.refresh_from_db()
    assert seek.alive_until == soon
    page(browser(anna))
    seek.refresh_from_db()
    assert seek.alive_until > soon


def test_every_answer_has_its_sentence() -> None:
    said = lobby_sentences()
    assert {"seek_gone", "seek_same", "taken", "expired", "bad_frame", "busy", "card_length"} <= set(said)
    assert all(said.values())
