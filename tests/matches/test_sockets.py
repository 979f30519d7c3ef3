"""Sockets of a real web process: who may come in, what is answered, who is told what."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from uuid import uuid4

import pytest
from django.db import transaction
from websockets.exceptions import ConnectionClosed

from games.rules.sides import Side
from matches import publish
from matches.models import Command, Match
from matches.moment import now_millis
from matches.services.start import match_start
from tests.factories import open_match, running_match, seat
from tests.live import SiteProcesses
from tests.matches.at_tables import a_play, db, greeted, is_type, mover, run
from tests.matches.client import TableClient, cookie_of
from tests.matches.doing import everything, play_some
from tests.people import alice, bob, charlie

pytestmark = pytest.mark.django_db(transaction=True)


def test_players_are_greeted_with_their_sides(live_site: SiteProcesses) -> None:
    match = running_match()
    hot_seat = running_match(alice(), alice())
    white, black = cookie_of(alice()), cookie_of(bob())

    async def scenario() -> None:
        for code, cookie, you in (
            (match.code, white, ["white"]),
            (match.code, black, ["black"]),
            (hot_seat.code, white, ["white", "black"]),
        ):
            async with TableClient(live_site, code, cookie) as table:
                hello = await greeted(table)
                assert (hello["protocol"], hello["you"], hello["v"]) == (1, you, hello["log"][-1]["n"])
                assert hello["log"][0]["e"] == "game_started"
                assert abs(hello["now"] - now_millis()) < 5_000

    run(scenario)


def test_spectators_of_a_public_match_see_the_same_stream_and_can_do_nothing(live_site: SiteProcesses) -> None:
    match = running_match(is_public=True)
    side, cookie = mover(match)
    watcher = cookie_of(charlie())

    async def scenario() -> None:
        async with (
            TableClient(live_site, match.code, cookie) as player,
            TableClient(live_site, match.code, watcher) as charlies,
            TableClient(live_site, match.code) as nobody,
        ):
            for table in (player, charlies, nobody):
                await greeted(table)
            assert (charlies.you, nobody.you) == ([], [])
            for table in (charlies, nobody):
                cid = await table.act(side.value, a_play(player))
                answer = await table.until(lambda frame: frame.get("id") == cid)  # noqa: B023
                assert (answer["t"], answer["code"]) == ("refused", "not_playing")
            await player.act(side.value, a_play(player))
            moved = [await table.until(is_type("moved")) for table in (player, charlies, nobody)]
            assert moved[0] == moved[1] == moved[2]

    run(scenario)
    assert Command.objects.filter(match=match).count() == 1


def test_a_private_match_is_closed_to_strangers(live_site: SiteProcesses) -> None:
    match = running_match()
    stored, stranger = everything(match), cookie_of(charlie())

    async def scenario() -> None:
        for cookie, code, word in ((stranger, 4403, "not_allowed"), ("", 4401, "login_again")):
            async with TableClient(live_site, match.code, cookie) as table:
                with suppress(ConnectionClosed):  # the server may be quicker
                    await table.send({"t": "ping", "n": 1})
                assert await table.close_code() == code
                assert table.frames == [{"t": "bye", "code": word}]

    run(scenario)
    assert everything(match) == stored


def test_no_such_match(live_site: SiteProcesses) -> None:
    cookie = cookie_of(alice())

    async def scenario() -> None:
        async with TableClient(live_site, "nosuchmatch1", cookie) as table:
            assert await table.close_code() == 4404
            assert table.frames == [{"t": "bye", "code": "no_such_match"}]

    run(scenario)


def test_the_first_frame_may_come_before_the_greeting(live_site: SiteProcesses) -> None:
    """Case 157: it is handled afterwards, with the right user."""
    match = running_match()
    side, cookie = mover(match)
    other = cookie_of(bob() if side is Side.WHITE else alice())

    async def scenario() -> None:
        async with TableClient(live_site, match.code, cookie) as table:
            await greeted(table)
            frame = {"side": side.value, "decision": table.view["decision"], **a_play(table)}
        async with TableClient(live_site, match.code, other) as table:
            await table.send({"id": str(uuid4()), **frame})
            assert (await table.until(is_type("refused")))["code"] == "not_your_side"
        async with TableClient(live_site, match.code, cookie) as table:
            await table.send({"id": str(uuid4()), **frame})
            assert (await table.next_frame())["t"] == "hello"
            await table.until(is_type("done"))

    run(scenario)


def test_a_match_that_waits_greets_without_a_view_and_again_when_it_starts(live_site: SiteProcesses) -> None:
    match = open_match()
    cookie = cookie_of(alice())

    def start() -> None:
        with transaction.atomic():
            locked = Match.objects.select_for_update().get(pk=match.pk)
            seat(locked, Side.WHITE, alice())
            seat(locked, Side.BLACK, bob())
            match_start(locked)

    async def scenario() -> None:
        async with TableClient(live_site, match.code, cookie) as table:
            hello = await greeted(table)
            assert (hello["view"], hello["v"], hello["you"]) == (None, 0, [])
            await table.send({"t": "roll", "id": str(uuid4()), "side": "white", "decision": 0})
            assert (await table.until(is_type("refused")))["code"] == "not_playing"
            await db(start)
            hello = await greeted(table)
            assert (hello["you"], hello["view"]["game"]) == (["white"], 1)
            assert hello["v"] > 0

    run(scenario)


def test_an_action_is_acknowledged_and_everybody_is_told_once(live_site: SiteProcesses) -> None:
    match = running_match()
    side, cookie = mover(match)
    other = cookie_of(bob() if side is Side.WHITE else alice())

    async def scenario() -> None:
        async with (
            TableClient(live_site, match.code, cookie) as tab,
            TableClient(live_site, match.code, cookie) as second_tab,
            TableClient(live_site, match.code, other) as opponent,
        ):
            for table in (tab, second_tab, opponent):
                await greeted(table)
            cid = await tab.act(side.value, a_play(tab))
            seen = [await tab.until(lambda frame: frame["t"] in ("done", "moved")) for _ in range(2)]
            done, moved = sorted(seen, key=lambda frame: str(frame["t"]))
            assert done == {"t": "done", "id": cid, "v": moved["v"]}
            assert (moved["cid"], moved["from"]) == (cid, moved["v"] - len(moved["events"]))
            assert await second_tab.until(is_type("moved")) == moved
            assert await opponent.until(is_type("moved")) == moved
            assert opponent.view["to_act"] == side.other.value

    run(scenario)


def test_the_same_id_again_is_answered_again_without_effect(live_site: SiteProcesses) -> None:
    """Cases 119, 121."""
    match = running_match()
    side, cookie = mover(match)

    async def scenario() -> None:
        async with (
            TableClient(live_site, match.code, cookie) as tab,
            TableClient(live_site, match.code, cookie) as other,
        ):
            for table in (tab, other):
                await greeted(table)
            frame = {"id": str(uuid4()), "side": side.value, "decision": tab.view["decision"], **a_play(tab)}
            await asyncio.gather(tab.send(frame), other.send(frame), tab.send(frame))
            answers = [
                await tab.until(is_type("done")),
                await tab.until(is_type("done")),
                await other.until(is_type("done")),
            ]
            assert len({answer["v"] for answer in answers}) == 1

    run(scenario)
    assert Command.objects.filter(match=match).count() == 1


def test_a_stale_action_is_refused_with_what_was_missed(live_site: SiteProcesses) -> None:
    match = running_match()
    side, cookie = mover(match)

    async def scenario() -> None:
        async with TableClient(live_site, match.code, cookie) as table:
            await greeted(table)
            frame = {"side": side.value, "decision": table.view["decision"], **a_play(table)}
            await table.send({"id": str(uuid4()), **frame})
            await table.until(is_type("moved"))
            await table.send({"id": str(uuid4()), **frame})
            refused = await table.until(is_type("refused"))
            assert (refused["code"], refused["v"]) == ("stale", table.version)
            assert refused["decision"] == table.view["decision"]

    run(scenario)


def test_a_gap_is_filled_by_number(live_site: SiteProcesses) -> None:
    """Case 122."""
    match = running_match()
    _, cookie = mover(match)

    async def scenario() -> None:
        async with TableClient(live_site, match.code, cookie) as table:
            hello = await greeted(table)
            await table.send({"t": "resync", "after": hello["v"] - 1})
            missed = await table.until(is_type("missed"))
            assert (missed["from"], missed["v"], missed["events"]) == (hello["v"] - 1, hello["v"], hello["log"][-1:])
            assert missed["view"] == hello["view"]
            await table.send({"t": "resync", "after": 999})
            assert (await table.until(is_type("hello")))["view"] == hello["view"]

    run(scenario)


def test_the_pong_knows_the_version_although_nobody_published(live_site: SiteProcesses) -> None:
    match = running_match()
    _, cookie = mover(match)

    def move_in_silence() -> None:
        publish_send, publish._send = publish._send, lambda *_args: None
        try:
            play_some(match)
        finally:
            publish._send = publish_send

    async def scenario() -> None:
        async with TableClient(live_site, match.code, cookie) as table:
            await greeted(table)
            await table.send({"t": "ping", "n": 1})
            pong = await table.until(is_type("pong"))
            assert (pong["n"], pong["v"]) == (1, table.version)
            await db(move_in_silence)
            await asyncio.sleep(1.1)  # the version in a pong is at most a second old
            await table.send({"t": "ping", "n": 2})
            assert (await table.until(is_type("pong")))["v"] > table.version
            await table.until(is_type("missed"))
            assert table.view["to_act"] != table.you[0]

    run(scenario)


def test_reloading_in_the_middle_of_a_turn_shows_the_same_dice(live_site: SiteProcesses) -> None:
    """Case 134."""
    match = running_match()
    _, cookie = mover(match)

    async def scenario() -> None:
        views = []
        for _ in range(3):
            async with TableClient(live_site, match.code, cookie) as table:
                views.append((await greeted(table))["view"])
        assert views[0]["dice"]
        assert views[0] == views[1] == views[2]

    run(scenario)
