"""The socket of the lobby: whole small lists out, asks in. Everybody may watch, registered players may act.

Nothing is lost for long: whatever message does not arrive, the next ping compares what this socket showed last with
what there is. Lists that changed are sent at most twice a second.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Any, Final, ParamSpec, TypeVar
from uuid import uuid4

from autobahn.exception import Disconnected
from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import Error as DatabaseError
from django.utils import translation
from redis.exceptions import RedisError

from matches import publish
from matches.hub import Busy
from matches.limits import TokenBucket
from matches.lobby.asks import ask_answer, refusal
from matches.lobby.handshake import language_of, socket_address
from matches.lobby.hub import Crowd, LobbyHub
from matches.lobby.protocol import (
    NUDGE_SECONDS,
    PROTOCOL,
    SILENCE_SECONDS,
    Answered,
    AskFrame,
    Bye,
    Error,
    Hello,
    Mine,
    MineChanged,
    Nudge,
    Online,
    OnlineChanged,
    Ping,
    Pong,
    SeeksChanged,
    SeekView,
    ServerFrame,
    parse,
)
from matches.moment import now_millis
from matches.protocol import CloseCode, ProtocolCode, ProtocolError, encode
from matches.selectors.lobby import OpenSeek, mine_of, seeks_for, shunned_by
from matches.selectors.sockets import Session, session_lives
from matches.services.seeks import SeekFault

logger = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")

FRAMES_AT_ONCE: Final = 20
FRAMES_A_SECOND: Final = 5
UPDATE_SECONDS: Final = 0.5
"""Lists are sent at most this often."""
UNKNOWN: Final = Online(known=False, people=[], more=0, guests=0)


class LobbyConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """One socket at the lobby, or at a page that says what waits."""

    def __init__(self, hub: LobbyHub) -> None:
        super().__init__()
        self._hub = hub
        self._bucket = TokenBucket(FRAMES_AT_ONCE, FRAMES_A_SECOND)
        self._generation = uuid4().hex
        self._person: Any = None
        """An account, a guest, or None."""
        self._session = Session(None, None, None)
        self._language = ""
        self._shunned: frozenset[int] = frozenset()
        self._stamp: int | None = None
        self._offers: list[OpenSeek] | None = None
        self._crowd: Crowd | None = None
        self._seeks: list[SeekView] = []
        self._online = UNKNOWN
        self._mine: Mine | None = None
        self._mine_is_stale = False
        self._updated_at = float("-inf")
        self._is_due = False
        self._is_updating = False
        self._is_in = False
        self._is_joined = False
        self._is_closing = False
        self._timers: list[asyncio.TimerHandle] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def dispatch(self, message: Any) -> None:
        """As Channels does it, but without its visit to the process's shared thread; other people's news is skipped."""
        handler = getattr(self, get_handler_name(message), None)
        if handler is not None:
            await handler(message)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the socket. However that ends, also by a fault of ours, nothing of it stays behind."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self._leave()

    @property
    def _person_id(self) -> int | None:
        return None if self._person is None else self._person.pk

    @property
    def _is_registered(self) -> bool:
        return self._person is not None and not self._person.is_guest

    # --- coming and going ---------------------------------------------------------------------------------------

    async def connect(self) -> None:
        """Accept first, so that the reason of a refusal reaches the page as a close code."""
        await self.accept()
        self._person = self.scope["person"]
        self._language = language_of(self.scope)
        try:
            await self._enter()
        except (DatabaseError, Busy) as error:
            logger.warning("lobby: not opened: %s", str(error).strip() or "busy")
            await self._hang_up(CloseCode.RESTARTING)

    async def _enter(self) -> None:
        key = self.scope["person_session_key"]
        self._session = await self._call(session_lives, Session(self._person_id, key, 0))
        if not self._session.lives:
            await self._hang_up(CloseCode.LOGIN_AGAIN)
            return
        self._is_in = True
        self._hub.enter(self._person_id, self._language)
        if self._person is not None:
            self._hub.hub.sit(self._person.pk, self._generation, self._make_room)
        self._hear()
        await self._join()
        await self._hub.board.here(self._person_id, self._generation)
        self._hub.mark_all()
        await self._keep()
        await self._greet()

    @property
    def _groups(self) -> list[str]:
        groups = [publish.LOBBY_GROUP]
        if self._person is not None:
            groups += [publish.person_group(self._person.pk), publish.user_group(self._person.pk)]
        return groups

    async def _join(self) -> None:
        """Join the groups; with Valkey away, the next ping tries again."""
        try:
            for group in self._groups:
                await self.channel_layer.group_add(group, self.channel_name)
        except (RedisError, OSError) as error:
            logger.warning("lobby: not joined yet: %s", error)
        else:
            self._is_joined = True

    async def disconnect(self, code: int) -> None:
        """The other end is gone."""
        del code
        await self._leave()

    async def _leave(self) -> None:
        """Leave everything that was entered, once; also after a refusal in `connect`.

        The offers live on for their grace: a reload does not lose them, and no timer of ours ends a newer socket's.
        """
        self._is_closing = True
        for timer in self._timers:
            timer.cancel()
        for task in self._tasks:
            task.cancel()
        if not self._is_in:
            return
        self._is_in = False
        self._hub.leave(self._person_id, self._language)
        if self._person is not None:
            self._hub.hub.rise(self._person.pk, self._generation)
        await self._part()
        await self._hub.board.gone(self._person_id, self._generation)

    async def _part(self) -> None:
        try:
            for group in self._groups:
                await self.channel_layer.group_discard(group, self.channel_name)
        except (RedisError, OSError) as error:
            logger.warning("lobby: not left cleanly: %s", error)

    async def _hang_up(self, code: CloseCode) -> None:
        """Say why, and close."""
        if self._is_closing:
            return
        self._is_closing = True
        if await self._deliver(encode(Bye(code.code))):
            await self.close(code=int(code))

    def _make_room(self) -> None:
        self._spawn(self._hang_up(CloseCode.TOO_MANY_SOCKETS))

    def _hear(self) -> None:
        """The other side was heard: the silence begins anew."""
        for timer in self._timers:
            timer.cancel()
        loop = asyncio.get_running_loop()
        self._timers = [
            loop.call_later(NUDGE_SECONDS, lambda: self._spawn(self._emit(Nudge()))),
            loop.call_later(SILENCE_SECONDS, lambda: self._spawn(self._hang_up(CloseCode.TOO_SLOW))),
        ]

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- frames in ----------------------------------------------------------------------------------------------

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """One frame from the browser."""
        if self._is_closing:
            return
        if not self._bucket.take():
            await self._hang_up(CloseCode.TOO_FAST)
            return
        if not await self._is_logged_in():
            await self._hang_up(CloseCode.LOGIN_AGAIN)
            return
        try:
            await self._handle(text_data if text_data is not None else bytes_data or b"")
        except ProtocolError as error:
            await self._complain(error)
        except Busy:
            await self._emit(Error(ProtocolCode.BUSY, {}))
        except DatabaseError as error:
            logger.warning("lobby: %s", str(error).strip())
            await self._hang_up(CloseCode.RESTARTING)

    async def _handle(self, text: str | bytes) -> None:
        match parse(text):
            case Ping(n):
                await self._pong(n)
            case frame:
                await self._emit(await self._answer(frame))

    async def _complain(self, error: ProtocolError) -> None:
        if error.code is ProtocolCode.TOO_LARGE:
            await self._hang_up(CloseCode.TOO_LARGE)
        else:
            await self._emit(Error(error.code, error.params))

    async def _pong(self, number: int) -> None:
        self._hear()
        if not self._is_joined:
            await self._join()
        await self._hub.board.here(self._person_id, self._generation)
        await self._keep()
        await self._compare()
        await self._emit(Pong(number, now_millis()))

    async def _answer(self, frame: AskFrame) -> Answered:
        if not self._is_registered:
            return refusal(frame, SeekFault.REGISTERED_ONLY.value)
        return await self._call(ask_answer, frame, self._person, socket_address(self.scope))

    async def _keep(self) -> None:
        """The owner is here: the offers live on."""
        if self._is_registered:
            await self._hub.keep(self._person.pk)

    # --- the session --------------------------------------------------------------------------------------------

    async def _is_logged_in(self) -> bool:
        """Whether the session still holds; looked at again as `matches.selectors.sockets` says."""
        if self._session.look_at is None or now_millis() < self._session.look_at:
            return True
        return await self._renewed()

    async def _renewed(self) -> bool:
        try:
            self._session = await self._call(session_lives, self._session)
        except (DatabaseError, Busy):
            return True  # not known: the services look at the account in any case
        return self._session.lives

    # --- messages from the channel layer ------------------------------------------------------------------------

    async def lobby_changed(self, message: publish.LobbyMessage) -> None:
        """The open offers changed."""
        del message
        self._hub.seeks_changed()
        self._soon()

    async def person_changed(self, message: publish.PersonMessage) -> None:
        """What waits for the person changed."""
        del message
        self._mine_is_stale = True
        self._soon()

    async def user_kick(self, message: publish.KickMessage) -> None:
        """The person's sessions ended, or the person was thrown out."""
        code = CloseCode(message["code"])
        if code is CloseCode.LOGIN_AGAIN and await self._renewed():
            return
        await self._hang_up(code)

    async def user_beside(self, message: publish.BesideMessage) -> None:
        """What the person may do at tables changed: said there, nothing here."""

    # --- frames out ---------------------------------------------------------------------------------------------

    async def _greet(self) -> None:
        """Everything, as `hello`."""
        await self._read_mine()
        await self._read_seeks()
        await self._read_online()
        name = str(self._person) if self._is_registered else ""
        await self._emit(Hello(PROTOCOL, name, self._seeks, self._online, self._mine, now_millis()))

    async def _compare(self) -> None:
        """Send what a lost message left untold, and who is here."""
        if self._person is not None and await self._hub.stamp(self._person.pk) != self._stamp:
            self._mine_is_stale = True
        if monotonic() - self._updated_at >= UPDATE_SECONDS:
            await self._send_lists()
        else:
            self._soon()
        if await self._read_online():
            await self._emit(OnlineChanged(self._online))

    def _soon(self) -> None:
        """Send what changed, now or when half a second has passed since the last time."""
        self._is_due = True
        if not self._is_closing and not self._is_updating:
            self._is_updating = True
            self._spawn(self._update())

    async def _update(self) -> None:
        try:
            while self._is_due:
                await asyncio.sleep(max(0.0, self._updated_at + UPDATE_SECONDS - monotonic()))
                self._is_due = False
                await self._send_lists()
        except (DatabaseError, Busy) as error:
            logger.warning("lobby: left to the next ping: %s", str(error).strip() or "busy")
        finally:
            self._is_updating = False

    async def _send_lists(self) -> None:
        self._updated_at = monotonic()
        if self._mine_is_stale and await self._read_mine() and self._mine is not None:
            await self._emit(MineChanged(self._mine))
        if await self._read_seeks():
            await self._emit(SeeksChanged(self._seeks))

    async def _read_mine(self) -> bool:
        """Read what concerns the person; whether it changed."""
        if self._person is None:
            return False
        self._mine_is_stale = False
        before = self._mine, self._shunned
        try:
            self._stamp = await self._hub.stamp(self._person.pk)
            self._shunned = await self._call(shunned_by, self._person.pk)
            self._mine = await self._call(mine_of, self._person.pk)
        except (DatabaseError, Busy):
            self._mine_is_stale = True
            raise
        if self._shunned != before[1]:
            self._offers = self._crowd = None  # seen with other eyes
        return self._mine != before[0]

    async def _read_seeks(self) -> bool:
        """Read the offers; whether they changed for this reader."""
        offers = await self._hub.seeks(self._language)
        if offers is self._offers:
            return False
        self._offers = offers
        before, self._seeks = self._seeks, seeks_for(offers, self._person_id, self._shunned)
        return self._seeks != before

    async def _read_online(self) -> bool:
        """Read who is here; whether that changed for this reader."""
        crowd = await self._hub.online()
        if crowd is self._crowd and crowd is not None:
            return False
        self._crowd = crowd
        before, self._online = self._online, UNKNOWN if crowd is None else crowd.seen_by(self._person_id, self._shunned)
        return self._online != before

    async def _call(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a function that uses the database in one of the hub's threads, in the reader's language."""
        return await self._hub.hub.call(_in_language, self._language, partial(function, *args, **kwargs))

    async def _emit(self, frame: ServerFrame) -> None:
        if not self._is_closing:
            await self._deliver(encode(frame))

    async def _deliver(self, text: str) -> bool:
        """Send; False when the other end is gone, and `disconnect` is on its way."""
        try:
            await self.send(text)
        except Disconnected:
            self._is_closing = True
            return False
        return True


def _in_language(language: str, work: Callable[[], R]) -> R:
    with translation.override(language):
        return work()
