"""The lobby's consumer inside the test's own process, where its time and its neighbours can be played with."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from time import monotonic
from typing import Any
from uuid import uuid4

import pytest
from channels.layers import get_channel_layer
from channels.routing import URLRouter
from django.db import OperationalError
from pytest_django import Settings

from bgsite.accounts.models import User
from matches import publish
from matches.handshake import language_of, socket_address
from matches.hub import Busy, Hub
from matches.lobby import consumer as lobby
from matches.lobby.hub import LobbyHub
from matches.lobby.online import counted, online_now
from matches.lobby.protocol import Whereabouts
from matches.lobby.shared import Shared
from matches.models import Seek
from matches.protocol import CloseCode
from matches.routing import routes
from matches.services.seeks import seek_post, seeks_sweep
from tests.matches.inside import Frame, InnerSocket, db, session_of
from tests.matches.matchmaking import person, terms

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
async def hub(hub: Hub) -> AsyncIterator[LobbyHub]:
    """What the sockets of this test share."""
    made = LobbyHub(hub)
    yield made
    await made.close()


class Socket(InnerSocket):
    """In the lobby."""

    def __init__(self, hub: LobbyHub, user: User | None, key: str | None = None) -> None:
        super().__init__(URLRouter(routes(hub.hub, hub)), "/ws/lobby/", user, key)
        self.online: Frame = {}
        self.seeks: list[Frame] = []

    async def ping(self) -> None:
        await self.send({"t": "ping", "n": 1})
        await self.until("pong")

    async def ask(self, tag: str, **fields: Any) -> Frame:
        await self.send({"t": tag, "ask": str(uuid4()), **fields})
        return await self.until("answered")

    def note(self, frame: Frame) -> None:
        if frame["t"] in {"hello", "online"}:
            self.online = frame["online"]
        if frame["t"] in {"hello", "seeks"}:
            self.seeks = frame["seeks"]


async def players() -> tuple[User, User]:
    return await db(person)("anna"), await db(person)("bart")


async def at_lobby(hub: LobbyHub, user: User) -> Socket:
    return Socket(hub, user, (await db(session_of)(user)).session_key)


# --- leaving (cases 127, 149) ---------------------------------------------------------------------------------------


async def test_a_refused_socket_leaves_nothing_behind(hub: LobbyHub) -> None:
    """Case 149: an account without its session is told not to come back; no group, no name in the list."""
    anna, _ = await players()
    async with Socket(hub, anna, "gone") as socket:
        assert json.loads((await socket.output())["text"]) == {"t": "bye", "code": "login_again"}
        assert await socket.output() == {"type": "websocket.close", "code": CloseCode.LOGIN_AGAIN}
    assert publish.LOBBY_GROUP not in str(get_channel_layer().groups)
    assert (hub._people, hub._languages) == ({}, {})
    assert anna.pk not in (await db(online_now)()).people


async def test_the_last_socket_takes_everything_along(hub: LobbyHub) -> None:
    anna, _ = await players()
    async with await at_lobby(hub, anna) as socket, await at_lobby(hub, anna) as tab:
        await socket.until("hello")
        await tab.until("hello")
        assert hub._people[anna.pk] == 2
    assert (hub._people, hub._languages, hub._kept) == ({}, {}, {})
    assert publish.LOBBY_GROUP not in str(get_channel_layer().groups)


async def test_a_fault_of_the_consumer_leaves_nothing_behind(hub: LobbyHub, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_text: str) -> None:
        raise ZeroDivisionError

    anna, _ = await players()
    socket = await (await at_lobby(hub, anna)).__aenter__()
    await socket.until("hello")
    monkeypatch.setattr(lobby, "parse", broken)
    await socket.send({"t": "ping", "n": 1})
    with pytest.raises(ZeroDivisionError):
        await socket.output(0.5)
    assert hub._people == {}


async def test_no_timer_of_a_closed_socket_fires(hub: LobbyHub, monkeypatch: pytest.MonkeyPatch) -> None:
    """Case 127: each socket has its own timers, and they end with it."""
    anna, _ = await players()
    async with await at_lobby(hub, anna) as old:
        await old.until("hello")
        monkeypatch.setattr(lobby, "SILENCE_SECONDS", 0.5)
        await old.ping()
    monkeypatch.setattr(lobby, "SILENCE_SECONDS", 30)
    async with await at_lobby(hub, anna) as new:
        await new.until("hello")
        await asyncio.sleep(0.6)
        await new.ping()


# --- silence --------------------------------------------------------------------------------------------------------


async def test_who_is_silent_is_asked_and_then_hung_up(hub: LobbyHub, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Socket(hub, None) as socket:
        await socket.until("hello")
        monkeypatch.setattr(lobby, "NUDGE_SECONDS", 0.1)
        monkeypatch.setattr(lobby, "SILENCE_SECONDS", 0.8)
        await socket.ping()
        await socket.until("nudge")
        await socket.ping()
        await socket.until("nudge")
        assert (await socket.until("bye"))["code"] == "too_slow"
        assert (await socket.output())["code"] == CloseCode.TOO_SLOW


# --- offers live as long as their owner's page (case 137) -----------------------------------------------------------


async def test_pings_keep_an_offer_and_their_end_ends_it(hub: LobbyHub, settings: Settings) -> None:
    settings.SEEK_SECONDS = 1
    anna, bart = await players()
    async with await at_lobby(hub, bart) as watcher:
        await watcher.until("hello")
        async with await at_lobby(hub, anna) as owner:
            await owner.until("hello")
            assert (await owner.ask("post", length=1, clock="normal", rated=False))["code"] is None
            begun = monotonic()
            while monotonic() - begun < 1.2:
                await owner.ping()
                await asyncio.sleep(0.2)
            assert await db(seeks_sweep)() == 0
            seek = (await watcher.until("seeks"))["seeks"][0]["id"]
        async with asyncio.timeout(5):
            while watcher.seeks:
                await asyncio.sleep(0.2)
                await watcher.ping()
        assert (await watcher.ask("take", seek=seek))["code"] == "seek_gone"
    assert await db(seeks_sweep)() == 1


async def test_presence_is_written_only_now_and_then(hub: LobbyHub, settings: Settings) -> None:
    settings.SEEK_SECONDS = 60
    anna, _ = await players()
    async with await at_lobby(hub, anna) as owner:
        await owner.until("hello")
        await owner.ask("post", length=1, clock="normal", rated=False)
        until = await db(lambda: Seek.objects.get().alive_until)()
        for _ in range(5):
            await owner.ping()
        assert await db(lambda: Seek.objects.get().alive_until)() == until


# --- lists ----------------------------------------------------------------------------------------------------------


async def test_many_changes_are_at_most_two_lists_a_second(hub: LobbyHub) -> None:
    anna, _ = await players()
    async with Socket(hub, None) as watcher:
        await watcher.until("hello")

        def post() -> None:
            for length in range(1, 6):
                seek_post(anna, terms(length=length))

        begun = monotonic()
        await db(post)()
        lists: list[list[Frame]] = []
        while not lists or len(lists[-1]) < 5:
            lists.append((await watcher.until("seeks"))["seeks"])
        assert len(lists) <= 2 + (monotonic() - begun) / lobby.UPDATE_SECONDS


async def test_without_valkey_offers_go_on_and_nobody_is_called_gone(hub: LobbyHub, settings: Settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    anna, bart = await players()
    async with await at_lobby(hub, anna) as a, await at_lobby(hub, bart) as b:
        await a.until("hello")
        await b.until("hello")
        assert b.online == {"known": False, "people": [], "more": 0, "guests": 0}
        await a.ask("post", length=1, clock="normal", rated=False)
        await asyncio.sleep(1.1)  # the list is never older than that
        await b.send({"t": "ping", "n": 1})
        (seek,) = (await b.until("seeks"))["seeks"]
        assert (await b.ask("take", seek=seek["id"]))["code"] is None
    assert await db(online_now)() is None


async def test_with_the_database_away_the_page_is_told_to_come_back(
    hub: LobbyHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_args: object) -> None:
        raise OperationalError("the server closed the connection")

    monkeypatch.setattr(lobby, "session_lives", away)
    async with Socket(hub, None) as socket:
        assert (await socket.until("bye"))["code"] == "server_fault"
        assert (await socket.output())["code"] == CloseCode.RESTARTING


async def test_with_too_much_to_do_an_ask_is_refused_as_busy(hub: LobbyHub, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, _ = await players()
    async with await at_lobby(hub, anna) as socket:
        await socket.until("hello")

        async def busy(*_args: object) -> None:
            raise Busy

        with monkeypatch.context() as patch:
            patch.setattr(hub.hub, "call", busy)
            await socket.send({"t": "take", "ask": str(uuid4()), "seek": 1})
            assert (await socket.until("error"))["code"] == "busy"
        await socket.ping()


# --- one value for all ----------------------------------------------------------------------------------------------


def counting(answers: list[Any]) -> Callable[[], Any]:
    async def read() -> Any:
        await asyncio.sleep(0.05)
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    return read


async def test_many_who_ask_at_once_read_once() -> None:
    shared: Shared[list[int]] = Shared("test", [], counting([[1]]), 60)
    assert await asyncio.gather(*[shared.get() for _ in range(20)]) == [[1]] * 20


async def test_a_value_that_equals_the_old_one_is_the_old_one() -> None:
    shared: Shared[list[int]] = Shared("test", [], counting([[1], [1], [2]]), 60)
    first = await shared.get()
    shared.mark()
    assert await shared.get() is first
    shared.mark()
    assert await shared.get() == [2]


async def test_a_mark_during_the_reading_is_not_lost() -> None:
    answers, begun = [[1], [2]], asyncio.Event()

    async def read() -> list[int]:
        begun.set()
        await asyncio.sleep(0.01)
        return answers.pop(0)

    shared: Shared[list[int]] = Shared("test", [], read, 60)
    asking = asyncio.create_task(shared.get())
    await begun.wait()
    shared.mark()
    assert await asking == [2]


async def test_who_asks_while_it_is_read_waits_for_what_is_read() -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def read() -> list[int]:
        begun.set()
        await go_on.wait()
        return [2]

    shared: Shared[list[int]] = Shared("test", [0], read, 60)
    first = asyncio.create_task(shared.get())
    await begun.wait()
    second = asyncio.create_task(shared.get())
    await asyncio.sleep(0)
    go_on.set()
    assert (await first, await second) == ([2], [2])


async def test_what_cannot_be_read_keeps_its_old_value() -> None:
    shared: Shared[list[int]] = Shared("test", [0], counting([OperationalError("away"), [1]]), 0.3)
    assert await shared.get() == [0]
    await asyncio.sleep(0.31)
    assert await shared.get() == [1]


# --- the handshake --------------------------------------------------------------------------------------------------


def scope(*headers: tuple[bytes, bytes]) -> Frame:
    return {"headers": list(headers), "client": ("192.0.2.7", 5000), "cookies": {}}


def test_the_language_is_one_of_the_sites() -> None:
    assert language_of(scope((b"accept-language", b"tlh, en;q=0.5"))) == "en"
    assert language_of(scope((b"accept-language", b"\xff\xfe"))) == "en"


def test_the_address_is_the_peers() -> None:
    assert socket_address(scope((b"x-forwarded-for", b"203.0.113.1"))) == "192.0.2.7"


def test_somebody_at_a_table_and_at_the_lobby_is_at_the_table() -> None:
    members = ["7:table:a", "7:lobby:b", "8:lobby:c", "8:lobby:d", "0:lobby:e", "0:table:f"]
    found = counted(members)
    assert (found.people, found.strangers) == ({7: Whereabouts.TABLE, 8: Whereabouts.LOBBY}, 2)


async def test_hundreds_who_speak_in_the_same_second_are_all_heard(hub: LobbyHub) -> None:
    """As after a restart; without a bound the client of Valkey gives up beyond a hundred connections."""
    await asyncio.gather(*[hub.board.here(number, f"g{number}") for number in range(1, 301)])
    found = await hub.board.look()
    assert found is not None
    assert len(found.people) == 300
    await asyncio.gather(*[hub.board.gone(number, f"g{number}") for number in range(1, 301)])
