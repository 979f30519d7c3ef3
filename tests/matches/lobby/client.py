"""Somebody at a real lobby socket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from tests.live import SiteProcesses
from tests.matches.client import Frame, SocketClient


class LobbyClient(SocketClient):
    """Keeps the lists as docs/lobby-protocol.md tells the browser to."""

    patience = 10

    def __init__(self, site: SiteProcesses, cookie: str = "", language: str = "") -> None:
        super().__init__(site, "/ws/lobby/", cookie)
        if language:
            self._headers["Accept-Language"] = language
        self.name = ""
        self.seeks: list[Frame] = []
        self.online: Frame = {}
        self.mine: Frame | None = None
        self._pings = 0

    async def note(self, frame: Frame) -> None:
        match frame["t"]:
            case "hello":
                self.name, self.seeks = frame["name"], frame["seeks"]
                self.online, self.mine = frame["online"], frame["mine"]
            case "seeks":
                self.seeks = frame["seeks"]
            case "online":
                self.online = frame["online"]
            case "mine":
                self.mine = frame["mine"]

    async def greeted(self) -> Frame:
        return await self.until(lambda frame: bool(frame["t"] == "hello"))

    async def ask(self, tag: str, **fields: Any) -> Frame:
        """Ask for something; its answer."""
        ask = str(uuid4())
        await self.send({"t": tag, "ask": ask, **fields})
        return await self.until(lambda frame: frame.get("ask") == ask)

    async def ping(self) -> Frame:
        """Ping; the pong, after which the lists are true."""
        self._pings += 1
        await self.send({"t": "ping", "n": self._pings})
        return await self.until(lambda frame: bool(frame["t"] == "pong" and frame["n"] == self._pings))

    async def pinging_until(self, is_it: Callable[[LobbyClient], bool], seconds: float = 15) -> None:
        """Ping on until the lists say so."""
        async with asyncio.timeout(seconds):
            while not is_it(self):
                await self.ping()
                await asyncio.sleep(0.25)
