"""An open table as docs/protocol.md tells a browser to keep it, and somebody who plays there.

It comes back by itself with back-off, sends what was not answered again under the same id, asks for what is missing,
and remembers everything that it was ever told, so that a trial can hold it against the log.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from dataclasses import dataclass
from random import Random
from types import TracebackType
from typing import Any
from uuid import uuid4

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.matches.client import sensible_action

Frame = dict[str, Any]

PING_SECONDS = 5.0
PONG_PATIENCE = 8.0
ANSWER_PATIENCE = 10.0
BROADCAST_PATIENCE = 0.4
FINAL_CODES = {4401, 4403, 4404, 4426}
_AGAIN_SECONDS = 0.3


@dataclass(slots=True)
class Letter:
    """An action that is not answered yet."""

    frame: Frame
    sent_at: float | None = None


class Page:
    """One open table. `side` None: somebody who only looks on."""

    def __init__(self, url: str, code: str, cookie: str = "", side: str | None = None, seed: int = 0) -> None:
        self.side = side
        self.version = 0
        self.view: Frame = {}
        self.is_live = False
        self.told: dict[int, Frame] = {}
        """Every event ever seen, by its number."""
        self.contradictions: list[tuple[Frame, Frame]] = []
        """Two tellings of one event."""
        self.sent: dict[str, Frame] = {}
        """Every action ever sent, by its id."""
        self.done: dict[str, int] = {}
        """The version of every acknowledged one."""
        self.refusals: list[Frame] = []
        self.errors: list[Frame] = []
        self.closes: list[int] = []
        self.think_seconds = (0.08, 0.16)
        self.plays = False
        self._address = f"{url.replace('http', 'ws', 1)}/ws/match/{code}/"
        self._origin = url
        self._headers = {"Cookie": cookie} if cookie else {}
        self._random = Random(seed)
        self._outbox: dict[str, Letter] = {}
        self._socket: ClientConnection | None = None
        self._attempt = 0
        self._asked = False
        self._unanswered: float | None = None
        self._changed = asyncio.Condition()
        self._sending = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Page:
        self._spawn(self._keep_line())
        if self.side is not None:
            self._spawn(self._play())
        return self

    async def __aexit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- for trials ---------------------------------------------------------------------------------------------

    async def until(self, seconds: float, is_it: Any) -> None:
        """Wait until `is_it()` holds."""
        async with asyncio.timeout(seconds), self._changed:
            await self._changed.wait_for(is_it)

    async def next_sending(self, seconds: float = 10) -> None:
        """Wait until an action has just been handed to the socket."""
        self._sending.clear()
        async with asyncio.timeout(seconds):
            await self._sending.wait()

    async def rest(self) -> None:
        """Stop playing, and wait until everything is answered."""
        self.plays = False
        await self.until(15, lambda: not self._outbox)

    async def act(self, action: Frame, cid: str | None = None) -> str:
        """Send an action for the decision that stands, unless it names another one."""
        cid = cid or str(uuid4())
        frame = {"id": cid, "side": self.side, "decision": self.view["decision"], **action}
        self.sent[cid] = frame
        self._outbox[cid] = Letter(frame)
        await self._flush()
        return cid

    def is_answered(self, cid: str) -> bool:
        """Whether the server has said what became of the action."""
        return cid not in self._outbox

    def refusal(self, cid: str) -> str | None:
        """The code it was refused with."""
        return next((frame["code"] for frame in self.refusals if frame["id"] == cid), None)

    # --- the line -----------------------------------------------------------------------------------------------

    async def _keep_line(self) -> None:
        while not FINAL_CODES & set(self.closes):
            try:
                async with connect(
                    self._address,
                    origin=self._origin,  # type: ignore[arg-type]
                    additional_headers=self._headers,
                    ping_interval=None,
                    close_timeout=1,
                ) as socket:
                    await self._listen(socket)
            except ConnectionClosed as closed:
                self.closes.append(closed.rcvd.code if closed.rcvd else 1006)
            except (OSError, InvalidHandshake, TimeoutError):
                pass  # nobody there yet
            finally:
                self._drop()
            wait = self._backoff()
            self._attempt += 1
            await asyncio.sleep(wait)

    def _backoff(self) -> float:
        ceiling = min(5.0, 0.5 * 2**self._attempt)
        return self._random.uniform(0.5, max(1.0, ceiling))

    async def _listen(self, socket: ClientConnection) -> None:
        self._socket = socket
        pinger = asyncio.create_task(self._keep_pinging(socket))
        try:
            while True:
                await self._take(json.loads(await socket.recv()))
                async with self._changed:
                    self._changed.notify_all()
        finally:
            pinger.cancel()

    def _drop(self) -> None:
        self._socket = None
        self.is_live = self._asked = False
        self._unanswered = None
        for letter in self._outbox.values():
            letter.sent_at = None

    async def _keep_pinging(self, socket: ClientConnection) -> None:
        number = 0
        while True:
            await asyncio.sleep(PING_SECONDS)
            if self.is_live:
                number += 1
                asked = self._unanswered = self._unanswered or time.monotonic()
                await self._put({"t": "ping", "n": number})
                await self._flush()
                self._spawn(self._hang_up_without_pong(socket, asked))

    async def _hang_up_without_pong(self, socket: ClientConnection, asked: float) -> None:
        await asyncio.sleep(PONG_PATIENCE)
        if self._unanswered is not None and self._unanswered <= asked and self._socket is socket:
            await socket.close()

    async def _put(self, frame: Frame) -> None:
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self._socket.send(json.dumps(frame))

    async def _flush(self) -> None:
        if not self.is_live:
            return
        now = time.monotonic()
        for letter in list(self._outbox.values()):
            if letter.sent_at is None or now - letter.sent_at > ANSWER_PATIENCE:
                letter.sent_at = now
                await self._put(letter.frame)
                self._sending.set()

    # --- frames in ----------------------------------------------------------------------------------------------

    async def _take(self, frame: Frame) -> None:
        match frame["t"]:
            case "hello":
                await self._greet(frame)
            case "moved" | "missed":
                await self._move(frame)
            case "done":
                self._answer(frame["id"], frame["v"])
            case "refused":
                self.refusals.append(frame)
                self._outbox.pop(frame["id"], None)
                self._expect(frame["v"])
            case "error":
                self.errors.append(frame)
                self._outbox.clear()
                await self._resync()
            case "pong":
                self._unanswered = None
                if frame["v"] > self.version:
                    self._asked = False
                    await self._resync()

    async def _greet(self, frame: Frame) -> None:
        self.is_live, self._asked, self._attempt = True, False, 0
        self.version = frame["v"]
        self.view = frame["view"] or {}
        self._remember(frame["log"])
        await self._flush()

    async def _move(self, frame: Frame) -> None:
        if frame["t"] == "missed":
            self._asked = False
        overlaps = frame["t"] == "missed" and frame["from"] < self.version
        if frame["v"] > self.version:
            if frame["from"] == self.version or overlaps:
                self.version, self.view = frame["v"], frame["view"]
                self._remember(frame["events"])
            else:
                await self._resync()
        if frame["cid"] is not None:
            self._answer(frame["cid"], frame["v"])

    def _answer(self, cid: str, version: int) -> None:
        """The `moved` of an own action answers it, too; so does a second `done`."""
        if cid in self.sent:
            self._outbox.pop(cid, None)
            self.done.setdefault(cid, version)
        self._expect(version)

    def _expect(self, version: int) -> None:
        if version > self.version:
            self._spawn(self._ask_later(version))

    async def _ask_later(self, version: int) -> None:
        await asyncio.sleep(BROADCAST_PATIENCE)
        if version > self.version:
            await self._resync()

    async def _resync(self) -> None:
        if self.is_live and not self._asked:
            self._asked = True
            await self._put({"t": "resync", "after": self.version})

    def _remember(self, events: list[Frame]) -> None:
        for event in events:
            known = self.told.setdefault(event["n"], event)
            if known != event:
                self.contradictions.append((known, event))

    # --- the person ---------------------------------------------------------------------------------------------

    async def _play(self) -> None:
        """Whenever it is our turn: think, act, wait for the answer and for what came of it."""
        while True:
            await self.until(10_000, self._may_act)
            await asyncio.sleep(self._random.uniform(*self.think_seconds))
            action = sensible_action(self.view, self.side or "", self._random) if self._may_act() else None
            if action is None:
                continue
            version = self.version
            cid = await self.act(action)
            await self.until(10_000, lambda cid=cid: self.is_answered(cid))
            if cid in self.done:
                await self.until(10_000, lambda version=version: self.version > version)
            else:
                await asyncio.sleep(_AGAIN_SECONDS)

    def _may_act(self) -> bool:
        return (
            self.plays
            and self.is_live
            and not self._outbox
            and bool(self.view)
            and self.side in self.view["awaits"]
            and not self.view["ready"].get(self.side)
        )

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
