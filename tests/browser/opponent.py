"""The other side of a browser: a person at a raw socket, who plays in a thread of its own as fast as the server allows.

Chooses without chance and hits little, so that games come to their end soon. Knows no rules.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from types import TracebackType

from bgsite.accounts.models import User
from tests.live import SiteProcesses
from tests.matches.client import Frame, TableClient, cookie_of

_IDLE_SECONDS = 60
_PING_SECONDS = 4


@dataclass(slots=True)
class Opponent:
    """Plays one side from entering the `with` block to the end of the match.

    `doubles`: doubles as soon as it may; else never. Doubles of the other side are taken, resignations accepted.
    """

    site: SiteProcesses
    code: str
    user: User
    side: str
    doubles: bool = False
    kinds: list[str] = field(default_factory=list)
    """The types of the actions done, in their order."""
    _pool: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(max_workers=1))
    _end: Future[Frame] | None = None
    _pinged: float = 0
    _leaves: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> Opponent:
        cookie = cookie_of(self.user)
        self._end = self._pool.submit(lambda: asyncio.run(self._play(cookie)))
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._leaves.set()
        self._pool.shutdown()

    def last_view(self) -> Frame:
        """What it saw at the end of the match; raises what went wrong."""
        assert self._end is not None
        return self._end.result(_IDLE_SECONDS)

    def must_be_well(self) -> None:
        """Raise what went wrong, if anything did."""
        if self._end is not None and self._end.done():
            self._end.result()

    async def _play(self, cookie: str) -> Frame:
        async with TableClient(self.site, self.code, cookie) as client:
            await client.until(lambda frame: frame["t"] == "hello")
            while client.view["phase"] != "over" and not self._leaves.is_set():
                action = self._action(client.view)
                if action is None:
                    await self._listen(client)
                    continue
                cid = await client.act(self.side, action)
                answer = await client.until(lambda frame: frame.get("id") == cid)  # noqa: B023
                if answer["t"] == "done":
                    self.kinds.append(action["t"])
                else:  # the test may have played on meanwhile
                    assert (answer["t"], answer["code"]) == ("refused", "stale"), answer
                while client.version < answer["v"]:
                    await client.next_frame()
            return client.view

    async def _listen(self, client: TableClient) -> None:
        """Until something changes, pinging: a socket that says nothing is closed, however much it hears."""
        if time.monotonic() - self._pinged > _PING_SECONDS:
            self._pinged = time.monotonic()
            await client.send({"t": "ping", "n": 1})
        with contextlib.suppress(TimeoutError):
            await client.next_frame(_PING_SECONDS)

    def _action(self, view: Frame) -> Frame | None:
        can = view["can"][self.side]
        if self.side not in view["awaits"]:
            return None
        if can["double"] and self.doubles:
            return {"t": "double"}
        if can["take"]:
            return {"t": "take"}
        if can["play"]:
            return {"t": "play", "steps": quiet_path(view["graph"])}
        if can["answer_resignation"]:
            return {"t": "accept_resignation"}
        return next(({"t": name} for name in ("roll", "next") if can[name]), None)


def quiet_path(graph: Frame) -> list[list[int]]:
    """A path to an end of the step graph: of each node's steps one that hits nothing, from the rearmost point."""
    node, steps = 0, []
    while node not in graph["ends"]:
        edges = [edge for edge in graph["edges"] if edge[0] == node]
        edge = min(edges, key=lambda edge: (edge[5], -edge[2]))
        steps.append(edge[2:5])
        node = edge[1]
    return steps
