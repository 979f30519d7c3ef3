"""Show 3: two people with names, addresses and all play; no table of statistics and no line of the log knows of them.

Nor of where they are, nor, in the tables, of their match. A line of the log may name a match and its version.
"""

from __future__ import annotations

import asyncio
import json
import logging
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from random import Random
from typing import Any
from urllib.error import HTTPError

import psycopg
import pytest
from django.db import connection, models
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from bgsite.accounts.models import User
from games.rules.board import Board
from games.rules.rulecard import Preset
from matches.models import GameFactOutbox, GameRecord, Match, MatchEvent, Seat
from stats import tasks
from stats.models import DiceMark, GameFact, PurgeRun, UsageSummary
from stats.services.beacons import token_make
from stats.services.dice import dice_count
from tests import live
from tests.live import SiteProcesses
from tests.matches.at_tables import greeted
from tests.matches.client import TableClient, cookie_of, sensible_action
from tests.matches.matchmaking import begun_match, terms
from tests.stats.rows import BROWSER, stats_tables
from tests.stats.traces import ADDRESS, Traces, found_in

NAMES = ("quillonzaxby", "ottolinevexley")
AGENT = "Nachtfalter/7.31 (GeForce RTX 4090) Zyklop/88"
FORWARDED = "203.0.113.77"
NUMBERED: dict[type[models.Model], int] = {
    User: 710_000_000,
    Match: 720_000_000,
    Seat: 730_000_000,
    GameRecord: 740_000_000,
    MatchEvent: 170_000,
}
"""From here on rows are numbered, so that no count and no bucket is taken for the number of somebody or something.

Events are counted through for their dice in rounds of so many numbers, hence the few.
"""
MOMENTS = {(PurgeRun, "began_at"), (UsageSummary, "made_at")}
"""When the server worked, not when anybody played."""
MARKS = {(DiceMark, "last_event")}
"""How far the events of all matches were counted: one number in one row, written over again and again."""
KINDS = {"uuid", "date", "boolean", "smallint", "integer", "bigint", "character varying", "jsonb"}
PLAYED = 14
"""Actions before the match is given up."""


@pytest.fixture
def far_numbers(db: None) -> Iterator[None]:
    """The rows of people and matches have numbers far from those of other rows."""
    before = {table: _number_from(table, number) for table, number in NUMBERED.items()}
    yield
    for table, number in before.items():
        _number_from(table, number)


@pytest.fixture
def people(far_numbers: None) -> tuple[User, User]:
    """Two people with names and mail addresses like nobody else's."""
    white, black = (User.objects.create_user(name, f"{name}@falter.example") for name in NAMES)
    return white, black


def _number_from(table: type[models.Model], number: int) -> int:
    """Give the rows to come numbers from there on; up to which number there were some."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_get_serial_sequence(%s, 'id')", [table._meta.db_table])
        (sequence,) = cursor.fetchone()
        cursor.execute(f"SELECT last_value FROM {sequence}")  # noqa: S608 - PostgreSQL's own word for it
        (before,) = cursor.fetchone()
        cursor.execute("SELECT setval(%s, %s)", [sequence, number])
    return int(before)


class Play:
    """A friend's link, played over sockets of a real web process until somebody gives it up."""

    def __init__(self, site: SiteProcesses, people: tuple[User, User], traces: Traces) -> None:
        self.site, self.traces = site, traces
        self.cookies = {side: cookie_of(user) for side, user in zip(("white", "black"), people, strict=True)}
        self.match = begun_match(people[0], people[1], terms(Preset.MATCH, 1), by_link=True)
        for user in people:
            words = {cookie.partition("=")[2] for cookie in self.cookies.values()} | {FORWARDED, *AGENT.split()}
            traces.note_person(user, *words)

    def to_its_end(self) -> None:
        """Play; then note every row of the match."""
        asyncio.run(asyncio.wait_for(self._play(), 60))
        self.match.refresh_from_db()
        assert self.match.status == Match.Status.FINISHED
        self.traces.note_match(self.match)

    async def _play(self) -> None:
        random = Random(7)
        async with (
            TableClient(self.site, self.match.code, self.cookies["white"]) as white,
            TableClient(self.site, self.match.code, self.cookies["black"]) as black,
        ):
            tables = {"white": white, "black": black}
            for table in tables.values():
                await greeted(table)
            for number in count():
                (side,) = white.view["awaits"]
                if number >= PLAYED and white.view["can"][side]["resign"]:
                    await self._act(tables, side, {"t": "resign", "kind": 1})
                    break
                action = sensible_action(white.view, side, random)
                assert action is not None
                await self._act(tables, side, action)
            assert white.view["phase"] == "over", "there is no more to lose, so nobody was asked"

    async def _act(self, tables: dict[str, TableClient], side: str, action: dict[str, Any]) -> None:
        goal = tables[side].version
        await tables[side].act(side, action)
        for table in tables.values():
            self.traces.note_view(table.view)
            frame = await table.until(
                lambda frame: frame["t"] in {"refused", "error"} or (frame["t"] == "moved" and frame["v"] > goal)
            )
            assert frame["t"] == "moved", frame
            self.traces.note_view(table.view)

    def beacon(self, token: str, **more: Any) -> None:
        """What the browser of White says of itself, and what it is like."""
        said = {**BROWSER, "token": token, "phone": BROWSER["is_phone"], **more}
        del said["is_phone"]
        assert self.fetch("/usage/beacon/", json.dumps(said).encode()) == 204

    def fetch(self, path: str, body: bytes | None = None) -> int:
        headers = {"Cookie": self.cookies["white"], "User-Agent": AGENT, "X-Forwarded-For": FORWARDED}
        request = urllib.request.Request(f"{self.site.url}{path}", body, headers)  # noqa: S310 - an address of ours
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310 - as above
                return int(answer.status)
        except HTTPError as refused:
            return refused.code


def test_no_column_of_statistics_knows_a_person_a_match_or_a_position(
    live_site: SiteProcesses, people: tuple[User, User]
) -> None:
    traces = Traces()
    play = Play(live_site, people, traces)
    play.to_its_end()
    token = token_make()
    play.beacon(token)
    play.beacon(token, system=NAMES[0])
    play.beacon(FORWARDED)
    for task in (tasks.move_facts, tasks.purge):
        task()
    dice_count(MatchEvent.objects.latest("pk").pk)
    play.beacon(token_make())
    Play(live_site, (people[1], people[0]), traces)
    assert {fact.moment for fact in GameFact.objects.all()} == {"started", "ended"}
    assert GameFact.objects.get(moment="ended").connected
    for table in stats_tables():
        assert table._default_manager.exists(), f"{table.__name__} shows nothing while it is empty"
        _assert_clean(table, traces)


def _assert_clean(table: type[models.Model], traces: Traces) -> None:
    """Every column of every row."""
    name = table._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {name}")  # noqa: S608 - a name of ours
        columns = [column.name for column in cursor.description]
        rows = cursor.fetchall()
    assert sorted(columns) == sorted(field.attname for field in table._meta.concrete_fields)
    for row in rows:
        for column, value in zip(columns, row, strict=True):
            text = json.dumps(value, default=str)
            expected = {text} if (table, column) in MARKS else set()
            assert found_in(text, traces.all) <= expected, (name, column)
            assert not ADDRESS.search(text), (name, column, text)


@pytest.mark.parametrize("what", ["name", "mail", "code", "number", "position", "address"])
def test_what_is_planted_in_a_column_is_found(people: tuple[User, User], what: str) -> None:
    """Or the test above could not fail."""
    traces, (white, black) = Traces(), people
    match = begun_match(white, black)
    traces.note_person(white)
    traces.note_match(match)
    traces.note_view({"board": list(Board.start().cells)})
    planted: dict[str, Any] = {
        "name": white.username.upper(),
        "mail": black.email,
        "code": match.code,
        "number": match.seats.latest("pk").pk,
        "position": "4HPwATDgc/ABMA",
        "address": "::1",
    }
    tasks.summarise()
    _assert_clean(UsageSummary, traces)
    UsageSummary.objects.update(data={"tables": [["a row", {"with": [planted[what]]}]]})
    with pytest.raises(AssertionError):
        _assert_clean(UsageSummary, traces)


@pytest.mark.django_db
@pytest.mark.parametrize("table", stats_tables(), ids=lambda table: str(table.__name__))
def test_no_column_of_statistics_could_know_more(table: type[models.Model]) -> None:
    """A text is one of a fixed few by the database's own word, a moment is only that of the server's work."""
    name = table._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute("SELECT column_name, data_type FROM information_schema.columns WHERE table_name = %s", [name])
        kinds = dict(cursor.fetchall())
        cursor.execute(
            "SELECT contype::text, pg_get_constraintdef(oid) FROM pg_constraint"
            " WHERE conrelid = %(name)s::regclass OR confrelid = %(name)s::regclass",
            {"name": name},
        )
        constraints = cursor.fetchall()
    assert not [rule for kind, rule in constraints if kind == "f"], "it joins to something"
    for column, kind in kinds.items():
        if (table, column) in MOMENTS:
            continue
        assert kind in KINDS, (column, kind)
        if kind == "character varying":
            assert any(rule.startswith(f"CHECK ((({column})::text = ANY") for _kind, rule in constraints), column
        if kind == "jsonb":
            assert table is UsageSummary


def test_nothing_ties_a_fact_to_the_transactions_of_its_match(
    live_site: SiteProcesses, people: tuple[User, User]
) -> None:
    """PostgreSQL keeps with each row which transaction wrote it. That of a fact is the mover's."""
    play = Play(live_site, people, Traces())
    with connection.cursor() as cursor:
        of_match = _transactions(cursor, "matches_match", "matches_matchevent", "matches_gamerecord", "matches_seat")
        tasks.move_facts()
        assert _transactions(cursor, "stats_gamefact").isdisjoint(of_match)
    assert play.match.version > 0


def _transactions(cursor: Any, *tables: str) -> set[str]:
    cursor.execute(" UNION ".join(f"SELECT xmin::text FROM {table}" for table in tables))  # noqa: S608 - names of ours
    return {number for (number,) in cursor.fetchall()}


def test_no_line_of_the_log_knows_a_person_an_address_or_a_position(
    live_site: SiteProcesses, people: tuple[User, User], caplog: pytest.LogCaptureFixture
) -> None:
    """Much goes wrong, so that there is something to say: strangers, nonsense, tables that are not there."""
    traces, web = Traces(), live_site._started[0]
    already = len(web.output())
    play = Play(live_site, people, traces)
    asyncio.run(_strangers_and_nonsense(play))
    asyncio.run(_fault_of_the_server(play))
    with _away(Seat):
        assert play.fetch(f"/match/{play.match.code}/") == 500
    with _away(GameFactOutbox):
        play.to_its_end()
    assert play.fetch(f"/match/{NAMES[0]}/") == 404
    assert play.fetch(f"/people/{NAMES[1]}@falter.example/{FORWARDED}/") == 404
    play.beacon(NAMES[0] * 200)
    with caplog.at_level(logging.INFO):
        for task in (tasks.move_facts, tasks.count_dice, tasks.summarise, tasks.purge):
            task()
    own = [record.getMessage() for record in caplog.records if record.name.partition(".")[0] in {"matches", "stats"}]
    lines = [*web.output()[already:].splitlines(), *own]
    text = "\n".join(lines)
    for said in ("not counted", "a fault of the server", "Internal Server Error"):
        assert said in text
    for line in lines:
        assert not found_in(line, traces.of_people | traces.of_positions), line
        assert not ADDRESS.search(line), line


async def _strangers_and_nonsense(play: Play) -> None:
    address, cookie = f"{play.site.ws_url}/ws/match/{play.match.code}/", play.cookies["white"]
    with suppress(InvalidStatus):
        async with connect(
            address,
            origin="https://falter.example",  # type: ignore[arg-type]
            additional_headers={"Cookie": cookie, "X-Forwarded-For": FORWARDED},
        ):
            raise AssertionError("a stranger came in")
    async with TableClient(play.site, play.match.code, cookie) as table:
        await greeted(table)
        await table.send({"t": "roll", "id": NAMES[0], "side": NAMES[1], "decision": 1})
        await table.until(lambda frame: frame["t"] == "error")


async def _fault_of_the_server(play: Play) -> None:
    """An action whose events cannot be stored: the log gets a whole traceback."""
    side = "white" if play.match.to_act == "white" else "black"
    async with TableClient(play.site, play.match.code, play.cookies[side]) as table:
        await greeted(table)
        action = sensible_action(table.view, side, Random(1))
        assert action is not None
        with _away(MatchEvent):
            await table.act(side, action)
            assert (await table.until(lambda frame: frame["t"] == "refused"))["code"] == "server_fault"


@contextmanager
def _away(table: type[models.Model]) -> Iterator[None]:
    """Whoever needs the table meanwhile fails."""
    name = table._meta.db_table
    with psycopg.connect(live.test_database_url(), autocommit=True) as session:
        session.execute(f"ALTER TABLE {name} RENAME TO away")
        try:
            yield
        finally:
            session.execute(f"ALTER TABLE away RENAME TO {name}")
