"""Rows of cases.md about live play that no other test names, on a real web process.

Elsewhere: 127, 128, 131 test_absence, test_asks, test_presence and test_sweeper · 134, 157 test_sockets · 139
test_outage and tests/chaos · 143, 149 test_consumer · 145, 146, 154, 155 test_socket_house · 148 test_socket_sessions ·
151 test_presence and test_consumer.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from itertools import count
from typing import Any

import pytest

from games.rules.actions import Double
from games.rules.sides import Side
from games.rules.state import to_act
from matches import publish
from matches.models import Match
from tests.factories import running_match
from tests.live import SiteProcesses
from tests.matches.at_tables import a_play, db, greeted, is_type, run
from tests.matches.client import TableClient, cookie_of
from tests.matches.doing import act, everything, must, state_now
from tests.matches.matchmaking import pass_turn, play_to_a_roll
from tests.people import alice, bob

pytestmark = pytest.mark.django_db(transaction=True)


def test_case_133_a_take_back_that_is_not_granted_changes_neither_screen(live_site: SiteProcesses) -> None:
    """Case 133. Between two people there is nothing to ask for: a confirmed play stands (rules.md 7.2)."""
    match = running_match()
    first = to_act(state_now(match))
    assert first is not None
    cookies = {side: cookie_of(alice() if side is Side.WHITE else bob()) for side in Side}

    async def scenario() -> None:
        async with (
            TableClient(live_site, match.code, cookies[first]) as mine,
            TableClient(live_site, match.code, cookies[first.other]) as theirs,
        ):
            for table in (mine, theirs):
                await greeted(table)
            await mine.act(first.value, a_play(mine))
            for table in (mine, theirs):
                await table.until(is_type("moved"))
            stored = await db(lambda: everything(match))
            before = mine.view
            assert before == theirs.view
            await mine.act(first.value, {"t": "take_back"})
            assert (await mine.until(is_type("refused")))["code"] == "no_take_back"
            assert await db(lambda: everything(match)) == stored
            await theirs.act(first.other.value, {"t": "roll"})
            for table in (mine, theirs):
                await table.until(is_type("moved"))
            assert mine.view == theirs.view
            assert mine.view["board"] == before["board"]

    run(scenario)


def test_case_140_what_was_answered_beforehand_is_void_when_it_comes_otherwise(live_site: SiteProcesses) -> None:
    """Case 140: A's roll was meant for A's own turn; B doubles instead, and A is told, and nothing is thrown."""
    match = running_match()
    doubler = play_to_a_roll(match)
    mine = doubler.other
    cookie = cookie_of(alice() if mine is Side.WHITE else bob())

    async def scenario() -> None:
        async with TableClient(live_site, match.code, cookie) as table:
            await greeted(table)
            meant_for = table.view["decision"]
            await db(lambda: must(act(match, Double(), doubler)))
            await table.until(is_type("moved"))
            stored = await db(lambda: everything(match))
            for decision, code in ((meant_for, "stale"), (table.view["decision"], "answer_first")):
                roll = {"t": "roll", "id": f"00000000-0000-4000-8000-{decision:012}", "side": mine.value}
                await table.send({**roll, "decision": decision})
                assert (await table.until(is_type("refused")))["code"] == code
            assert await db(lambda: everything(match)) == stored
            assert table.view["phase"] == "doubled"

    run(scenario)


def test_case_142_a_gap_is_noticed_and_healed_within_two_seconds(
    live_site: SiteProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Case 142, short: seven clients at two tables, four of them coming and going; every fourth frame is lost."""
    numbers, sent = count(1), publish.send_moved

    def lossy(match_id: int, **frame: Any) -> None:
        if next(numbers) % 4:
            sent(match_id, **frame)

    monkeypatch.setattr(publish, "send_moved", lossy)
    soaks = [Soak(live_site, running_match(is_public=True)) for _ in range(2)]

    async def scenario() -> None:
        first, second = soaks
        staying = [first.stay(), first.stay(), second.stay()]
        moving = [soak.come_and_go() for soak in soaks * 2]
        await asyncio.gather(first.play(), second.play(), *staying, *moving)

    run(scenario)
    behind = [seconds for soak in soaks for seconds in soak.behind]
    assert behind, "no frame was lost"
    assert max(behind) < 2


class Soak:
    """One table that is played at while people look on, and for how long each of them was behind."""

    def __init__(self, site: SiteProcesses, match: Match) -> None:
        self._site, self._match = site, match
        self._version = match.version
        self._is_over = False
        self.behind: list[float] = []

    async def play(self) -> None:
        """Twelve turns, by somebody whom nobody sees."""
        for _ in range(12):
            self._version = await db(lambda: _one_turn(self._match))
            await asyncio.sleep(0.15)
        self._is_over = True

    async def stay(self) -> None:
        """Look on to the end, without a frame missed that is not noticed."""
        async with TableClient(self._site, self._match.code) as table:
            await greeted(table)
            pings = asyncio.create_task(_ping(table))
            since = time.monotonic()
            while not self._is_over or table.version < self._version:
                with suppress(TimeoutError):
                    await table.next_frame(0.05)
                if table.version >= self._version:
                    since = time.monotonic()
                else:
                    self.behind.append(time.monotonic() - since)
            pings.cancel()

    async def come_and_go(self) -> None:
        """Open the table again and again; what is there at that moment is told."""
        while not self._is_over:
            least = self._version
            async with TableClient(self._site, self._match.code) as table:
                assert (await greeted(table))["v"] >= least
                await asyncio.sleep(0.1)


async def _ping(table: TableClient) -> None:
    """As the browser does it, but more often: every 0.5 s instead of 5."""
    for number in count(1):
        await table.send({"t": "ping", "n": number})
        await asyncio.sleep(0.5)


def _one_turn(match: Match) -> int:
    """The version after it."""
    side = to_act(state_now(match))
    assert side is not None
    pass_turn(match, side)
    return state_now(match).version
