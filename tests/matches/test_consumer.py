"""The consumer inside the test's own process, where its time and its neighbours can be played with."""

from __future__ import annotations

import asyncio
import json
import socket as sockets
from collections.abc import Callable
from typing import Any

import pytest
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import OperationalError

from bgsite.accounts.models import User
from matches import consumers, line, publish
from matches import hub as hub_module
from matches.hub import Busy, Hub
from matches.limits import RESYNCS_AT_ONCE
from matches.models import Match
from matches.moment import now_millis
from matches.protocol import Presence
from matches.selectors import sockets as session_module
from matches.selectors import tables
from matches.selectors.frames import hello as hello_of
from tests.factories import running_match
from tests.matches.doing import play_some
from tests.matches.inside import Socket, a_match, db, frame_for, session_of

pytestmark = pytest.mark.django_db(transaction=True)

# --- joining (case 143) -------------------------------------------------------------------------------------------


async def test_a_move_between_joining_and_the_snapshot_is_not_lost(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    match, user, _ = await a_match()
    reading, go_on = asyncio.Event(), asyncio.Event()
    call = hub.call

    async def slow_hello(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if function is hello_of:
            reading.set()
            await go_on.wait()
        return await call(function, *args, **kwargs)

    monkeypatch.setattr(hub, "call", slow_hello)
    socket = Socket(hub, match.code, user)
    coming = asyncio.create_task(socket.__aenter__())
    await reading.wait()
    version = await db(play_some)(match)
    go_on.set()
    await coming
    hello = await socket.until("hello")
    assert hello["v"] == version
    await socket.until("chat")
    await socket.silence(0.3)  # the frame of that move, with v <= the snapshot's, was dropped
    await socket.__aexit__()


async def test_a_move_after_the_snapshot_was_read_arrives_as_a_frame(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    match, user, _ = await a_match()
    read, go_on = asyncio.Event(), asyncio.Event()
    call = hub.call

    async def held_back(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        answer = await call(function, *args, **kwargs)
        if function is hello_of:
            read.set()
            await go_on.wait()
        return answer

    monkeypatch.setattr(hub, "call", held_back)
    socket = Socket(hub, match.code, user)
    coming = asyncio.create_task(socket.__aenter__())
    await read.wait()
    version = await db(play_some)(match)
    go_on.set()
    await coming
    hello = await socket.until("hello")
    moved = await socket.until("moved")
    assert (moved["from"], moved["v"]) == (hello["v"], version)
    await socket.__aexit__()


async def test_frames_that_are_not_newer_are_dropped(hub: Hub) -> None:
    match, user, _ = await a_match()
    async with Socket(hub, match.code, user) as socket:
        hello = await socket.until("hello")
        await socket.until("chat")
        for version in (hello["v"], hello["v"] - 1):
            message = {"type": "match.moved", "v": version, "text": '{"t":"moved"}', "due": None}
            await get_channel_layer().group_send(publish.match_group(match.pk), message)
        await socket.silence(0.3)


# --- leaving (case 149) -------------------------------------------------------------------------------------------


async def test_a_refused_socket_leaves_nothing_behind(hub: Hub) -> None:
    match, _, _ = await a_match()
    async with Socket(hub, match.code, None) as socket:
        assert json.loads((await socket.output())["text"]) == {"t": "bye", "code": "login_again"}
        assert await socket.output() == {"type": "websocket.close", "code": 4401}
    layer = get_channel_layer()
    assert publish.match_group(match.pk) not in str(layer.groups)
    assert hub._visitors == {}


async def test_the_last_socket_takes_timers_and_versions_along(hub: Hub) -> None:
    match, user, _ = await a_match()
    async with Socket(hub, match.code, user) as socket, Socket(hub, match.code, user) as tab:
        await socket.until("hello")
        await tab.until("hello")
        await socket.send({"t": "ping", "n": 1})
        await socket.until("pong")
        hub.set_timer(match.pk, 10**14)
        assert hub._visitors[match.pk] == 2
    assert (hub._visitors, hub._timers, hub._versions) == ({}, {}, {})


async def test_a_fault_of_the_consumer_leaves_nothing_behind(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_text: str) -> None:
        raise ZeroDivisionError

    match, user, _ = await a_match()
    socket = await Socket(hub, match.code, user).__aenter__()
    await socket.until("hello")
    monkeypatch.setattr(consumers, "parse", broken)
    await socket.send({"t": "ping", "n": 1})
    with pytest.raises(ZeroDivisionError):  # noqa: PT012 - other frames may come before
        while True:
            await socket.output(1)
    assert hub._visitors == {}
    assert await hub.presence.look(match.pk) != await a_presence_of(hub, match, user)


async def a_presence_of(hub: Hub, match: Match, user: User) -> Presence:
    """Who is there while somebody is."""
    async with Socket(hub, match.code, user) as socket:
        await socket.until("hello")
        return await hub.presence.look(match.pk)


async def test_silence_closes_the_socket(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    """Case 151."""
    match, user, _ = await a_match()
    monkeypatch.setattr(line, "SILENCE_SECONDS", 1)
    async with Socket(hub, match.code, user) as socket:
        await socket.until("hello")
        for number in range(3):
            await asyncio.sleep(0.4)
            await socket.send({"t": "ping", "n": number})
            await socket.until("pong")
        assert (await socket.until("bye"))["code"] == "too_slow"
        assert (await socket.output())["code"] == 4408


# --- faults -------------------------------------------------------------------------------------------------------


async def test_asking_for_everything_again_and_again_closes_the_socket(hub: Hub) -> None:
    match, user, _ = await a_match()
    async with Socket(hub, match.code, user) as socket:
        await socket.until("hello")
        for _ in range(RESYNCS_AT_ONCE + 3):
            await socket.send({"t": "resync", "after": 1})
        assert (await socket.until("bye"))["code"] == "too_fast"


@pytest.mark.parametrize("when", ["before it listens", "later"])
async def test_a_session_that_ended_unheard_is_found_within_a_minute(
    hub: Hub, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    """The word that a session ended can be lost (Valkey away), or be said before the socket has joined."""
    match, user, side = await a_match()
    session = await db(session_of)(user)
    if when == "before it listens":
        await db(session.delete)()
    else:
        monkeypatch.setattr(session_module, "KNOWN_MILLIS", 300)
    async with Socket(hub, match.code, user, session) as socket:
        await socket.until("hello")
        if when == "later":
            await db(session.delete)()
            await asyncio.sleep(0.4)
        await socket.send(await frame_for(match, side))
        assert (await socket.until("refused"))["code"] == "login_again"
    assert session_module.KNOWN_MILLIS <= 60_000


async def test_a_fault_of_the_server_is_refused_and_everything_is_told_again(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, user, side = await a_match()
    async with Socket(hub, match.code, user) as socket:
        first = await socket.until("hello")

        def broken(*_args: object, **_kwargs: object) -> None:
            raise ZeroDivisionError

        with monkeypatch.context() as patch:
            patch.setattr("games.rules.match.apply", broken)
            await socket.send(await frame_for(match, side))
            refused = await socket.until("refused")
            assert (refused["code"], refused["v"]) == ("server_fault", first["v"])
            assert (await socket.until("hello"))["view"] == first["view"]
        await socket.send(await frame_for(match, side))
        await socket.until("done")


async def test_with_valkey_away_the_mover_is_told_from_the_database(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    match, user, side = await a_match()

    def lost(*_args: object) -> None:
        raise ConnectionError

    monkeypatch.setattr(publish, "_publish", lost)
    monkeypatch.setattr(consumers, "HEAL_SECONDS", 0.1)
    async with Socket(hub, match.code, user) as socket:
        hello = await socket.until("hello")
        await socket.send(await frame_for(match, side))
        done = await socket.until("done")
        missed = await socket.until("missed")
        assert (missed["from"], missed["v"]) == (hello["v"], done["v"])


async def test_a_socket_that_could_not_join_joins_with_the_next_ping(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    match, user, _ = await a_match()
    layer = get_channel_layer()

    async def lost(*_args: object) -> None:
        raise ConnectionError

    with monkeypatch.context() as patch:
        patch.setattr(layer, "group_add", lost, raising=False)
        socket = await Socket(hub, match.code, user).__aenter__()
        await socket.until("hello")
    await socket.send({"t": "ping", "n": 1})
    await socket.until("pong")
    await db(play_some)(match)
    await socket.until("moved")
    await socket.__aexit__()


async def test_with_the_database_away_the_page_is_told_to_come_back(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    match, user, _ = await a_match()

    def away(*_args: object) -> None:

        raise OperationalError("the server closed the connection")

    monkeypatch.setattr(consumers, "entry_at", away)
    async with Socket(hub, match.code, user) as socket:
        assert (await socket.until("bye"))["code"] == "server_fault"
        assert (await socket.output())["code"] == 4503


# --- the hub ------------------------------------------------------------------------------------------------------


async def test_versions_of_all_matches_are_one_query(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    matches = [await db(running_match)() for _ in range(3)]
    asked: list[list[int]] = []

    def counting(match_ids: list[int]) -> dict[int, int]:
        asked.append(match_ids)
        return tables.versions_of(match_ids)

    monkeypatch.setattr(hub_module, "versions_of", counting)
    for match in matches:
        hub.enter(match.pk)
    found = await asyncio.gather(*[hub.version(match.pk) for match in matches * 5])
    assert found == [match.version for match in matches] * 5
    assert asked == [[match.pk for match in matches]]
    monkeypatch.setattr(hub_module, "VERSIONS_SECONDS", 0)
    await db(play_some)(matches[0])
    assert await hub.version(matches[0].pk) == matches[0].version + 1


async def test_too_many_calls_at_once_are_refused(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "CALLS_AT_ONCE", 3)
    gate = asyncio.Event()
    loop = asyncio.get_running_loop()

    def wait() -> None:
        asyncio.run_coroutine_threadsafe(gate.wait(), loop).result(10)

    calls = [asyncio.create_task(hub.call(wait)) for _ in range(3)]
    await asyncio.sleep(0.05)
    with pytest.raises(Busy):
        await hub.call(wait)
    gate.set()
    await asyncio.gather(*calls)
    await hub.call(wait)


async def test_a_timer_looks_at_the_match_when_it_is_due(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    monkeypatch.setattr(hub_module, "flag_if_late", looked.append)
    hub.enter(1)
    hub.enter(2)
    hub.set_timer(1, now_millis() + 50)
    hub.set_timer(2, now_millis() + 50)
    hub.set_timer(2, None)
    hub.set_timer(3, 0)  # nobody of this process is there
    await asyncio.sleep(0.3)
    assert looked == [1]


async def test_a_timer_that_finds_no_heartbeat_looks_again(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    """While no web process is known to be alive nobody is flagged: soon after the start of one, say."""
    alive, looked = iter([False, False, True]), asyncio.Event()
    asked: list[int] = []

    def look(match_id: int) -> None:
        asked.append(match_id)
        if len(asked) == 3:
            loop.call_soon_threadsafe(looked.set)

    loop = asyncio.get_running_loop()
    monkeypatch.setattr(hub_module, "is_web_alive", lambda _now: next(alive))
    monkeypatch.setattr(hub_module, "flag_if_late", look)
    monkeypatch.setattr(hub_module, "AGAIN_MILLIS", 20)
    hub.enter(1)
    hub.set_timer(1, now_millis())
    await asyncio.wait_for(looked.wait(), 10)
    await asyncio.sleep(0.2)
    assert asked == [1, 1, 1]  # and then it is done
    assert hub._timers == {}


async def test_an_older_reading_does_not_undo_a_newer_timer(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    monkeypatch.setattr(hub_module, "flag_if_late", looked.append)
    hub.enter(1)
    hub.set_timer(1, now_millis() + 50, 6)
    hub.set_timer(1, None, 5)  # a snapshot that was read before the move arrives after it
    await asyncio.sleep(0.3)
    assert looked == [1]
    hub.leave(1)
    assert hub._timed == {}


async def test_what_a_thread_of_the_hub_sends_arrives_at_the_layer(hub: Hub) -> None:
    """Frames are published from the thread itself; also over a connection that Valkey has cut meanwhile."""
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(publish.match_group(7), channel)
    for version in (1, 2):
        await hub.call(publish.send_moved, 7, version=version, text="{}", due=None)
        heard = await asyncio.wait_for(layer.receive(channel), 5)
        assert heard == {"type": "match.moved", "v": version, "text": "{}", "due": None}
        await hub.call(cut_sending_connections)


def cut_sending_connections() -> None:
    valkey = publish._valkey(settings.REDIS_URL)
    for connection in list(valkey.connection_pool._available_connections):
        connection._sock.shutdown(sockets.SHUT_RDWR)
