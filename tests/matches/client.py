"""Real sockets that take note of frames; a player who does what the view says is possible. Knows no rules."""

from __future__ import annotations

import asyncio
import json
from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random
from types import TracebackType
from typing import Any, ClassVar, Self
from uuid import uuid4

from django.conf import settings
from django.test import Client
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from bgsite.accounts.models import User
from tests.live import SiteProcesses

Frame = dict[str, Any]

_THINKING = 0.025
"""Seconds before each action: faster than anybody plays, and by two in turn within what a socket may send."""


def cookie_of(user: User) -> str:
    """The Cookie header of somebody logged in."""
    client = Client()
    client.force_login(user)
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


class SocketClient(ABC):
    """One open socket of the site. What a frame means is said by `note`."""

    patience: ClassVar[float] = 5
    """How many seconds `until` waits."""

    def __init__(self, site: SiteProcesses, path: str, cookie: str) -> None:
        self._url, self._origin = f"{site.ws_url}{path}", site.url
        self._headers = {"Cookie": cookie} if cookie else {}
        self.frames: list[Frame] = []
        self._socket: ClientConnection | None = None

    async def __aenter__(self) -> Self:
        self._socket = await connect(
            self._url,
            origin=self._origin,  # type: ignore[arg-type]
            additional_headers=self._headers,
            max_queue=None,  # a full queue stops reading, and then the goodbye waits ten seconds for the server's
        )
        return self

    async def __aexit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        if self._socket is not None:
            await self._socket.close()

    @property
    def socket(self) -> ClientConnection:
        assert self._socket is not None
        return self._socket

    async def send(self, frame: Frame) -> None:
        await self.socket.send(json.dumps(frame))

    @abstractmethod
    async def note(self, frame: Frame) -> None:
        """Keep what the frame says."""

    async def next_frame(self, seconds: float = 5) -> Frame:
        """The next frame, taken note of."""
        frame: Frame = json.loads(await asyncio.wait_for(self.socket.recv(), seconds))
        self.frames.append(frame)
        await self.note(frame)
        return frame

    async def until(self, is_it: Callable[[Frame], bool], seconds: float | None = None) -> Frame:
        """Read on to the frame asked for."""
        seconds = self.patience if seconds is None else seconds
        async with asyncio.timeout(seconds):
            while True:
                frame = await self.next_frame(seconds)
                if is_it(frame):
                    return frame

    async def close_code(self, seconds: float = 5) -> int:
        """Read on to the end; the code the server closed with."""
        try:
            async with asyncio.timeout(seconds):
                while True:
                    await self.next_frame(seconds)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006


class TableClient(SocketClient):
    """One open table: keeps version and view as docs/protocol.md tells the browser to."""

    def __init__(self, site: SiteProcesses, code: str, cookie: str = "") -> None:
        super().__init__(site, f"/ws/match/{code}/", cookie)
        self.version = 0
        self.view: Frame = {}
        self.you: list[str] = []

    async def act(self, side: str, action: Frame) -> str:
        """Send an action for the decision that stands."""
        cid = str(uuid4())
        await self.send({"id": cid, "side": side, "decision": self.view["decision"], **action})
        return cid

    async def note(self, frame: Frame) -> None:
        match frame["t"]:
            case "hello":
                self.version, self.view, self.you = frame["v"], frame["view"], frame["you"]
            case "moved" | "missed" if frame["from"] == self.version:
                self.version, self.view = frame["v"], frame["view"]
            case "moved" if frame["v"] > self.version:
                await self.send({"t": "resync", "after": self.version})
            case "pong" if frame["v"] > self.version:
                await self.send({"t": "resync", "after": self.version})


def some_path(graph: Frame, random: Random) -> list[list[int]]:
    """Steps from node 0 to an end of the step graph."""
    node, steps = 0, []
    while node not in graph["ends"]:
        edge = random.choice([edge for edge in graph["edges"] if edge[0] == node])
        steps.append(edge[2:5])
        node = edge[1]
    return steps


def sensible_action(view: Frame, side: str, random: Random) -> Frame | None:
    """Something that `side` may do and that gets the match on; None: nobody waits for it."""
    can = view["can"][side]
    if side not in view["awaits"]:
        return None
    if can["double"] and random.random() < 0.1:
        return {"t": "double"}
    if can["take"]:
        return {"t": "take" if random.random() < 0.7 else "drop"}
    if can["play"]:
        return {"t": "play", "steps": some_path(view["graph"], random)}
    for name in ("roll", "next"):
        if can[name]:
            return {"t": name}
    if can["answer_resignation"]:
        return {"t": "accept_resignation"}
    raise AssertionError(f"nothing to do for {side}: {can}")


def hurried_path(graph: Frame) -> list[list[int]]:
    """Steps of the rearmost checkers that hit nothing, if that can be: so a game comes to its end soon."""
    node, steps = 0, []
    while node not in graph["ends"]:
        edge = min((edge for edge in graph["edges"] if edge[0] == node), key=lambda edge: (edge[5], -edge[2]))
        steps.append(edge[2:5])
        node = edge[1]
    return steps


def hurried_action(view: Frame, side: str) -> Frame | None:
    """What ends a match soon, in more than one game: every double, the first one dropped, all others taken."""
    can = view["can"][side]
    if side not in view["awaits"]:
        return None
    if can["take"]:
        return {"t": "take" if any(view["score"].values()) else "drop"}
    if can["play"]:
        return {"t": "play", "steps": hurried_path(view["graph"])}
    for name in ("double", "roll", "next"):
        if can[name]:
            return {"t": name}
    raise AssertionError(f"nothing to do for {side}: {can}")


async def play_on(client: TableClient, side: str, is_over: Callable[[Frame], bool]) -> None:
    """Play one side in a hurry until the view is over."""
    while not is_over(client.view):
        decision = client.view["decision"]
        action = hurried_action(client.view, side)
        if action is not None:
            await asyncio.sleep(_THINKING)
            cid = await client.act(side, action)
            answer = await client.until(lambda frame: frame.get("id") == cid)  # noqa: B023
            assert answer["t"] == "done" or answer["code"] == "stale", answer
        waiting = client.view["ready"]
        while client.view["decision"] == decision and client.view["ready"] == waiting and not is_over(client.view):
            await client.next_frame(20)
