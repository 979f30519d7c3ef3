"""Who is there, counted across processes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from uuid import uuid4

import pytest
from django.conf import settings

from games.rules.sides import Side
from matches import presence as module
from matches.moment import now_millis
from matches.presence import Away, PresenceBoard, Visitor, away, counted
from matches.protocol import Here, Presence
from tests.factories import running_match
from tests.live import SiteProcesses
from tests.matches.client import TableClient, cookie_of
from tests.people import alice, bob, charlie

HERE, GONE, UNKNOWN = Here.HERE, Here.GONE, Here.UNKNOWN


def visitor(*sides: Side, match_id: int = 1, generation: str = "") -> Visitor:
    return Visitor(match_id, sides, generation or uuid4().hex)


def who(presence: Presence) -> tuple[Here, Here, int]:
    return presence.white, presence.black, presence.spectators


def with_boards(scenario: Callable[[PresenceBoard, PresenceBoard], Awaitable[None]], *, warm: bool = True) -> None:
    """Two processes on the same Valkey."""

    async def run() -> None:
        prefix = f"test-{uuid4().hex}"
        boards = [PresenceBoard(settings.REDIS_URL, prefix) for _ in range(2)]
        if warm:
            await boards[0]._redis.set(boards[0]._since, 0, px=module.RECORD_MILLIS)
        try:
            await scenario(*boards)
        finally:
            for board in boards:
                await board.close()

    asyncio.run(run())


def test_both_sides_and_spectators_are_counted_across_processes() -> None:
    async def scenario(one: PresenceBoard, other: PresenceBoard) -> None:
        assert who(await one.here(visitor(Side.WHITE))) == (HERE, GONE, 0)
        assert who(await other.here(visitor(Side.BLACK))) == (HERE, HERE, 0)
        await one.here(visitor())
        await other.here(visitor())
        assert who(await one.look(1)) == (HERE, HERE, 2)
        assert who(await one.look(2)) == (GONE, GONE, 0)

    with_boards(scenario)


def test_one_person_on_both_sides_is_both() -> None:
    async def scenario(one: PresenceBoard, other: PresenceBoard) -> None:
        both = visitor(Side.WHITE, Side.BLACK)
        assert who(await one.here(both)) == (HERE, HERE, 0)
        assert who(await one.gone(both)) == (GONE, GONE, 0)
        assert who(await other.look(1)) == (GONE, GONE, 0)

    with_boards(scenario)


def test_closing_one_of_two_tabs_is_not_leaving() -> None:
    async def scenario(one: PresenceBoard, other: PresenceBoard) -> None:
        tab, second = visitor(Side.WHITE), visitor(Side.WHITE)
        await one.here(tab)
        await other.here(second)
        assert (await one.gone(tab)).white is HERE
        assert (await other.gone(second)).white is GONE

    with_boards(scenario)


def test_a_late_goodbye_does_not_end_the_new_connection() -> None:
    """Cases 127, 151."""

    async def scenario(one: PresenceBoard, other: PresenceBoard) -> None:
        old, new = visitor(Side.WHITE), visitor(Side.WHITE)
        await one.here(old)
        await other.here(new)
        await one.gone(old)
        await one.gone(old)
        assert (await one.look(1)).white is HERE

    with_boards(scenario)


def test_without_a_word_a_socket_is_gone_after_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(one: PresenceBoard, other: PresenceBoard) -> None:
        monkeypatch.setattr(module, "EXPIRES_MILLIS", 100)
        await one.here(visitor(Side.WHITE))
        assert (await other.look(1)).white is HERE
        await asyncio.sleep(0.15)
        assert (await other.look(1)).white is GONE

    with_boards(scenario)
    assert module.EXPIRES_MILLIS <= 50_000


def test_sockets_of_killed_processes_do_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(one: PresenceBoard, _other: PresenceBoard) -> None:
        monkeypatch.setattr(module, "EXPIRES_MILLIS", 200)
        for _ in range(5):
            await one.here(visitor())
        await asyncio.sleep(0.1)
        await one.here(visitor(Side.BLACK))  # the set itself lives on
        await asyncio.sleep(0.15)
        await one.here(visitor(Side.WHITE))
        assert await one._redis.zcard(one._key(1)) == 2

    with_boards(scenario)


def test_a_lost_valkey_is_unknown_and_never_gone(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        board = PresenceBoard("redis://127.0.0.1:1/0", "nowhere")
        for _ in range(3):
            assert who(await board.here(visitor(Side.WHITE))) == (UNKNOWN, UNKNOWN, 0)
        assert who(await board.gone(visitor(Side.WHITE))) == (UNKNOWN, UNKNOWN, 0)
        await board.close()

    asyncio.run(scenario())
    assert caplog.text.count("presence is unknown") == 1


def test_valkey_that_came_back_empty_says_unknown_until_everybody_had_time_to_ping() -> None:
    async def scenario(one: PresenceBoard, other: PresenceBoard) -> None:
        assert who(await one.here(visitor(Side.WHITE))) == (HERE, UNKNOWN, 0)
        await one._redis.set(one._since, 1)
        assert who(await one.here(visitor(Side.WHITE))) == (HERE, GONE, 0)
        await one._redis.flushdb()
        assert who(await other.look(1)) == (UNKNOWN, UNKNOWN, 0)
        assert who(await other.here(visitor(Side.BLACK))) == (UNKNOWN, HERE, 0)

    with_boards(scenario, warm=False)


def test_the_record_breaks_off_when_nobody_pings() -> None:
    async def scenario(one: PresenceBoard, _other: PresenceBoard) -> None:
        await one.here(visitor(Side.WHITE))
        left = await one._redis.pttl(one._since)
        assert 0 < left <= module.RECORD_MILLIS

    with_boards(scenario)


# --- since when ---------------------------------------------------------------------------------------------------


def test_who_said_goodbye_is_gone_from_then_on() -> None:
    async def scenario(one: PresenceBoard, other: PresenceBoard) -> None:
        white, black = visitor(Side.WHITE), visitor(Side.BLACK)
        await one.here(white)
        await other.here(black)
        before = now_millis()
        found = await one.gone(white)
        assert found.white_gone is not None
        assert before <= found.white_gone <= now_millis()
        assert found.black_gone is None
        await asyncio.sleep(0.05)
        assert (await other.here(black)).white_gone == found.white_gone
        assert (await one.here(visitor(Side.WHITE))).white_gone is None

    with_boards(scenario)


def test_a_late_goodbye_does_not_start_the_time_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(one: PresenceBoard, other: PresenceBoard) -> None:
        monkeypatch.setattr(module, "EXPIRES_MILLIS", 50)
        white = visitor(Side.WHITE)
        await one.here(white)
        expected = now_millis() + 50
        await asyncio.sleep(0.2)
        found = await one.gone(white)
        assert found.white_gone is not None
        assert abs(found.white_gone - expected) < 40  # gone when its time was over, not when the word came
        assert (await other.look(1)).white_gone == found.white_gone

    with_boards(scenario)


def test_closing_one_of_two_tabs_starts_no_time() -> None:
    async def scenario(one: PresenceBoard, _other: PresenceBoard) -> None:
        tab = visitor(Side.WHITE)
        await one.here(tab)
        await one.here(visitor(Side.WHITE))
        assert (await one.gone(tab)).white_gone is None

    with_boards(scenario)


def test_who_never_came_is_gone_since_somebody_waits() -> None:
    async def scenario(one: PresenceBoard, other: PresenceBoard) -> None:
        before = now_millis()
        first = await one.here(visitor(Side.WHITE))
        assert first.black_gone is not None
        assert before <= first.black_gone <= now_millis()
        await asyncio.sleep(0.05)
        assert (await other.here(visitor(Side.WHITE))).black_gone == first.black_gone

    with_boards(scenario)


def test_nobody_is_gone_for_longer_than_the_record_is_old() -> None:
    """While no process wrote, as in an outage, nobody could come."""

    async def scenario(one: PresenceBoard, _other: PresenceBoard) -> None:
        white = visitor(Side.WHITE)
        await one.here(white)
        await one.gone(white)
        await one._redis.hset(one._gone_key(1), "white", 1)
        began = now_millis() - module.WARM_UP_MILLIS - 500
        await one._redis.set(one._since, began, px=module.RECORD_MILLIS)
        assert (await one.look(1)).white_gone == began

    with_boards(scenario)


def test_unknown_has_no_since() -> None:
    async def scenario(one: PresenceBoard, _other: PresenceBoard) -> None:
        found = await one.here(visitor(Side.WHITE))
        assert (found.black, found.black_gone) == (UNKNOWN, None)

    with_boards(scenario, warm=False)


def test_how_long_somebody_is_away() -> None:
    presence = Presence(HERE, GONE, 0, None, now_millis() - 5_000)
    assert away(presence, Side.WHITE) == Away(HERE, 0)
    assert away(presence, Side.BLACK).here is GONE
    assert 5_000 <= away(presence, Side.BLACK).millis < 9_000


def test_counting() -> None:
    assert counted(["white:a", "white:b", "spectator:c"], GONE) == Presence(HERE, GONE, 1)
    assert counted([], UNKNOWN) == Presence(UNKNOWN, UNKNOWN, 0)


@pytest.mark.django_db(transaction=True)
def test_the_table_is_told_who_comes_and_goes(live_site: SiteProcesses) -> None:
    match = running_match(is_public=True)
    cookies = [cookie_of(user) for user in (alice(), bob(), charlie())]

    async def scenario() -> None:
        async with TableClient(live_site, match.code, cookies[0]) as table:
            hello = await table.until(lambda frame: bool(frame["t"] == "hello"))
            assert hello["presence"]["white"] == "here"
            assert hello["presence"]["black"] != "here"
            async with TableClient(live_site, match.code, cookies[1]), TableClient(live_site, match.code, cookies[2]):
                await table.until(lambda frame: frame.get("black") == "here" and frame["spectators"] == 1)
            await table.until(lambda frame: frame.get("black") in ("gone", "unknown") and frame["spectators"] == 0)

    asyncio.run(scenario())
