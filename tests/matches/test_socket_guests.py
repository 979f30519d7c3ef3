"""A guest at the socket of a real web process: plays, registers, and goes on as the account."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client

from bgsite.accounts.guest_services import guest_adopt, guest_make
from bgsite.accounts.guests import COOKIE, cookie_of
from bgsite.accounts.models import User
from games.rules.sides import Side
from games.rules.state import to_act
from matches.models import Match
from tests.live import SiteProcesses
from tests.matches.at_tables import a_play, db, greeted, is_type, run
from tests.matches.client import TableClient
from tests.matches.doing import state_now
from tests.matches.matchmaking import begun_match, person, terms

pytestmark = pytest.mark.django_db(transaction=True)


def _guest_on_turn() -> tuple[Match, User, Side]:
    """A match by link whose guest has to play."""
    guest, friend = guest_make(), person("friend")
    while True:
        match = begun_match(guest, friend, terms(public=False), by_link=True)
        if to_act(state_now(match)) is Side.WHITE:
            return match, guest, Side.WHITE


def test_a_guest_plays_and_goes_on_as_the_account(live_site: SiteProcesses) -> None:
    match, guest, side = _guest_on_turn()
    cookie = f"{COOKIE}={cookie_of(guest)}"
    account = person("account")
    browser = Client()
    browser.force_login(account)
    session = f"{settings.SESSION_COOKIE_NAME}={browser.cookies[settings.SESSION_COOKIE_NAME].value}"

    async def scenario() -> None:
        async with TableClient(live_site, match.code, cookie) as table:
            await greeted(table)
            assert table.you == [side.value]
            await table.act(side.value, a_play(table))
            await table.until(is_type("done"))
            assert await db(lambda: guest_adopt(guest.pk, account.pk))
            assert await table.close_code() == 4401
        async with TableClient(live_site, match.code, cookie) as table:
            assert await table.close_code() == 4401
        async with TableClient(live_site, match.code, session) as table:
            await greeted(table)
            assert table.you == [side.value]

    run(scenario)


def test_a_cookie_that_names_nobody_watches_at_most(live_site: SiteProcesses) -> None:
    match, guest, _side = _guest_on_turn()
    Match.objects.filter(pk=match.pk).update(is_public=True)

    async def scenario() -> None:
        async with TableClient(live_site, match.code, f"{COOKIE}={cookie_of(guest)}x") as table:
            await greeted(table)
            assert table.you == []

    run(scenario)
