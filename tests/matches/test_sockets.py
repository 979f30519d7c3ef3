"""Sockets of a real web process: who may come in, what is answered, who is told what."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from importlib import import_module
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings as django_settings
from django.db import connection, transaction
from django.test import Client
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from bgsite.accounts.models import User
from games.rules.actions import Double, Drop
from games.rules.rulecard import Preset, card_for
from games.rules.sides import Side
from games.rules.state import to_act
from matches import publish
from matches.models import Command, Match, MatchEvent, Seat
from matches.moment import as_datetime, now_millis
from matches.protocol import BROWSER_TAGS, MAX_FRAME_BYTES, CloseCode
from matches.services.heartbeat import beat
from matches.services.start import match_start
from tests.factories import open_match, running_match, seat
from tests.live import SiteProcesses
from tests.matches.client import Frame, TableClient, cookie_of, some_path
from tests.matches.doing import act, everything, must, play_some, state_now
from tests.matches.timing import NORMAL, run_out_at
from tests.people import alice, bob, charlie

pytestmark = pytest.mark.django_db(transaction=True)


def run(scenario: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(_awaited(scenario), 60))


async def _awaited(scenario: Callable[[], Awaitable[None]]) -> None:
    await scenario()


in_thread = sync_to_async(thread_sensitive=False)


async def db(work: Callable[[], Any]) -> Any:
    """Use the database of the test from a scenario."""

    def with_own_connection() -> Any:
        try:
            return work()
        finally:
            connection.close()

    return await in_thread(with_own_connection)()


def is_type(name: str) -> Callable[[Frame], bool]:
    return lambda frame: bool(frame["t"] == name)


def mover(match: Match) -> tuple[Side, str]:
    """The side that must act, and its player's cookie."""
    side = to_act(state_now(match))
    assert side is not None
    return side, cookie_of(alice() if side is Side.WHITE else bob())


async def greeted(table: TableClient) -> Frame:
    return await table.until(is_type("hello"))


def a_play(table: TableClient) -> Frame:
    return {"t": "play", "steps": some_path(table.view["graph"], Random(1))}


# --- coming in ----------------------------------------------------------------------------------------------------


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


# --- acting -------------------------------------------------------------------------------------------------------


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


# --- bad input ----------------------------------------------------------------------------------------------------


def test_bad_frames_are_answered_and_the_socket_stays(live_site: SiteProcesses) -> None:
    match = running_match()
    _, cookie = mover(match)
    stored = everything(match)
    head = {"id": str(uuid4()), "side": "white", "decision": match.version}
    bad: list[tuple[str | bytes, str]] = [
        ("{", "bad_json"),
        ("", "bad_json"),
        (b"\x00\xff", "bad_json"),
        ("[1, 2]", "unknown_frame"),
        ('{"t": "win_for_me"}', "unknown_frame"),
        (json.dumps({"t": "roll", **head, "dice": [6, 6]}), "bad_frame"),
        (json.dumps({"t": "play", **head, "steps": [[6, 0, 6]], "winner": "white"}), "bad_frame"),
        (json.dumps({"t": "ping"}), "bad_frame"),
    ]

    async def scenario() -> None:
        async with TableClient(live_site, match.code, cookie) as table:
            await greeted(table)
            for text, code in bad:
                await table.socket.send(text)
                assert (await table.until(is_type("error")))["code"] == code
            await table.send({"t": "ping", "n": 5})
            assert (await table.until(is_type("pong")))["n"] == 5

    run(scenario)
    assert everything(match) == stored


def test_too_large_a_frame_closes_the_socket(live_site: SiteProcesses) -> None:
    match = running_match()
    _, cookie = mover(match)

    async def scenario() -> None:
        async with TableClient(live_site, match.code, cookie) as table:
            await greeted(table)
            await table.socket.send(json.dumps({"t": "ping", "n": 1, "x": "y" * MAX_FRAME_BYTES}))
            assert await table.close_code() == 4413
            assert table.frames[-1] == {"t": "bye", "code": "too_large"}

    run(scenario)


def test_a_flood_closes_the_socket_and_nobody_elses(live_site: SiteProcesses) -> None:
    match = running_match()
    side, cookie = mover(match)
    other = cookie_of(bob() if side is Side.WHITE else alice())

    async def scenario() -> None:
        async with (
            TableClient(live_site, match.code, other) as flood,
            TableClient(live_site, match.code, cookie) as table,
        ):
            await greeted(flood)
            await greeted(table)
            for number in range(200):
                await flood.socket.send(json.dumps({"t": "ping", "n": number}))
            assert await flood.close_code() == 4429
            assert flood.frames[-1] == {"t": "bye", "code": "too_fast"}
            await table.act(side.value, a_play(table))
            await table.until(is_type("done"))

    run(scenario)


NASTY: list[Any] = [
    None,
    True,
    -1,
    0,
    1.5,
    2**63,
    "",
    "white",
    "\u0000",
    "' OR 1=1; --",
    "<script>",
    "\U0001f3b2" * 50,
    [],
    [[]],
    [[25, 19, 6]] * 4,
    [[13, 7, 6], [8, 7, 1]],
    [["13", "7", "6"]],
    {},
    {"$gt": 0},
    {"t": "roll"},
    "__class__",
    "00000000-0000-0000-0000-000000000000",
]


def test_every_frame_type_with_nasty_fields_changes_nothing(live_site: SiteProcesses) -> None:
    """A live process, every type of frame, every field replaced by everything: not one byte of the match changes."""
    match = running_match(card=card_for(Preset.MONEY))
    side, cookie = mover(match)
    stored = everything(match)
    good: Frame = {"id": str(uuid4()), "side": side.other.value, "decision": match.version, "n": 1, "after": 1}
    good |= {"steps": [[24, 18, 6]], "kind": 1, "points": 1}
    frames = []
    for tag in sorted(BROWSER_TAGS):
        for name in ("id", "side", "decision", "steps", "kind", "points", "n", "after", "more"):
            frames += [{"t": tag, **good, name: value} for value in NASTY]
        frames += [{"t": tag}, {"t": [tag]}, {"t": tag.upper()}, {"T": tag}]
    random = Random(20)
    random.shuffle(frames)
    codes: set[str] = set()

    async def fire(some: list[Frame]) -> None:
        while some:
            async with TableClient(live_site, match.code, cookie) as table:
                await greeted(table)
                batch, some = some[:38], some[38:]  # a socket takes 40 at once
                for frame in batch:
                    await table.send(frame)
                for _ in batch:
                    answer = await table.until(lambda frame: frame["t"] != "presence", 20)
                    assert answer["t"] in ("error", "refused", "pong", "missed", "hello"), answer
                    codes.add(answer.get("code", ""))

    async def scenario() -> None:
        chosen = frames[:1500]
        await asyncio.gather(*[fire(chosen[number::4]) for number in range(4)])

    run(scenario)
    assert everything(match) == stored
    assert {"bad_frame", "unknown_frame"} <= codes


# --- going --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_told", [True, False])
def test_a_deleted_match_closes_its_sockets(live_site: SiteProcesses, is_told: bool) -> None:
    """At once when it is told, else at the next action."""
    match = running_match()
    side, cookie = mover(match)

    def delete() -> None:
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


# --- time ---------------------------------------------------------------------------------------------------------


def test_a_flag_falls_within_two_seconds_while_somebody_looks_on(live_site: SiteProcesses) -> None:
    match = running_match(clock=NORMAL)
    _, cookie = mover(match)
    beat()  # the tables were emptied after the last test: without a heartbeat nobody is flagged for up to 2 s
    run_out_at(match, now_millis() + 1_500)

    async def scenario() -> None:
        async with TableClient(live_site, match.code, cookie) as table:
            await greeted(table)
            moved = await table.until(is_type("moved"), 6)
            assert "flag_fell" in [event["e"] for event in moved["events"]]
            assert moved["view"]["match_result"]["termination"] == "timed_out"

    run(scenario)
    assert match.deadline_at is not None
    fell = MatchEvent.objects.get(match=match, kind="flag_fell").at
    assert 0 <= (fell - match.deadline_at).total_seconds() < 2


def test_the_next_game_starts_by_itself_while_somebody_looks_on(live_site: SiteProcesses) -> None:
    match = running_match(clock=NORMAL)
    cookie = cookie_of(alice())
    beat()  # as above

    async def scenario() -> None:
        await db(lambda: _end_the_game(match))
        async with TableClient(live_site, match.code, cookie) as table:
            await greeted(table)
            assert table.view["phase"] == "between"
            await table.until(is_type("moved"), 6)
            assert (table.view["game"], table.view["next_at"]) == (2, None)

    run(scenario)


def _end_the_game(match: Match) -> None:
    play_some(match)
    must(act(match, Double()))
    must(act(match, Drop()))
    Match.objects.filter(pk=match.pk).update(next_at=as_datetime(now_millis() + 1_000))


# --- the house ----------------------------------------------------------------------------------------------------


def test_one_match_that_waits_for_a_lock_holds_up_nobody_else(live_site: SiteProcesses) -> None:
    """Case 155: twenty others move meanwhile."""
    stuck = running_match()
    others = [running_match() for _ in range(20)]
    movers = [mover(match) for match in others]
    stuck_side, stuck_cookie = mover(stuck)

    def hold(taken: Callable[[], object]) -> None:
        with transaction.atomic():
            Match.objects.select_for_update().get(pk=stuck.pk)
            taken()
            time.sleep(1.5)

    async def scenario() -> None:
        taken, loop = asyncio.Event(), asyncio.get_running_loop()
        async with TableClient(live_site, stuck.code, stuck_cookie) as waiting:
            await greeted(waiting)
            holder = asyncio.create_task(db(lambda: hold(lambda: loop.call_soon_threadsafe(taken.set))))
            await taken.wait()
            await waiting.act(stuck_side.value, a_play(waiting))
            slow = []
            for match, (side, cookie) in zip(others, movers, strict=True):
                async with TableClient(live_site, match.code, cookie) as table:
                    await greeted(table)
                    started = time.monotonic()
                    await table.act(side.value, a_play(table))
                    await table.until(is_type("done"))
                    slow.append(time.monotonic() - started)
            assert sorted(slow)[len(slow) // 2] < 0.3
            await holder
            await waiting.until(is_type("done"))

    run(scenario)


def test_sockets_hold_no_database_connections(live_site: SiteProcesses) -> None:
    """Case 146: fifty open tables, and not more connections than the pool has."""
    match = running_match(is_public=True)

    async def scenario() -> None:
        tables = [TableClient(live_site, match.code) for _ in range(50)]
        await asyncio.gather(*[table.__aenter__() for table in tables])
        await asyncio.gather(*[greeted(table) for table in tables])
        for table in tables:
            await table.send({"t": "ping", "n": 1})
        await asyncio.gather(*[table.until(is_type("pong")) for table in tables])
        assert await db(_connections) < 25
        await asyncio.gather(*[table.__aexit__() for table in tables])

    run(scenario)


def _connections() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
        return int(cursor.fetchone()[0])


def test_connections_that_postgresql_cut_are_replaced(live_site: SiteProcesses) -> None:
    """Case 145: the move after it works at the first try."""
    match = running_match()
    side, cookie = mover(match)
    connection.close()  # the test's own is not to be cut

    def cut() -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )

    async def scenario() -> None:
        async with TableClient(live_site, match.code, cookie) as table:
            await greeted(table)
            await db(cut)
            await table.act(side.value, a_play(table))
            answer = await table.until(lambda frame: frame["t"] in ("done", "refused"), 10)
            assert answer["t"] == "done"

    run(scenario)


def test_a_foreign_page_cannot_open_a_socket(live_site: SiteProcesses) -> None:
    """Case 154, at the table's own address."""
    match = running_match()
    cookie = cookie_of(alice())

    async def scenario() -> None:
        for origin in ("http://evil.example", live_site.url.replace("127.0.0.1", "localhost"), None):
            url = f"{live_site.ws_url}/ws/match/{match.code}/"
            with pytest.raises(InvalidStatus):
                await connect(url, origin=origin, additional_headers={"Cookie": cookie})  # type: ignore[arg-type]

    run(scenario)


@pytest.mark.parametrize("path", ["/", "/ws/", "/ws/match/a/b/", f"/ws/match/{'x' * 99}/", "/ws/match/%00/"])
def test_an_address_without_a_table_is_refused_as_such(live_site: SiteProcesses, path: str) -> None:
    async def scenario() -> None:
        with pytest.raises(InvalidStatus) as refused:
            await connect(live_site.ws_url + path, origin=live_site.url)  # type: ignore[arg-type]
        assert refused.value.response.status_code == 403

    run(scenario)
