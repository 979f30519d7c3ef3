"""The record of players' connections: rows that come and go with sockets, and what they say about a game."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import OperationalError, transaction
from django.utils import timezone

from games.rules.actions import ResignMatch
from games.rules.sides import Side
from matches import consumers
from matches import heart as heart_module
from matches import presence as presence_module
from matches.facts import Link
from matches.heart import start_heart
from matches.hub import Busy, Hub
from matches.models import Connection, Match, WebHeartbeat
from matches.moment import as_millis
from matches.presence import UNKNOWN
from matches.protocol import Here, Presence
from matches.selectors.connections import link_of
from matches.services.connections import (
    CONNECTIONS_KEPT_FOR,
    connection_close,
    connection_open,
    connections_forget,
    connections_lost,
    socket_close,
    socket_open,
)
from matches.services.sitting import hot_seat_start
from matches.services.start import match_start
from tests.factories import open_match, running_match, seat
from tests.matches.doing import act, must, state_now
from tests.matches.inside import Socket, db
from tests.matches.matchmaking import terms
from tests.people import alice, bob, charlie

WHITE, BLACK = Side.WHITE, Side.BLACK
BEGAN = datetime(2026, 3, 29, 1, 30, tzinfo=UTC)
ENDED = BEGAN + timedelta(minutes=30)


def at(minutes: float) -> datetime:
    """So many minutes after the game began."""
    return BEGAN + timedelta(minutes=minutes)


def came(match: Match, side: Side, minutes: float, until: float | None = None) -> Connection:
    left_at = None if until is None else at(until)
    return Connection.objects.create(match=match, side=side.value, version=1, came_at=at(minutes), left_at=left_at)


def gone(side: Side, since: datetime) -> Presence:
    """A presence that says so of that side, and nothing of the other."""
    millis = as_millis(since)
    if side is WHITE:
        return Presence(Here.GONE, Here.UNKNOWN, 0, millis, None)
    return Presence(Here.UNKNOWN, Here.GONE, 0, None, millis)


def times(match: Match, side: Side = WHITE) -> list[tuple[datetime, datetime | None]]:
    rows = Connection.objects.filter(match=match, side=side.value).order_by("came_at", "pk")
    return list(rows.values_list("came_at", "left_at"))


# --- rows ---------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
class TestRows:
    """What the services write."""

    def test_a_connection_has_a_side_a_version_and_two_moments(self, match: Match) -> None:
        before = timezone.now()
        number = connection_open(match.pk, BLACK, 7)
        row = Connection.objects.get(pk=number)
        assert (row.match_id, row.side, row.version, row.left_at) == (match.pk, "black", 7, None)
        connection_close(number)
        row.refresh_from_db()
        assert row.left_at is not None
        assert before <= row.came_at <= row.left_at <= timezone.now()

    def test_a_row_that_is_gone_is_nobodys_trouble(self, match: Match) -> None:
        number = connection_open(match.pk, BLACK, 7)
        Connection.objects.all().delete()
        connection_close(number)
        assert not Connection.objects.exists()

    def test_no_row_knows_a_person_an_address_or_a_device(self) -> None:
        columns = {field.column for field in Connection._meta.concrete_fields}
        assert columns == {"id", "match_id", "side", "version", "came_at", "left_at"}

    def test_they_are_forgotten_after_their_time(self, match: Match) -> None:
        now = timezone.now()
        old, young = (connection_open(match.pk, WHITE, 1) for _ in range(2))
        moments = {old: now - CONNECTIONS_KEPT_FOR, young: now - CONNECTIONS_KEPT_FOR + timedelta(minutes=1)}
        for number, moment in moments.items():
            Connection.objects.filter(pk=number).update(came_at=moment)
        assert (connections_forget(), connections_forget()) == (1, 0)
        assert Connection.objects.get().pk == young

    # --- rows that a killed process left open ---

    def test_when_no_process_lived_all_that_was_open_is_over(self, match: Match) -> None:
        came(match, WHITE, 0)
        came(match, WHITE, 1, until=2)
        came(match, WHITE, 9)
        assert connections_lost(as_millis(at(5))) == 1
        assert times(match) == [(at(0), at(5)), (at(1), at(2)), (at(9), None)]

    def test_who_comes_when_nobody_of_the_side_was_there_closes_what_is_open(self, match: Match) -> None:
        came(match, WHITE, 0)
        came(match, BLACK, 0)
        socket_open(match.pk, (WHITE,), 3, gone(WHITE, at(6)))
        assert times(match)[0] == (at(0), at(6))
        assert times(match)[1][1] is None
        assert times(match, BLACK) == [(at(0), None)]

    def test_a_second_tab_closes_nothing(self, match: Match) -> None:
        came(match, WHITE, 0)
        for before in (UNKNOWN, Presence(Here.HERE, Here.GONE, 0, None, as_millis(at(6)))):
            socket_open(match.pk, (WHITE,), 3, before)
        assert [left for _, left in times(match)] == [None] * 3

    def test_who_came_after_that_absence_stays(self, match: Match) -> None:
        came(match, WHITE, 7)
        socket_open(match.pk, (WHITE,), 3, gone(WHITE, at(6)))
        assert times(match)[0] == (at(7), None)

    def test_the_last_to_leave_closes_what_a_process_left_open_before(self, match: Match) -> None:
        """The row ended at the latest when the side came again."""
        came(match, WHITE, 0)
        mine = came(match, WHITE, 4)
        socket_close(match.pk, {WHITE: mine.pk}, gone(WHITE, timezone.now()))
        assert times(match)[0] == (at(0), at(4))
        assert times(match)[1][1] is not None

    def test_one_of_two_that_leaves_closes_itself_alone(self, match: Match) -> None:
        came(match, WHITE, 0)
        mine = came(match, WHITE, 4)
        socket_close(match.pk, {WHITE: mine.pk}, Presence(Here.HERE, Here.GONE, 0))
        assert times(match)[0] == (at(0), None)

    def test_the_own_goodbye_is_the_last_word(self, match: Match) -> None:
        mine = came(match, WHITE, 0)
        connections_lost(as_millis(at(1)))
        socket_close(match.pk, {WHITE: mine.pk}, UNKNOWN)
        left = times(match)[0][1]
        assert left is not None
        assert left > at(1)


# --- what they say about a game -----------------------------------------------------------------------------------


@pytest.mark.django_db
class TestLink:
    """A game that lasted from minute 0 to 30."""

    def test_nobody_was_ever_there(self, match: Match) -> None:
        assert link_of(match.pk, BEGAN, ENDED) == Link(connected=False, reconnects=0)

    def test_one_side_alone_is_not_connected(self, match: Match) -> None:
        came(match, WHITE, -1)
        came(match, WHITE, 3)
        assert not link_of(match.pk, BEGAN, ENDED).connected

    def test_both_were_there(self, match: Match) -> None:
        came(match, WHITE, -1)
        came(match, BLACK, 2, until=25)
        assert link_of(match.pk, BEGAN, ENDED) == Link(connected=True, reconnects=0)

    def test_who_comes_after_the_end_does_not_count(self, match: Match) -> None:
        came(match, WHITE, -1, until=5)
        came(match, WHITE, 31)
        came(match, BLACK, 30.1)
        assert link_of(match.pk, BEGAN, ENDED) == Link(connected=False, reconnects=0)

    def test_each_coming_back_in_the_game_counts(self, match: Match) -> None:
        came(match, WHITE, -9, until=-8)
        came(match, WHITE, -7, until=4)  # before the game
        came(match, WHITE, 5, until=6)
        came(match, WHITE, 6)  # in the same moment
        came(match, BLACK, 1, until=2)  # for the first time
        came(match, BLACK, 29)
        assert link_of(match.pk, BEGAN, ENDED) == Link(connected=True, reconnects=3)

    def test_a_second_tab_is_no_coming_back(self, match: Match) -> None:
        came(match, WHITE, -1)
        came(match, WHITE, 3, until=4)
        came(match, BLACK, 0, until=20)
        came(match, BLACK, 2, until=3)
        came(match, BLACK, 10, until=21)
        assert link_of(match.pk, BEGAN, ENDED) == Link(connected=True, reconnects=0)

    def test_other_matches_do_not_count(self, match: Match) -> None:
        came(running_match(), WHITE, 1)
        came(match, BLACK, 1)
        assert not link_of(match.pk, BEGAN, ENDED).connected


# --- sockets ------------------------------------------------------------------------------------------------------


def rows(match: Match) -> list[tuple[str, int, bool]]:
    """Side, version, whether it is open."""
    found = Connection.objects.filter(match=match).order_by("side", "came_at", "pk")
    return [(row.side, row.version, row.left_at is None) for row in found]


async def count_of(match: Match, count: int) -> list[tuple[str, int, bool]]:
    """The rows, once there are so many: the note comes after the frames."""
    found: list[tuple[str, int, bool]] = []
    async with asyncio.timeout(5):
        while len(found := await db(rows)(match)) < count:  # noqa: ASYNC110 - the database calls nobody
            await asyncio.sleep(0.01)
    return found


@pytest.mark.django_db(transaction=True)
class TestSockets:
    """In the test's own process."""

    async def test_a_players_socket_comes_and_goes(self, hub: Hub) -> None:
        match = await db(running_match)()
        version = (await db(state_now)(match)).version
        async with Socket(hub, match.code, await db(alice)()) as socket:
            await socket.until("chat")
            assert await count_of(match, 1) == [("white", version, True)]
        assert await db(rows)(match) == [("white", version, False)]

    async def test_who_comes_back_has_another_row(self, hub: Hub) -> None:
        match, user = await db(running_match)(), await db(bob)()
        for _ in range(2):
            async with Socket(hub, match.code, user) as socket:
                await socket.until("chat")
        assert [row[::2] for row in await count_of(match, 2)] == [("black", False)] * 2

    async def test_spectators_are_not_noted(self, hub: Hub) -> None:
        match = await db(running_match)(is_public=True)
        async with Socket(hub, match.code, await db(charlie)()) as socket:
            await socket.until("chat")
        assert await db(rows)(match) == []

    async def test_who_plays_both_sides_is_noted_for_both(self, hub: Hub) -> None:
        user = await db(alice)()
        match = await db(hot_seat_start)(user, terms())
        async with Socket(hub, match.code, user) as socket:
            await socket.until("chat")
            await count_of(match, 2)
        assert [row[::2] for row in await db(rows)(match)] == [("black", False), ("white", False)]

    async def test_a_match_that_is_over_is_looked_at_without_a_note(self, hub: Hub) -> None:
        match = await db(running_match)()
        await db(lambda: must(act(match, ResignMatch(), WHITE)))()
        async with Socket(hub, match.code, await db(alice)()) as socket:
            await socket.until("chat")
        assert await db(rows)(match) == []

    async def test_who_waits_for_the_other_is_noted_when_the_match_begins(self, hub: Hub) -> None:
        match = await db(open_match)()

        def start() -> None:
            with transaction.atomic():
                locked = Match.objects.select_for_update().get(pk=match.pk)
                seat(locked, WHITE, alice())
                seat(locked, BLACK, bob())
                match_start(locked)

        async with Socket(hub, match.code, await db(alice)()) as socket:
            await socket.until("chat")
            assert await db(rows)(match) == []
            await db(start)()
            version = (await socket.until("hello"))["v"]
            assert await count_of(match, 1) == [("white", version, True)]
        assert await db(rows)(match) == [("white", version, False)]

    @pytest.mark.parametrize("error", [OperationalError("gone"), Busy()])
    async def test_a_note_that_cannot_be_written_disturbs_nobody(
        self, hub: Hub, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception
    ) -> None:
        def broken(*_args: Any) -> None:
            raise error

        match = await db(running_match)()
        monkeypatch.setattr(consumers, "socket_open", broken)
        with caplog.at_level(logging.WARNING, "matches"):
            async with Socket(hub, match.code, await db(alice)()) as socket:
                await socket.until("chat")
                await socket.send({"t": "ping", "n": 1})
                await socket.until("pong")
        assert f"match {match.code}: not noted who came" in caplog.text
        assert "alice" not in caplog.text

    async def test_a_goodbye_that_cannot_be_written_is_a_line_in_the_log(
        self, hub: Hub, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        def broken(*_args: Any) -> None:
            raise OperationalError("gone")

        match = await db(running_match)()
        monkeypatch.setattr(consumers, "socket_close", broken)
        with caplog.at_level(logging.WARNING, "matches"):
            async with Socket(hub, match.code, await db(alice)()) as socket:
                await socket.until("chat")
                await count_of(match, 1)
        assert f"match {match.code}: not noted who left" in caplog.text

    async def test_rows_of_a_killed_process_are_closed_when_the_player_comes_back(
        self, hub: Hub, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The record of presence is warm, and nobody of the side is in it any more."""
        monkeypatch.setattr(presence_module, "WARM_UP_MILLIS", 0)
        match = await db(running_match)()
        await db(came)(match, WHITE, 0)
        async with Socket(hub, match.code, await db(bob)()) as socket:
            await socket.until("chat")  # before anybody was there the record knows nothing
        async with Socket(hub, match.code, await db(alice)()) as socket:
            await socket.until("chat")
            found = await count_of(match, 3)
            assert [is_open for side, _, is_open in found if side == WHITE.value] == [False, True]


@pytest.mark.django_db(transaction=True)
class TestHeart:
    """The first beat of a new process looks whether anybody lived."""

    def _beat_after(self, seconds: float) -> None:
        beaten = timezone.now() - timedelta(seconds=seconds)
        WebHeartbeat.objects.update_or_create(id=1, defaults={"beat_at": beaten})
        stop = start_heart()
        while WebHeartbeat.objects.get().beat_at == beaten:
            stop.wait(0.05)
        stop.wait(0.1)
        stop.set()

    @pytest.mark.parametrize(("silence", "is_open"), [(60, False), (3, True)])
    def test_after_a_death_of_all_what_was_open_is_over(self, silence: int, *, is_open: bool) -> None:
        match = running_match()
        row = came(match, WHITE, 0)
        self._beat_after(silence)
        row.refresh_from_db()
        assert (row.left_at is None) is is_open
        if row.left_at is not None:
            assert abs(row.left_at - timezone.now() + timedelta(seconds=silence)) < timedelta(seconds=5)

    def test_a_database_that_was_away_ends_no_connection(self, monkeypatch: pytest.MonkeyPatch) -> None:
        shifts = iter([0, 90_000])
        beats = []

        def beat() -> int:
            beats.append(1)
            return next(shifts, 0)

        monkeypatch.setattr(heart_module, "beat", beat)
        monkeypatch.setattr(heart_module, "BEAT_SECONDS", 0.01)
        row = came(running_match(), WHITE, 0)
        stop = start_heart()
        while len(beats) < 4:
            stop.wait(0.01)
        stop.set()
        row.refresh_from_db()
        assert row.left_at is None
