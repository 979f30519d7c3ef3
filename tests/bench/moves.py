"""Full moves over a real web process: from the frame of one browser to the broadcast at both players.

One process of Daphne, a PostgreSQL that keeps every commit, and a Valkey, all of their own; beside them, on the same
servers, a consumer that only echoes and a commit of one row. A "move" is any accepted action: rolls, plays, the cube.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import msgspec
import psutil
from websockets.asyncio.client import ClientConnection, connect

from tests.bench import commits
from tests.bench.database import migrated_database
from tests.bench.figures import HEADINGS, Figures, say

if TYPE_CHECKING:
    from tests.live import LiveProcess, SiteProcesses

AT_ONCE = (1, 50)
MOVES = {1: 420, 50: 40}
"""Moves in each match, by how many matches are played at once."""
ECHOES = {1: 1500, 50: 100}
COMMITS = {1: 1000, 8: 250}
"""Rows on each connection; the door has eight threads."""
MOVES_A_SOCKET = 35
"""A socket may send 40 frames at once: then the players come with new ones."""
WARM_UP = 40
PING_SECONDS = 5
_decode = msgspec.json.decode
_encode = msgspec.json.encode


@dataclass(frozen=True, slots=True)
class Seats:
    """A match and the cookies of its players."""

    code: str
    cookies: dict[str, str]


def main() -> int:
    """Measure and print a table."""
    with _site() as site:
        web = site.start_web()
        echo = _start_echo(site)
        matches = _matches(max(AT_ONCE))
        rows = [commits.measure(os.environ["DATABASE_URL"], number, count) for number, count in COMMITS.items()]
        rows += [asyncio.run(_echoes(*echo, number)) for number in AT_ONCE]
        asyncio.run(_moves(site, web, matches[:1], WARM_UP))
        rows += [asyncio.run(_moves(site, web, matches[:number], MOVES[number])) for number in AT_ONCE]
    _print(rows)
    return 0


def _print(rows: list[Figures]) -> None:
    say("full moves: frame in at one browser to broadcast out at both players; milliseconds")
    say(HEADINGS + "   (CPU: of the web process)")
    for row in rows:
        say(row.row())
    commit, _, echo, _, move, many = rows
    say(f"a move alone takes {move.mean / echo.mean:.1f} times an echo, {move.mean / commit.mean:.1f} times a commit;")
    say(f"with 50 matches there are {many.rate / commit.rate:.2f} moves for each commit that one connection makes")


@contextlib.contextmanager
def _site() -> Iterator[SiteProcesses]:
    """Nothing running yet."""
    with migrated_database():
        from tests.live import SiteProcesses

        with SiteProcesses() as site:
            yield site


def _start_echo(site: SiteProcesses) -> tuple[str, psutil.Process]:
    """The echo consumer under the same Daphne with the same options; its address and its process."""
    from bgsite.serving import programs
    from tests.live import free_port

    port = free_port()
    program = programs.web("127.0.0.1", port, {})
    arguments = (*program.arguments[:-1], "tests.bench.echo:application")
    live = site._start(replace(program, name="echo", arguments=arguments, role="bench"))
    return f"ws://127.0.0.1:{port}/", psutil.Process(live.process.pid)


def _matches(count: int) -> list[Seats]:
    """Money sessions with the normal clock, each of two people."""
    from django.db import connection

    from bgsite.accounts.models import User
    from games.rules.clock import ClockPreset, ClockSetting
    from games.rules.rulecard import Preset, card_for
    from tests.factories import running_match
    from tests.matches.client import cookie_of

    card, clock = card_for(Preset.MONEY), ClockSetting(ClockPreset.NORMAL)
    found = []
    for number in range(count):
        white, black = (User.objects.create_user(f"{side} {_letters(number)}") for side in ("white", "black"))
        match = running_match(white, black, card=card, clock=clock)
        found.append(Seats(match.code, {"white": cookie_of(white), "black": cookie_of(black)}))
    connection.close()
    return found


def _letters(number: int) -> str:
    """A name that looks like no other."""
    return "".join("bcdfghjkmp"[int(digit)] for digit in f"{number:03}")


async def _echoes(address: str, process: psutil.Process, sockets: int) -> Figures:
    """Frames of the size of an action, there and back, on so many sockets at once."""
    text = _encode({"t": "roll", "id": str(uuid4()), "side": "white", "decision": 41}).decode()
    async with AsyncExitStack() as stack:
        opened = [await stack.enter_async_context(connect(address, compression=None)) for _ in range(sockets)]

        async def there_and_back(socket: ClientConnection) -> list[float]:
            times = []
            for _ in range(ECHOES[sockets]):
                began = time.perf_counter()
                await socket.send(text)
                await socket.recv()
                times.append(time.perf_counter() - began)
            return times

        before, began = _computed(process), time.perf_counter()
        lists = await asyncio.gather(*(there_and_back(socket) for socket in opened))
        elapsed, cpu = time.perf_counter() - began, _computed(process) - before
    return Figures(f"echo, {sockets} at once", tuple(one for times in lists for one in times), elapsed, cpu)


async def _moves(site: SiteProcesses, web: LiveProcess, matches: list[Seats], moves: int) -> Figures:
    """Play all matches at once, each as fast as it answers."""
    process = psutil.Process(web.process.pid)
    times: list[float] = []
    elapsed = cpu = 0.0
    for first in range(0, moves, 2 * MOVES_A_SOCKET):
        some = min(2 * MOVES_A_SOCKET, moves - first)
        async with AsyncExitStack() as stack:
            opening = (_Table.open(stack, site, seats, first + number) for number, seats in enumerate(matches))
            tables = await asyncio.gather(*opening)
            before, began = _computed(process), time.perf_counter()
            lists = await asyncio.gather(*(table.play(some) for table in tables))
            elapsed += time.perf_counter() - began
            cpu += _computed(process) - before
            times += [one for some_times in lists for one in some_times]
    return Figures(f"full move, {len(matches)} matches at once", tuple(times), elapsed, cpu)


def _computed(process: psutil.Process) -> float:
    spent = process.cpu_times()
    return float(spent.user + spent.system)


class _Table:
    """Both players of a match; each has a socket."""

    def __init__(self, sockets: dict[str, ClientConnection], seed: int) -> None:
        self._sockets = sockets
        self._random = Random(seed)
        self._view: dict[str, Any] = {}
        self._pinged = time.monotonic()

    @classmethod
    async def open(cls, stack: AsyncExitStack, site: SiteProcesses, seats: Seats, seed: int) -> _Table:
        """Open both sockets and read the match."""
        sockets = {}
        for side, cookie in seats.cookies.items():
            sockets[side] = await stack.enter_async_context(
                connect(
                    f"{site.ws_url}/ws/match/{seats.code}/",
                    origin=site.url,  # type: ignore[arg-type]
                    additional_headers={"Cookie": cookie},
                    compression=None,
                )
            )
        table = cls(sockets, seed)
        for socket in sockets.values():
            table._view = (await _until(socket, "hello"))["view"]
        return table

    async def play(self, moves: int) -> list[float]:
        """Make so many moves, one after the other; the time of each in seconds."""
        from tests.matches.client import sensible_action

        times = []
        for _ in range(moves):
            await self._ping()
            sides = sorted(self._view["awaits"], key=lambda side: self._view["ready"][side])
            action = sensible_action(self._view, sides[0], self._random)
            frame = {"id": str(uuid4()), "side": sides[0], "decision": self._view["decision"], **(action or {})}
            text = _encode(frame).decode()
            began = time.perf_counter()
            await self._sockets[sides[0]].send(text)
            told = await asyncio.gather(*(_until(socket, "moved") for socket in self._sockets.values()))
            times.append(time.perf_counter() - began)
            self._view = told[0]["view"]
        return times

    async def _ping(self) -> None:
        """As every page does."""
        if time.monotonic() - self._pinged > PING_SECONDS:
            self._pinged = time.monotonic()
            for socket in self._sockets.values():
                await socket.send('{"t":"ping","n":1}')


async def _until(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """Read on to the next frame of that kind. Raises RuntimeError for a refusal."""
    while True:
        frame: dict[str, Any] = _decode(await socket.recv())
        if frame["t"] == kind:
            return frame
        if frame["t"] in ("refused", "error", "bye"):
            raise RuntimeError(f"the bench was refused: {frame}")
