"""The button *Rematch* as a page and for scripts."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Match
from tests.factories import running_match
from tests.matches.matchmaking import browser
from tests.matches.test_rematch import finished_match
from tests.people import alice, bob, charlie

pytestmark = pytest.mark.django_db

SCRIPT = {"Accept": "application/json"}


def rematch(match: Match) -> str:
    return reverse("matches:rematch", args=[match.code])


def test_a_script_gets_the_address_of_the_next_match() -> None:
    match = finished_match()
    asked = browser(alice()).post(rematch(match), headers=SCRIPT)
    again = Match.objects.get(rematch_of=match)
    assert asked.json() == {"url": reverse("matches:table", args=[again.code])}
    assert browser(bob()).post(rematch(match), headers=SCRIPT).json() == asked.json()
    again.refresh_from_db()
    assert again.status == Match.Status.RUNNING


def test_a_form_goes_to_the_next_match() -> None:
    match = finished_match()
    answer = browser(alice()).post(rematch(match))
    again = Match.objects.get(rematch_of=match)
    assert answer.headers["Location"] == reverse("matches:table", args=[again.code])


def test_refusals_have_their_sentence() -> None:
    running, match = running_match(is_public=True), finished_match()
    answer = browser(alice()).post(rematch(running), headers=SCRIPT)
    assert (answer.status_code, answer.json()) == (409, {"error": "This match is not over yet."})
    for reader in (browser(charlie()), Client()):
        answer = reader.post(rematch(match), headers=SCRIPT)
        assert (answer.status_code, answer.json()) == (409, {"error": "Only the two players can ask for a rematch."})
    page = browser(alice()).post(rematch(running), follow=True).content.decode()
    assert "This match is not over yet." in page
    assert Match.objects.count() == 2


def test_getting_it_does_nothing() -> None:
    match = finished_match()
    assert browser(alice()).get(rematch(match)).status_code == 405
    assert browser(alice()).post("/match/nosuchmatch1/rematch/").status_code == 404
