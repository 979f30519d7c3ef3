"""What every socket of ours does, whatever it is about: come, listen, be heard, answer, say goodbye, leave nothing.

`Line` holds a socket's life; `matches.consumers` and `matches.lobby.consumer` say what its frames mean.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from typing import Any
from uuid import uuid4

from autobahn.exception import Disconnected
from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import Error as DatabaseError
from django.utils import translation
from msgspec import Struct
from redis.exceptions import RedisError

from matches.handshake import language_of
from matches.hub import Busy, Hub
from matches.limits import TokenBucket
from matches.moment import now_millis
from matches.protocol import SILENCE_SECONDS, Bye, CloseCode, Error, ProtocolCode, ProtocolError, encode
from matches.publish import KickMessage
from matches.selectors.sockets import Session, session_lives

logger = logging.getLogger(__name__)

Work = Coroutine[Any, Any, None]


class Line(AsyncWebsocketConsumer, ABC):  # type: ignore[misc]
    """One socket. Who makes a kind of it gives `entering`, `leaving`, `handle`, `listens_to` and `name`."""

    def __init__(self, hub: Hub, bucket: TokenBucket) -> None:
        super().__init__()
        self._hub = hub
        self._bucket = bucket
        self._generation = uuid4().hex
        self._session = Session(None, None, None)
        self._is_joined = False
        self._is_closing = False
        self._has_entered = False
        self._timers: list[asyncio.TimerHandle] = []
        self._tasks: set[asyncio.Task[None]] = set()

    # --- what each kind says ------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def name(self) -> str:
        """What the log calls it; no name of a person."""

    @property
    @abstractmethod
    def listens_to(self) -> list[str]:
        """The groups of the channel layer that it listens to, once it has entered."""

    @abstractmethod
    async def entering(self) -> None:
        """Look who comes; hang up, or `enter` and tell everything."""

    @abstractmethod
    async def leaving(self) -> None:
        """Undo what `entering` did. Called once, and only after `enter`."""

    @abstractmethod
    async def handle(self, text: str | bytes) -> None:
        """One frame from the browser. Raises ProtocolError, Busy, DatabaseError."""

    async def refuse_logged_out(self, text: str | bytes) -> None:
        """Answer a frame of somebody whose session has ended, before the socket is closed."""

    def alarms(self) -> list[tuple[float, Callable[[], Work]]]:
        """What happens after so many seconds without a word from the browser."""
        return [(SILENCE_SECONDS, lambda: self.hang_up(CloseCode.TOO_SLOW))]

    # --- coming and going ---------------------------------------------------------------------------------------

    async def dispatch(self, message: Any) -> None:
        """As Channels does it, but without a visit to the process's one shared thread before each message.

        Channels would close old database connections there; ours live in the hub's threads, which see to that.
        News that is meant for other kinds of sockets of the same person is skipped.
        """
        handler = getattr(self, get_handler_name(message), None)
        if handler is not None:
            await handler(message)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the socket in its reader's language. However that ends, a fault of ours too, nothing stays behind."""
        try:
            with translation.override(language_of(scope)):
                await super().__call__(scope, receive, send)
        finally:
            await self._leave()

    async def connect(self) -> None:
        """Accept first, so that the reason of a refusal reaches the page as a close code."""
        await self.accept()
        await self.or_restart(self.entering(), "not opened")

    async def enter(self, session: Session) -> None:
        """The socket is let in: it takes its place among the person's sockets, and listens."""
        self._session = session
        self._has_entered = True
        if session.user_id is not None:
            self._hub.sit(session.user_id, self._generation, self._make_room)
        self.hear()
        await self.join()

    async def join(self) -> None:
        """Join the groups; with Valkey away, the next ping tries again."""
        if self._is_joined:
            return
        try:
            for group in self.listens_to:
                await self.channel_layer.group_add(group, self.channel_name)
        except (RedisError, OSError) as error:
            logger.warning("%s: not joined yet: %s", self.name, error)
        else:
            self._is_joined = True

    async def disconnect(self, code: int) -> None:
        """The other end is gone."""
        del code
        await self._leave()

    async def _leave(self) -> None:
        """Leave everything that was entered, once; also after a refusal in `connect`."""
        self._is_closing = True
        for timer in self._timers:
            timer.cancel()
        for task in self._tasks:
            task.cancel()
        if not self._has_entered:
            return
        self._has_entered = False
        if self._session.user_id is not None:
            self._hub.rise(self._session.user_id, self._generation)
        await self._part()
        await self.leaving()

    async def _part(self) -> None:
        try:
            for group in self.listens_to:
                await self.channel_layer.group_discard(group, self.channel_name)
        except (RedisError, OSError) as error:
            logger.warning("%s: not left cleanly: %s", self.name, error)

    async def hang_up(self, code: CloseCode) -> None:
        """Say why, and close."""
        if self._is_closing:
            return
        self._is_closing = True
        if await self._deliver(encode(Bye(code.code))):
            await self.close(code=int(code))

    def _make_room(self) -> None:
        self.spawn(self.hang_up(CloseCode.TOO_MANY_SOCKETS))

    def hear(self) -> None:
        """The other side was heard: the silence begins anew."""
        for timer in self._timers:
            timer.cancel()
        loop = asyncio.get_running_loop()
        self._timers = [loop.call_later(seconds, self._alarm, work) for seconds, work in self.alarms()]

    def _alarm(self, work: Callable[[], Work]) -> None:
        self.spawn(work())

    def spawn(self, work: Work) -> None:
        """Do it beside the frames; given up when the socket ends."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def or_restart(self, work: Work, what: str) -> None:
        """Do it; without the database the page comes back later."""
        try:
            await work
        except (DatabaseError, Busy) as error:
            logger.warning("%s: %s: %s", self.name, what, reason_of(error))
            await self.hang_up(CloseCode.RESTARTING)

    # --- frames in and out --------------------------------------------------------------------------------------

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """One frame from the browser."""
        text = text_data if text_data is not None else bytes_data or b""
        if self._is_closing:
            return
        if not self._bucket.take():
            await self.hang_up(CloseCode.TOO_FAST)
        elif not await self._is_logged_in():
            await self.refuse_logged_out(text)
            await self.hang_up(CloseCode.LOGIN_AGAIN)
        else:
            await self._handle(text)

    async def _handle(self, text: str | bytes) -> None:
        try:
            await self.handle(text)
        except ProtocolError as error:
            if error.code is ProtocolCode.TOO_LARGE:
                await self.hang_up(CloseCode.TOO_LARGE)
            else:
                await self.emit(Error(error.code, error.params))
        except Busy:
            await self.emit(Error(ProtocolCode.BUSY, {}))
        except DatabaseError as error:
            logger.warning("%s: %s", self.name, reason_of(error))
            await self.hang_up(CloseCode.RESTARTING)

    async def emit(self, frame: Struct) -> None:
        """Send a frame, unless the socket is closing."""
        await self.emit_text(encode(frame))

    async def emit_text(self, text: str) -> None:
        """The same for a frame that is encoded already."""
        if not self._is_closing:
            await self._deliver(text)

    async def _deliver(self, text: str) -> bool:
        """Send; False when the other end is gone, and `disconnect` is on its way."""
        try:
            await self.send(text)
        except Disconnected:
            self._is_closing = True
            return False
        return True

    # --- the session --------------------------------------------------------------------------------------------

    async def _is_logged_in(self) -> bool:
        """Whether the session still holds. It is looked at again every minute, and when its time is over.

        An ended session refuses the next frame; a match goes on, and so does its clock.
        """
        if self._session.look_at is None or now_millis() < self._session.look_at:
            return True
        return await self._renewed()

    async def _renewed(self) -> bool:
        try:
            self._session = await self._hub.call(session_lives, self._session)
        except (DatabaseError, Busy):
            return True  # not known: the services look at seats and accounts in any case
        return self._session.lives

    async def user_kick(self, message: KickMessage) -> None:
        """The person's sessions ended, or the person was thrown out."""
        code = CloseCode(message["code"])
        if code is CloseCode.LOGIN_AGAIN and await self._renewed():
            return
        await self.hang_up(code)


def reason_of(error: Exception) -> str:
    """What the log says about it."""
    return str(error).strip() or "busy"
