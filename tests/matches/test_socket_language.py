"""Sockets of a real web process speak the language of the page: of its cookie, else of what the browser asks for."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from bgsite.accounts.guest_services import guest_make
from bgsite.accounts.models import User
from games.rules.clock import ClockPreset
from matches.models import ChatLine, Match
from matches.services.seeks import seek_post
from tests.live import SiteProcesses
from tests.matches.at_tables import greeted, is_type, mover, run
from tests.matches.client import TableClient, cookie_of
from tests.matches.lobby.client import LobbyClient
from tests.matches.matchmaking import terms

pytestmark = pytest.mark.django_db(transaction=True)

LANGUAGE = settings.LANGUAGE_COOKIE_NAME
TRADITIONAL = f"{LANGUAGE}=zh-hant"


def in_language(code: str) -> Callable[[str], str]:
    """What a text is there."""

    def translated(text: str) -> str:
        with translation.override(code):
            return translation.gettext(text)

    return translated


def sentences_of(code: str, language: str) -> dict[str, str]:
    """The sentences that come with the page of a table."""
    client = Client()
    client.cookies[LANGUAGE] = language
    page = client.get(f"/match/{code}/").content.decode()
    found = re.search(r'<script id="sentences" type="application/json">(.*?)</script>', page)
    assert found is not None
    words: dict[str, str] = json.loads(found[1])
    return words


def test_a_refusal_is_told_in_the_language_of_the_table(live_site: SiteProcesses, match: Match) -> None:
    side, cookie = mover(match)
    told = sentences_of(match.code, "zh-hant")

    async def scenario() -> None:
        async with TableClient(live_site, match.code, f"{cookie}; {TRADITIONAL}") as table:
            await greeted(table)
            await table.act(side.other.value, {"t": "roll"})
            refused = await table.until(is_type("refused"))
            assert re.search(r"[\u4e00-\u9fff]", told[refused["code"]])

    run(scenario)


def test_who_wrote_a_line_is_named_in_the_readers_language(live_site: SiteProcesses, match: Match) -> None:
    for number, author in enumerate((None, guest_make()), start=1):
        ChatLine.objects.create(match=match, number=number, author=author, preset="good_luck", version=1)
    _side, cookie = mover(match)

    async def scenario() -> None:
        named = {}
        for language in ("en", "zh-hans", "zh-hant"):
            async with TableClient(live_site, match.code, f"{cookie}; {LANGUAGE}={language}") as table:
                named[language] = [line["name"] for line in (await table.until(is_type("chat")))["lines"]]
        assert named == {language: list(map(in_language(language), ("deleted player", "Guest"))) for language in named}
        assert named["zh-hans"] != named["zh-hant"] != named["en"] == ["deleted player", "Guest"]

    run(scenario)


def test_each_reader_of_the_lobby_has_the_own_language(live_site: SiteProcesses, alice: User, bob: User) -> None:
    seek_post(alice, terms(length=7, clock=ClockPreset.NORMAL))
    bobs = cookie_of(bob)

    async def scenario() -> None:
        async with (
            LobbyClient(live_site, bobs, "zh-CN") as simplified,
            LobbyClient(live_site, TRADITIONAL, "zh-CN") as traditional,
            LobbyClient(live_site) as english,
        ):
            titles = []
            for lobby in (simplified, traditional, english):
                await lobby.greeted()
                titles.append(lobby.seeks[0]["title"])
            assert titles == ["7分赛", "7分賽", "7-point match"]

    run(scenario)
