"""Sockets of a real web process: how they end, by session, person, seat and match."""

from __future__ import annotations

import asyncio
from importlib import import_module
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import transaction
from django.test import Client

from bgsite.accounts.models import User
from matches import publish
from matches.models import Match, Seat
from matches.moment import as_datetime, now_millis
from matches.protocol import CloseCode
from tests.factories import running_match
from tests.live import SiteProcesses
from tests.matches.at_tables import a_play, db, greeted, is_type, mover, run
from tests.matches.client import TableClient, cookie_of
from tests.matches.doing import everything
from tests.people import alice, bob

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("is_told", [True, False])
def test_a_deleted_match_closes_its_sockets(live_site: SiteProcesses, is_told: bool) -> None:
    """At once when it is told, else at the next action."""
    match = running_match()
    side, cookie = mover(match)

    def delete() -> None:
        with transaction.atomic():
            Match.objects.select_for_update().get(pk=match.pk)  # the site may be noting that the socket came
            Match.objects.filter(pk=match.pk).delete()
        if is_told:
            publish.match_changed(match)

    async def scenario() -> None:
        async with TableClient(live_site, match.code, cookie) as table:
            await greeted(table)
            await db(delete)
            if not is_told:
                await table.act(side.value, a_play(table))
            assert await table.close_code() == 4404
            assert table.frames[-1] == {"t": "bye", "code": "no_such_match"}

    run(scenario)


def test_logging_out_closes_the_sockets_of_that_session_only(live_site: SiteProcesses) -> None:
    match = running_match()
    user = alice()
    here, there = Client(), Client()
    here.force_login(user)
    there.force_login(user)
    name = django_settings.SESSION_COOKIE_NAME
    cookies = [f"{name}={client.cookies[name].value}" for client in (here, there)]

    async def scenario() -> None:
        async with (
            TableClient(live_site, match.code, cookies[0]) as leaving,
            TableClient(live_site, match.code, cookies[1]) as staying,
        ):
            await greeted(leaving)
            await greeted(staying)
            await db(here.logout)
            await db(lambda: publish.kick_user(user.pk))
            assert await leaving.close_code() == 4401
            await staying.send({"t": "ping", "n": 9})
            assert (await staying.until(is_type("pong")))["n"] == 9

    run(scenario)


@pytest.mark.parametrize("how", ["password", "ban", "delete"])
def test_a_new_password_a_ban_and_deletion_close_all_sockets_of_the_person(live_site: SiteProcesses, how: str) -> None:
    match = running_match()
    user, cookie, other = alice(), cookie_of(alice()), cookie_of(bob())

    def end() -> None:
        account = User.objects.get(pk=user.pk)
        if how == "password":
            account.set_password("another-dark-checker")
            account.save()
        elif how == "ban":
            account.is_active = False
            account.save()
        else:
            account.delete()
        publish.kick_user(user.pk)

    async def scenario() -> None:
        async with (
            TableClient(live_site, match.code, cookie) as table,
            TableClient(live_site, match.code, other) as bobs,
        ):
            await greeted(table)
            await greeted(bobs)
            await db(end)
            assert await table.close_code() == 4401
            await bobs.send({"t": "ping", "n": 1})
            await bobs.until(is_type("pong"))

    run(scenario)
    assert Match.objects.filter(pk=match.pk).exists()


def test_who_is_thrown_out_is_told(live_site: SiteProcesses) -> None:
    match = running_match()
    cookie = cookie_of(alice())

    async def scenario() -> None:
        async with TableClient(live_site, match.code, cookie) as table:
            await greeted(table)
            await db(lambda: publish.kick_user(alice().pk, CloseCode.KICKED))
            assert await table.close_code() == 4409
            assert table.frames[-1] == {"t": "bye", "code": "kicked"}

    run(scenario)


def test_an_expired_session_refuses_the_next_frame_and_costs_nothing(live_site: SiteProcesses) -> None:
    """Case 148."""
    match = running_match()
    side, cookie = mover(match)
    key = cookie.partition("=")[2]
    stored = everything(match)

    async def scenario() -> None:
        await db(lambda: _sessions(key).update(expire_date=as_datetime(now_millis() + 700)))
        async with TableClient(live_site, match.code, cookie) as table:
            await greeted(table)
            await asyncio.sleep(0.9)
            cid = await table.act(side.value, a_play(table))
            refused = await table.until(is_type("refused"))
            assert (refused["id"], refused["code"]) == (cid, "login_again")
            assert await table.close_code() == 4401
        async with TableClient(live_site, match.code, cookie) as table:
            assert await table.close_code() == 4401

    run(scenario)
    assert everything(match) == stored


def test_a_session_that_was_renewed_goes_on(live_site: SiteProcesses) -> None:
    match = running_match()
    _, cookie = mover(match)
    key = cookie.partition("=")[2]

    async def scenario() -> None:
        await db(lambda: _sessions(key).update(expire_date=as_datetime(now_millis() + 500)))
        async with TableClient(live_site, match.code, cookie) as table:
            await greeted(table)
            await db(lambda: _sessions(key).update(expire_date=as_datetime(now_millis() + 60_000)))
            await asyncio.sleep(0.7)
            await table.send({"t": "ping", "n": 3})
            await table.until(is_type("pong"))

    run(scenario)


def _sessions(key: str) -> Any:
    store = import_module(django_settings.SESSION_ENGINE).SessionStore
    return store.get_model_class().objects.filter(session_key=key)


def test_who_gives_up_the_seat_watches_or_leaves(live_site: SiteProcesses) -> None:
    match = running_match(is_public=True)
    cookie = cookie_of(alice())

    def stand_up() -> None:
        Seat.objects.filter(match=match, side="white").update(user=None)
        publish.match_changed(match)

    async def scenario() -> None:
        async with TableClient(live_site, match.code, cookie) as table:
            await greeted(table)
            assert table.you == ["white"]
            await db(stand_up)
            await greeted(table)
            assert table.you == []

    run(scenario)
