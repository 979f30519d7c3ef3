"""Asks beside the game over a socket: to whom they go, and who is told."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from typing import Any
from uuid import uuid4

import pytest
from channels.layers import get_channel_layer

from bgsite.accounts.guest_services import guest_make
from bgsite.accounts.models import User
from games.rules.levels import Level
from matches import hub as hub_module
from matches import presence as presence_module
from matches import publish
from matches.hub import Hub
from matches.models import Match
from matches.moment import now_millis
from matches.selectors import sockets as session_module
from tests.factories import open_match, running_match
from tests.matches.bots.tables import against_computer
from tests.matches.doing import state_now
from tests.matches.inside import Frame, Socket, db, session_of
from tests.people import alice, bob, charlie

pytestmark = pytest.mark.django_db(transaction=True)


def ask(t: str, **fields: Any) -> Frame:
    return {"t": t, "ask": str(uuid4()), **fields}


async def answered(socket: Socket, frame: Frame) -> str | None:
    """What became of the ask: None when it was done."""
    await socket.send(frame)
    answer = await socket.until("answered")
    assert answer["ask"] == frame["ask"]
    code: str | None = answer["code"]
    return code


async def warm(hub: Hub, match: Match, **gone_for: int) -> None:
    """The record of presence is old; who is named is gone for so many milliseconds."""
    board, now = hub.presence, now_millis()
    await board._redis.set(board._since, now - 1_000_000, px=presence_module.RECORD_MILLIS)
    for side, millis in gone_for.items():
        await board._redis.hset(board._gone_key(match.pk), side, now - millis)


# --- being told ---------------------------------------------------------------------------------------------------


async def test_a_new_socket_is_told_everything_in_order(hub: Hub) -> None:
    match = await db(running_match)()
    async with Socket(hub, match.code, await db(alice)()) as socket:
        frames = [json.loads((await socket.output())["text"]) for _ in range(3)]
        assert [frame["t"] for frame in frames] == ["hello", "beside", "chat"]
        assert frames[1]["may_chat"] == "text"


async def test_what_changes_beside_the_game_is_told_to_everybody(hub: Hub) -> None:
    match = await db(against_computer)()
    user = await db(alice)()
    async with Socket(hub, match.code, user) as one, Socket(hub, match.code, user) as other:
        for socket in (one, other):
            await socket.until("chat")
        assert await answered(one, ask("pace", millis=250)) is None
        assert (await other.until("beside"))["pace"] == 250
        assert await answered(one, ask("pace", millis=2001)) == "pace_range"


async def test_a_new_hello_comes_with_what_is_beside_it(hub: Hub) -> None:
    match = await db(running_match)()
    async with Socket(hub, match.code, await db(alice)()) as socket:
        await socket.until("chat")
        await db(publish.match_changed)(match)
        await socket.until("hello")
        await socket.until("beside")


async def test_advice_goes_to_the_socket_that_asked_alone(hub: Hub) -> None:
    match = await db(against_computer)()
    user = await db(alice)()
    async with Socket(hub, match.code, user) as one, Socket(hub, match.code, user) as other:
        for socket in (one, other):
            await socket.until("chat")
        group = next(name for name in joined_groups() if name.startswith("hint."))
        await hub.call(publish.send_advice, group, '{"t": "advice", "mine": true}')
        heard = [asyncio.create_task(socket.until("advice", 2)) for socket in (one, other)]
        done, waiting = await asyncio.wait(heard, timeout=0.7)
        assert [task.result()["mine"] for task in done] == [True]
        assert len(waiting) == 1
        for task in waiting:
            task.cancel()


def joined_groups() -> list[str]:
    layer = get_channel_layer()
    return [name.rpartition("__group__")[2] for name in map(str, layer._get_layer().groups)]


# --- who is gone --------------------------------------------------------------------------------------------------


async def test_the_servers_own_record_says_who_is_gone(hub: Hub) -> None:
    match = await db(running_match)()
    decision = (await db(state_now)(match)).decision
    frame = {"accused": "black", "about": decision, "choice": "computer"}
    async with Socket(hub, match.code, await db(alice)()) as socket:
        await socket.until("chat")
        await hub.presence._redis.delete(hub.presence._since)
        assert await answered(socket, ask("absent", **frame)) == "presence_unknown"
        await warm(hub, match, black=100_000)
        assert await answered(socket, ask("absent", **frame)) == "not_gone"
        await warm(hub, match, black=121_000)
        await socket.send(ask("absent", **frame))
        moved = await socket.until("moved")
        assert [event["e"] for event in moved["events"]] == ["control_passed"]
        assert moved["view"]["computers"] == {"white": None, "black": "intermediate"}


async def test_the_player_who_comes_back_is_offered_the_seat_and_gets_it(hub: Hub) -> None:
    match = await db(running_match)()
    frame = {"accused": "black", "about": match.version, "choice": "computer"}
    async with Socket(hub, match.code, await db(alice)()) as waiting:
        await waiting.until("chat")
        await warm(hub, match, black=130_000)
        await waiting.send(ask("absent", **frame))
        await waiting.until("moved")
        async with Socket(hub, match.code, await db(bob)()) as back:
            hello = await back.until("hello")
            assert hello["view"]["computers"]["black"] == Level.INTERMEDIATE.value  # coming back alone changes nothing
            assert await answered(back, ask("seat_back", side="white")) == "not_your_side"
            await back.send(ask("seat_back", side="black"))
            assert (await back.until("moved"))["view"]["computers"]["black"] is None
            assert await answered(waiting, ask("absent", **frame)) == "not_gone"


async def test_case_127_presence_is_of_one_match_and_one_connection(hub: Hub) -> None:
    """Case 127: gone from the first match, there at the second: nobody can act on the second."""
    first, second = await db(running_match)(), await db(running_match)()
    user = await db(alice)()
    frame = {"accused": "black", "about": second.version, "choice": "adjourn"}
    async with Socket(hub, second.code, user) as socket, Socket(hub, second.code, await db(bob)()) as theirs:
        await socket.until("chat")
        await theirs.until("chat")
        await warm(hub, first, black=500_000)
        await warm(hub, second, black=500_000)
        assert await answered(socket, ask("absent", **frame)) == "not_gone"


# --- who may ask --------------------------------------------------------------------------------------------------

ASKS: list[Frame] = [
    {"t": "say", "preset": "", "text": "hello"},
    {"t": "hint", "side": "white", "about": 1},
    {"t": "pace", "millis": 5},
    {"t": "absent", "accused": "black", "about": 1, "choice": "claim"},
    {"t": "seat_back", "side": "white"},
]


async def test_nobody_known_only_looks_on(hub: Hub) -> None:
    match = await db(lambda: running_match(is_public=True))()
    async with Socket(hub, match.code, None) as socket:
        await socket.until("chat")
        for frame in ASKS:
            assert await answered(socket, {"ask": str(uuid4()), **frame}) == "not_playing"


async def test_who_watches_can_not_act_for_the_players(hub: Hub) -> None:
    match = await db(lambda: running_match(is_public=True))()
    async with Socket(hub, match.code, await db(charlie)()) as socket:
        await socket.until("chat")
        codes = [await answered(socket, {"ask": str(uuid4()), **frame}) for frame in ASKS[1:]]
        assert codes == ["not_playing", "not_playing", "not_playing", "not_your_side"]


async def test_an_ask_after_the_session_ended_is_answered_before_the_socket_closes(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, user = await db(running_match)(), await db(alice)()
    session = await db(session_of)(user)
    monkeypatch.setattr(session_module, "KNOWN_MILLIS", 0)
    async with Socket(hub, match.code, user, session) as socket:
        await socket.until("chat")
        await db(session.delete)()
        assert await answered(socket, ask("pace", millis=1)) == "login_again"
        assert (await socket.until("bye"))["code"] == "login_again"


async def test_a_guest_who_became_an_account_is_sent_to_reload(hub: Hub) -> None:
    def match_of(guest: User) -> Match:
        return running_match(guest, bob())

    guest = await db(guest_make)()
    match = await db(match_of)(guest)
    async with Socket(hub, match.code, guest) as socket:
        assert (await socket.until("hello"))["you"] == ["white"]
        await socket.until("chat")
        await db(lambda: publish.kick_user(guest.pk))()
        await socket.silence(0.2)  # the guest is still there
        await db(lambda: User.objects.filter(pk=guest.pk).update(is_active=False))()
        await db(lambda: publish.kick_user(guest.pk))()
        assert (await socket.until("bye"))["code"] == "login_again"
        assert (await socket.output())["code"] == 4401


async def test_asking_for_chat_again_and_again_closes_the_socket(hub: Hub) -> None:
    match = await db(running_match)()
    async with Socket(hub, match.code, await db(alice)()) as socket:
        await socket.until("chat")
        for _ in range(13):
            await socket.send({"t": "chat_after", "number": 0})
        assert (await socket.until("bye"))["code"] == "too_fast"


# --- the house ----------------------------------------------------------------------------------------------------


async def test_the_oldest_of_too_many_sockets_makes_room(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "SOCKETS_A_PERSON", 2)
    match, user = await db(running_match)(), await db(alice)()
    async with AsyncExitStack() as stack:

        async def come(person: User) -> Socket:
            """One after the other: a socket is known to the house from its greeting on."""
            socket = await stack.enter_async_context(Socket(hub, match.code, person))
            await socket.until("hello")
            return socket

        first, second = await come(user), await come(user)
        another, third = await come(await db(bob)()), await come(user)
        assert (await first.until("bye"))["code"] == "too_many_sockets"
        assert (await first.output())["code"] == 4430
        for socket in (second, third, another):
            await socket.send({"t": "ping", "n": 7})
            await socket.until("pong")
    assert hub._sockets == {}


async def test_an_open_match_has_something_beside_it_too(hub: Hub) -> None:
    match = await db(open_match)()
    async with Socket(hub, match.code, await db(alice)()) as socket:
        assert (await socket.until("beside"))["may_chat"] == "nothing"
