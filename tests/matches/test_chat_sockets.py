"""Chat over sockets: what everybody is told, and when."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from matches.hub import Hub
from matches.models import ChatLine
from matches.services.muting import mute, unmute
from tests.factories import running_match
from tests.live import SiteProcesses
from tests.matches.at_tables import db as in_scenario
from tests.matches.at_tables import is_type, run
from tests.matches.client import Frame, TableClient, cookie_of
from tests.matches.inside import Socket, db
from tests.people import alice, bob

pytestmark = pytest.mark.django_db(transaction=True)

SPECIAL = "& ß ö % + \"quotes\" 'single' <b>&amp;</b> \\u0041 ×"


def said(text: str, **more: Any) -> Frame:
    return {"t": "say", "ask": str(uuid4()), "preset": "", "text": text, **more}


def test_case_173_what_is_written_arrives_and_is_sent_again_after_a_reconnect(live_site: SiteProcesses) -> None:
    match = running_match()
    white, black = cookie_of(alice()), cookie_of(bob())
    frame = said(SPECIAL)

    async def scenario() -> None:
        async with (
            TableClient(live_site, match.code, white) as alices,
            TableClient(live_site, match.code, black) as bobs,
        ):
            for table in (alices, bobs):
                assert (await table.until(is_type("chat")))["upto"] == 0
            for _ in range(2):  # the answer to the first may be lost: the same ask again
                await alices.send(frame)
                answer = await alices.until(is_type("answered"))
                assert (answer["ask"], answer["code"]) == (frame["ask"], None)
            heard = await bobs.until(is_type("chat"))
            assert [(line["n"], line["text"], line["mine"]) for line in heard["lines"]] == [(1, SPECIAL, False)]
            await bobs.send(said("x" * 5000))
            refused = await bobs.until(is_type("answered"))
            assert (refused["code"], refused["params"]) == ("chat_too_long", {"limit": 300, "length": 5000})
        async with TableClient(live_site, match.code, white) as again:
            chat = await again.until(is_type("chat"))
            assert [(line["text"], line["mine"]) for line in chat["lines"]] == [(SPECIAL, True)]
        assert await in_scenario(ChatLine.objects.count) == 1

    run(scenario)


async def test_lines_come_to_everybody_as_they_may_see_them(hub: Hub) -> None:
    match = await db(running_match)()
    async with Socket(hub, match.code, await db(alice)()) as one, Socket(hub, match.code, await db(bob)()) as other:
        for socket in (one, other):
            await socket.until("chat")
        await one.send(said("", preset="good_luck"))
        lines = [(await socket.until("chat"))["lines"] for socket in (one, other)]
        assert [[line["mine"] for line in told] for told in lines] == [[True], [False]]
        await other.send({"t": "chat_after", "number": 1})
        assert (await other.until("chat"))["lines"] == []


async def test_case_172_who_is_muted_is_told_at_once(hub: Hub) -> None:
    match, user = await db(running_match)(), await db(alice)()
    async with Socket(hub, match.code, user) as socket:
        assert (await socket.until("beside"))["muted_until"] is None
        await socket.until("chat")
        await db(mute)(user.pk, timedelta(hours=1))
        assert (await socket.until("beside"))["muted_until"] is not None
        await socket.send(said("Hello?"))
        assert (await socket.until("answered"))["code"] == "chat_muted"
        await db(unmute)(user.pk)
        assert (await socket.until("beside"))["muted_until"] is None
