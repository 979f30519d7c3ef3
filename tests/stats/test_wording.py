"""The lists beside the switch name just what is stored."""

from __future__ import annotations

from dataclasses import fields
from html import escape

import pytest
from django.db.models import Model
from django.test import Client

from matches.facts import GameFact as Fact
from matches.models import GameFactOutbox
from stats.models import BeaconOutbox, BrowserFact, GameFact
from stats.wording import NEVER_SENT, PURPOSE, SENT_OF_BROWSERS, SENT_OF_GAMES


def _columns(table: type[Model]) -> list[str]:
    return [field.name for field in table._meta.get_fields() if field.name != "key"]


@pytest.mark.parametrize("table", [GameFact, GameFactOutbox])
def test_the_list_of_games_is_that_of_the_columns(table: type[Model]) -> None:
    assert list(SENT_OF_GAMES) == _columns(table) == [field.name for field in fields(Fact) if field.name != "key"]


@pytest.mark.parametrize("table", [BrowserFact, BeaconOutbox])
def test_the_list_of_browsers_is_that_of_the_columns(table: type[Model]) -> None:
    assert list(SENT_OF_BROWSERS) == _columns(table)


@pytest.mark.django_db
def test_the_privacy_page_says_it_all(client: Client) -> None:
    page = client.get("/privacy/").content.decode()
    for words in (PURPOSE, *SENT_OF_GAMES.values(), *SENT_OF_BROWSERS.values(), *NEVER_SENT):
        assert escape(str(words)) in page
