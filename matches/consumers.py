"""The socket of a table: frames in, the door, frames out. Thin: what a frame means is decided elsewhere.

Joining: first the groups, then the snapshot, then frames with `v` ≤ the snapshot's are dropped. The other order loses
a move that lands in between for good.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any
from uuid import uuid4

from autobahn.exception import Disconnected
from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import Error as DatabaseError
from redis.exceptions import RedisError

from games.rules.sides import Side
from matches import publish
from matches.asks import Ask, Asker, answered, chat_for
from matches.hub import Busy, Hub
from matches.limits import RESYNCS_A_SECOND, RESYNCS_AT_ONCE, TokenBucket
from matches.moment import now_millis
from matches.presence import UNKNOWN, Visitor
from matches.protocol import (
    SILENCE_SECONDS,
    Absent,
    ActionFrame,
    Answered,
    Bye,
    ChatAfter,
    CloseCode,
    Done,
    Error,
    Hello,
    Here,
    HintAsk,
    Pace,
    Ping,
    Pong,
    Presence,
    ProtocolCode,
    ProtocolError,
    Refused,
    Resync,
    Say,
    SeatBack,
    ServerFrame,
    encode,
    parse,
)
from matches.selectors.beside import beside_of
from matches.selectors.frames import Told, hello, missed
from matches.selectors.sockets import Session, entry_at, session_lives
from matches.services import play
from matches.services.play import Accepted, NotFound

logger = logging.getLogger(__name__)

HEAL_SECONDS = 1.0
"""An accepted action whose `moved` has not come by then is told from the database."""


class TableConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """One socket at one match."""

    def __init__(self, hub: Hub) -> None:
        super().__init__()
        self._hub = hub
        self._bucket = TokenBucket()
        self._resyncs = TokenBucket(RESYNCS_AT_ONCE, RESYNCS_A_SECOND)
        self._generation = uuid4().hex
        self._code = ""
        self._match_id: int | None = None
        self._sides: tuple[Side, ...] = ()
        self._session = Session(None, None, None)
        self._version = 0
        self._chat_upto = 0
        self._presence = UNKNOWN
        self._is_joined = False
        self._is_closing = False
        self._has_left = False
        self._silence: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def dispatch(self, message: Any) -> None:
        """As Channels does it, but without a visit to the process's one shared thread before each message.

        Channels would close old database connections there; ours live in the hub's threads, which see to that.
        """
        await getattr(self, get_handler_name(message))(message)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the socket. However that ends, also by a fault of ours, nothing of it stays behind."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self._leave()

    # --- coming and going ---------------------------------------------------------------------------------------

    async def connect(self) -> None:
        """Accept first, so that the reason of a refusal reaches the page as a close code."""
        await self.accept()
        self._code = self.scope["url_route"]["kwargs"]["code"]
        try:
            await self._enter()
        except (DatabaseError, Busy) as error:
            logger.warning("match %s: not opened: %s", self._code, str(error).strip() or "busy")
            await self._hang_up(CloseCode.RESTARTING)

    async def _enter(self) -> None:
        person = self.scope["person"]
        user_id = None if person is None else person.pk
        entry = await self._hub.call(entry_at, self._code, user_id, self.scope["person_session_key"])
        if entry is None:
            await self._hang_up(CloseCode.NO_SUCH_MATCH)
        elif not entry.place.may_watch:
            await self._hang_up(CloseCode.LOGIN_AGAIN if user_id is None else CloseCode.NOT_ALLOWED)
        else:
            self._session = entry.session
            self._sides = entry.place.sides
            self._match_id = entry.place.match_id
            self._hub.enter(self._match_id)
            if self._session.user_id is not None:
                self._hub.sit(self._session.user_id, self._generation, self._make_room)
            self._hear()
            await self._join()
            self._presence = await self._hub.presence.here(self._visitor)
            await self._greet()
            await self._tell_chat(0)
            await self._share_presence()

    async def _greet(self) -> None:
        """Everything about the match."""
        await self._tell(await self._hub.call(hello, self._entered, self._sides, self._presence))

    @property
    def _visitor(self) -> Visitor:
        return Visitor(self._entered, self._sides, self._generation, self._session.user_id)

    @property
    def _entered(self) -> int:
        if self._match_id is None:
            raise RuntimeError("the socket has not entered a match")
        return self._match_id

    @property
    def _groups(self) -> list[str]:
        """What this socket listens to: the match, the person, and what only this socket asked for."""
        groups = [publish.match_group(self._entered), publish.hint_group(self._generation)]
        if self._session.user_id is not None:
            groups.append(publish.user_group(self._session.user_id))
        return groups

    async def _join(self) -> None:
        """Join the groups; with Valkey away, the next ping tries again."""
        try:
            for group in self._groups:
                await self.channel_layer.group_add(group, self.channel_name)
        except (RedisError, OSError) as error:
            logger.warning("match %s: not joined yet: %s", self._code, error)
        else:
            self._is_joined = True

    async def disconnect(self, code: int) -> None:
        """The other end is gone."""
        del code
        await self._leave()

    async def _leave(self) -> None:
        """Leave everything that was entered, once; also after a refusal in `connect`."""
        self._is_closing = True
        if self._silence is not None:
            self._silence.cancel()
        for task in self._tasks:
            task.cancel()
        if self._match_id is None or self._has_left:
            return
        self._has_left = True
        self._hub.leave(self._match_id)
        if self._session.user_id is not None:
            self._hub.rise(self._session.user_id, self._generation)
        await self._part()
        self._presence = await self._hub.presence.gone(self._visitor)
        await self._share_presence()

    async def _part(self) -> None:
        try:
            for group in self._groups:
                await self.channel_layer.group_discard(group, self.channel_name)
        except (RedisError, OSError) as error:
            logger.warning("match %s: not left cleanly: %s", self._code, error)

    async def _hang_up(self, code: CloseCode) -> None:
        """Say why, and close."""
        if self._is_closing:
            return
        self._is_closing = True
        if await self._deliver(encode(Bye(code.code))):
            await self.close(code=int(code))

    def _hear(self) -> None:
        """The other side was heard: the silence begins anew."""
        if self._silence is not None:
            self._silence.cancel()
        loop = asyncio.get_running_loop()
        self._silence = loop.call_later(SILENCE_SECONDS, self._spawn_hang_up, CloseCode.TOO_SLOW)

    def _make_room(self) -> None:
        self._spawn_hang_up(CloseCode.TOO_MANY_SOCKETS)

    def _spawn_hang_up(self, code: CloseCode) -> None:
        self._spawn(self._hang_up(code))

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
            await self._refuse_logged_out(text_data)
            return
        try:
            await self._handle(text_data if text_data is not None else bytes_data or b"")
        except ProtocolError as error:
            await self._complain(error)
        except Busy:
            await self._emit(Error(ProtocolCode.BUSY, {}))
        except DatabaseError as error:
            logger.warning("match %s: %s", self._code, str(error).strip())
            await self._hang_up(CloseCode.RESTARTING)

    async def _handle(self, text: str | bytes) -> None:
        match parse(text):
            case Ping(n):
                await self._pong(n)
            case Resync() if not self._resyncs.take():
                await self._hang_up(CloseCode.TOO_FAST)
            case Resync(after):
                await self._tell(await self._hub.call(missed, self._entered, self._sides, after, self._presence))
            case ActionFrame() as frame:
                await self._act(frame)
            case ChatAfter() if not self._resyncs.take():
                await self._hang_up(CloseCode.TOO_FAST)
            case ChatAfter(number):
                await self._tell_chat(number)
            case Say() | HintAsk() | Pace() | Absent() | SeatBack() as ask:
                await self._answer(ask)

    async def _answer(self, ask: Ask) -> None:
        """Beside the game."""
        if isinstance(ask, Absent):
            await self._show(await self._hub.presence.look(self._entered))
        asker = Asker(self._entered, self._session.user_id, self._presence, publish.hint_group(self._generation))
        answer = await self._hub.call(answered, asker, ask)
        if answer is not None:
            await self._emit(answer)

    async def _complain(self, error: ProtocolError) -> None:
        if error.code is ProtocolCode.TOO_LARGE:
            await self._hang_up(CloseCode.TOO_LARGE)
        else:
            await self._emit(Error(error.code, error.params))

    async def _pong(self, number: int) -> None:
        self._hear()
        if not self._is_joined:
            await self._join()
        version = await self._hub.version(self._entered)
        await self._emit(Pong(number, self._version if version is None else version, now_millis()))
        await self._show(await self._hub.presence.here(self._visitor))

    async def _act(self, frame: ActionFrame) -> None:
        outcome = await self._hub.call(
            play.submit_action,
            self._code,
            self._session.user_id,
            frame.action(),
            side=frame.side,
            decision=frame.decision,
            cid=frame.id,
        )
        match outcome:
            case Accepted(version):
                await self._emit(Done(str(frame.id), version))
                self._spawn(self._heal(version))
            case NotFound():
                await self._hang_up(CloseCode.NO_SUCH_MATCH)
            case play.Refused(code, params, version, decision):
                await self._emit(Refused(str(frame.id), code, params, version, decision))
                await self._after_refusal(outcome)

    async def _after_refusal(self, outcome: play.Refused) -> None:
        """Send what explains the refusal: what was missed, or everything after a fault of the server."""
        if outcome.code is ProtocolCode.SERVER_FAULT:
            await self._greet()
        elif outcome.version > self._version:
            await self._catch_up()

    async def _heal(self, version: int) -> None:
        """With Valkey away the mover would wait for the next pong to see the own move."""
        await asyncio.sleep(HEAL_SECONDS)
        if self._version < version and not self._is_closing:
            try:
                await self._catch_up()
            except (DatabaseError, Busy) as error:
                logger.warning("match %s: left to the next pong: %s", self._code, str(error).strip() or "busy")

    async def _catch_up(self) -> None:
        await self._tell(await self._hub.call(missed, self._entered, self._sides, self._version, self._presence))

    # --- the session --------------------------------------------------------------------------------------------

    async def _is_logged_in(self) -> bool:
        """Whether the session still holds. It is looked at again every minute, and when its time is over.

        An ended session refuses the next frame; the match goes on, and so does its clock.
        """
        if self._session.look_at is None or now_millis() < self._session.look_at:
            return True
        return await self._renewed()

    async def _renewed(self) -> bool:
        try:
            self._session = await self._hub.call(session_lives, self._session)
        except (DatabaseError, Busy):
            return True  # not known: the door looks at the seat in any case
        return self._session.lives

    async def _refuse_logged_out(self, text: str | None) -> None:
        try:
            frame = parse(text or "")
        except ProtocolError:
            frame = None
        if isinstance(frame, ActionFrame):
            await self._emit(Refused(str(frame.id), ProtocolCode.LOGIN_AGAIN, {}, self._version, 0))
        elif isinstance(frame, Ask):
            await self._emit(Answered(str(frame.ask), ProtocolCode.LOGIN_AGAIN, {}))
        await self._hang_up(CloseCode.LOGIN_AGAIN)

    # --- messages from the channel layer ------------------------------------------------------------------------

    async def match_moved(self, message: publish.MovedMessage) -> None:
        """The match moved on."""
        self._hub.set_timer(self._entered, message["due"], message["v"])
        if message["v"] > self._version:
            self._version = message["v"]
            await self._send_text(message["text"])

    async def match_look(self, message: publish.LookMessage) -> None:
        """Something beside the log changed: started, cancelled, deleted, seats."""
        del message
        await self._or_restart(self._look_again())

    async def match_beside(self, message: publish.BesideMessage) -> None:
        """What belongs to the table and is in no event changed."""
        del message
        await self._or_restart(self._tell_beside())

    async def match_chat(self, message: publish.ChatMessage) -> None:
        """Somebody wrote a line."""
        if message["number"] > self._chat_upto:
            await self._or_restart(self._tell_chat(self._chat_upto))

    async def match_advice(self, message: publish.AdviceMessage) -> None:
        """The hint that this socket asked for."""
        await self._send_text(message["text"])

    async def _or_restart(self, reading: Coroutine[Any, Any, None]) -> None:
        """Read what a message is about; without the database the page comes back later."""
        try:
            await reading
        except (DatabaseError, Busy) as error:
            logger.warning("match %s: not read again: %s", self._code, str(error).strip() or "busy")
            await self._hang_up(CloseCode.RESTARTING)

    async def _look_again(self) -> None:
        entry = await self._hub.call(entry_at, self._code, self._session.user_id, self._session.key)
        if entry is None:
            await self._hang_up(CloseCode.NO_SUCH_MATCH)
        elif not entry.place.may_watch:
            await self._hang_up(CloseCode.NOT_ALLOWED)
        else:
            if entry.place.sides != self._sides:
                await self._hub.presence.gone(self._visitor)
                self._sides = entry.place.sides
            self._presence = await self._hub.presence.here(self._visitor)
            await self._greet()

    async def match_presence(self, message: publish.PresenceMessage) -> None:
        """Somebody came or left."""
        white, black = Here(message["white"]), Here(message["black"])
        gone = message["white_gone"], message["black_gone"]
        await self._show(Presence(white, black, message["spectators"], *gone))

    async def user_kick(self, message: publish.KickMessage) -> None:
        """The person's sessions ended, or the person was thrown out."""
        code = CloseCode(message["code"])
        if code is CloseCode.LOGIN_AGAIN and await self._renewed():
            return
        await self._hang_up(code)

    # --- frames out ---------------------------------------------------------------------------------------------

    async def _tell(self, told: Told) -> None:
        """Send `hello` (and what is beside it) or `missed`; the process watches the deadline from now on."""
        self._version = max(self._version, told.frame.v)
        self._hub.set_timer(self._entered, told.due, told.frame.v)
        await self._emit(told.frame)
        if isinstance(told.frame, Hello):
            await self._tell_beside()

    async def _tell_beside(self) -> None:
        await self._emit(await self._hub.call(beside_of, self._entered, self._session.user_id, self._sides))

    async def _tell_chat(self, after: int) -> None:
        chat = await self._hub.call(chat_for, self._entered, self._session.user_id, self._sides, after)
        self._chat_upto = max(self._chat_upto, chat.upto)
        await self._emit(chat)

    async def _show(self, presence: Presence) -> None:
        if presence != self._presence:
            self._presence = presence
            await self._emit(presence)

    async def _share_presence(self) -> None:
        try:
            await self.channel_layer.group_send(
                publish.match_group(self._entered), publish.presence_message(self._presence)
            )
        except (RedisError, OSError) as error:
            logger.warning("match %s: presence not shared: %s", self._code, error)

    async def _emit(self, frame: ServerFrame) -> None:
        await self._send_text(encode(frame))

    async def _send_text(self, text: str) -> None:
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
