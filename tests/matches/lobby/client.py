"""Somebody at a real lobby socket."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from types import TracebackType
from typing import Any
from uuid import uuid4

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.live import SiteProcesses

Frame = dict[str, Any]


class LobbyClient:
    """Keeps the lists as docs/lobby-protocol.md tells the browser to."""

    def __init__(self, site: SiteProcesses, cookie: str = "", language: str = "") -> None:
        self._url, self._origin = f"{site.ws_url}/ws/lobby/", site.url
        self._headers = {"Cookie": cookie} if cookie else {}
        if language:
            self._headers["Accept-Language"] = language
        self.frames: list[Frame] = []
        self.name = ""
        self.seeks: list[Frame] = []
        self.online: Frame = {}
        self.mine: Frame | None = None
        self._socket: ClientConnection | None = None
        self._pings = 0

    async def __aenter__(self) -> LobbyClient:
        self._socket = await connect(self._url, origin=self._origin, additional_headers=self._headers)  # type: ignore[arg-type]
        return self

    async def __aexit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        await self.socket.close()

    @property
    def socket(self) -> ClientConnection:
        assert self._socket is not None
        return self._socket

    async def send(self, frame: Frame) -> None:
        await self.socket.send(json.dumps(frame))

    async def next_frame(self, seconds: float = 5) -> Frame:
        """The next frame, taken note of."""
        frame: Frame = json.loads(await asyncio.wait_for(self.socket.recv(), seconds))
        self.frames.append(frame)
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
        return frame

    async def until(self, is_it: Callable[[Frame], bool], seconds: float = 10) -> Frame:
        """Read on to the frame asked for."""
        async with asyncio.timeout(seconds):
            while True:
                frame = await self.next_frame(seconds)
                if is_it(frame):
                    return frame

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

    async def close_code(self, seconds: float = 5) -> int:
        """Read on to the end; the code the server closed with."""
        try:
            async with asyncio.timeout(seconds):
                while True:
                    await self.next_frame(seconds)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006
