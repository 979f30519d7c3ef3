"""The socket of a table: frames in, the door, frames out. Thin: what a frame means is decided elsewhere.

Joining: first the groups, then the snapshot, then frames with `v` ≤ the snapshot's are dropped. The other order loses
a move that lands in between for good.
"""

from __future__ import annotations

import asyncio
import logging

from django.db import Error as DatabaseError
from redis.exceptions import RedisError

from games.rules.sides import Side
from matches import publish
from matches.asks import Ask, Asker, answered
from matches.hub import Busy, Hub
from matches.limits import RESYNCS_A_SECOND, RESYNCS_AT_ONCE, TokenBucket
from matches.line import Line, reason_of
from matches.moment import now_millis
from matches.presence import UNKNOWN, Visitor
from matches.protocol import (
    Absent,
    ActionFrame,
    Answered,
    ChatAfter,
    CloseCode,
    Done,
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
    parse,
)
from matches.selectors.beside import beside_of
from matches.selectors.chat import lines_after
from matches.selectors.frames import Told, hello, missed
from matches.selectors.sockets import entry_at
from matches.services import play
from matches.services.connections import socket_close, socket_open
from matches.services.play import Accepted, NotFound

logger = logging.getLogger(__name__)

HEAL_SECONDS = 1.0
"""An accepted action whose `moved` has not come by then is told from the database."""


class TableConsumer(Line):
    """One socket at one match."""

    def __init__(self, hub: Hub) -> None:
        super().__init__(hub, TokenBucket())
        self._resyncs = TokenBucket(RESYNCS_AT_ONCE, RESYNCS_A_SECOND)
        self._match_id = 0
        self._sides: tuple[Side, ...] = ()
        self._version = 0
        self._chat_upto = 0
        self._presence = UNKNOWN
        self._is_over = False
        self._connections: dict[Side, int] = {}

    @property
    def name(self) -> str:
        """The match."""
        return f"match {self._code}"

    @property
    def listens_to(self) -> list[str]:
        """The match, the person, and what only this socket asked for."""
        groups = [publish.match_group(self._match_id), publish.hint_group(self._generation)]
        if self._session.user_id is not None:
            groups.append(publish.user_group(self._session.user_id))
        return groups

    @property
    def _code(self) -> str:
        code: str = self.scope["url_route"]["kwargs"]["code"]
        return code

    @property
    def _visitor(self) -> Visitor:
        return Visitor(self._match_id, self._sides, self._generation, self._session.user_id)

    # --- coming and going ---------------------------------------------------------------------------------------

    async def entering(self) -> None:
        """Join the match as what the person is there, then tell everything."""
        person = self.scope["person"]
        user_id = None if person is None else person.pk
        entry = await self._hub.call(entry_at, self._code, user_id, self.scope["person_session_key"])
        if entry is None:
            await self.hang_up(CloseCode.NO_SUCH_MATCH)
        elif not entry.place.may_watch:
            await self.hang_up(CloseCode.LOGIN_AGAIN if user_id is None else CloseCode.NOT_ALLOWED)
        else:
            self._match_id, self._sides = entry.place.match_id, entry.place.sides
            self._hub.enter(self._match_id)
            await self.enter(entry.session)
            before = await self._hub.presence.look(self._match_id) if self._sides else UNKNOWN
            self._presence = await self._hub.presence.here(self._visitor)
            await self._greet()
            await self._tell_chat(0)
            await self._share_presence()
            await self._note_coming(before)

    async def leaving(self) -> None:
        """The table is told who left."""
        self._hub.leave(self._match_id)
        self._presence = await self._hub.presence.gone(self._visitor)
        await self._share_presence()
        await self._note_leaving()

    async def _note_coming(self, before: Presence) -> None:
        """For who looks at the match later: the player came. Play needs no such note, and a match that is over none.

        `before` is the presence without this socket.
        """
        if not self._sides or self._connections or self._is_over:
            return
        try:
            self._connections = await self._hub.call(socket_open, self._match_id, self._sides, self._version, before)
        except (DatabaseError, Busy) as error:
            logger.warning("%s: not noted who came: %s", self.name, reason_of(error))

    async def _note_leaving(self) -> None:
        """And went; `_presence` is without this socket by now."""
        rows, self._connections = self._connections, {}
        if not rows:
            return
        try:
            await self._hub.call(socket_close, self._match_id, rows, self._presence)
        except (DatabaseError, Busy) as error:
            logger.warning("%s: not noted who left: %s", self.name, reason_of(error))

    async def _greet(self) -> None:
        """Everything about the match."""
        await self._tell(await self._hub.call(hello, self._match_id, self._sides, self._presence))

    # --- frames in ----------------------------------------------------------------------------------------------

    async def handle(self, text: str | bytes) -> None:
        """One frame from the browser."""
        match parse(text):
            case Ping(n):
                await self._pong(n)
            case Resync() if not self._resyncs.take():
                await self.hang_up(CloseCode.TOO_FAST)
            case Resync(after):
                await self._tell(await self._hub.call(missed, self._match_id, self._sides, after, self._presence))
            case ActionFrame() as frame:
                await self._act(frame)
            case ChatAfter() if not self._resyncs.take():
                await self.hang_up(CloseCode.TOO_FAST)
            case ChatAfter(number):
                await self._tell_chat(number)
            case Say() | HintAsk() | Pace() | Absent() | SeatBack() as ask:
                await self._answer(ask)

    async def _answer(self, ask: Ask) -> None:
        """Beside the game."""
        if isinstance(ask, Absent):
            await self._show(await self._hub.presence.look(self._match_id))
        asker = Asker(self._match_id, self._session.user_id, self._presence, publish.hint_group(self._generation))
        answer = await self._hub.call(answered, asker, ask)
        if answer is not None:
            await self.emit(answer)

    async def _pong(self, number: int) -> None:
        self.hear()
        await self.join()
        version = await self._hub.version(self._match_id)
        await self.emit(Pong(number, self._version if version is None else version, now_millis()))
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
                await self.emit(Done(str(frame.id), version))
                self.spawn(self._heal(version))
            case NotFound():
                await self.hang_up(CloseCode.NO_SUCH_MATCH)
            case play.Refused(code, params, version, decision):
                await self.emit(Refused(str(frame.id), code, params, version, decision))
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
                logger.warning("match %s: left to the next pong: %s", self._code, reason_of(error))

    async def _catch_up(self) -> None:
        await self._tell(await self._hub.call(missed, self._match_id, self._sides, self._version, self._presence))

    async def refuse_logged_out(self, text: str | bytes) -> None:
        """Say of an action and of an ask that it was not done."""
        try:
            frame = parse(text)
        except ProtocolError:
            return
        if isinstance(frame, ActionFrame):
            await self.emit(Refused(str(frame.id), ProtocolCode.LOGIN_AGAIN, {}, self._version, 0))
        elif isinstance(frame, Ask):
            await self.emit(Answered(str(frame.ask), ProtocolCode.LOGIN_AGAIN, {}))

    # --- messages from the channel layer ------------------------------------------------------------------------

    async def match_moved(self, message: publish.MovedMessage) -> None:
        """The match moved on."""
        self._hub.set_timer(self._match_id, message["due"], message["v"])
        if message["v"] > self._version:
            self._version = message["v"]
            await self.emit_text(message["text"])

    async def match_look(self, message: publish.LookMessage) -> None:
        """Something beside the log changed: started, cancelled, deleted, seats."""
        del message
        await self.or_restart(self._look_again(), "not read again")

    async def match_beside(self, message: publish.BesideMessage) -> None:
        """What belongs to the table and is in no event changed."""
        del message
        await self.or_restart(self._tell_beside(), "not read again")

    async def user_beside(self, message: publish.BesideMessage) -> None:
        """What the person may do at tables changed."""
        await self.match_beside(message)

    async def match_chat(self, message: publish.ChatMessage) -> None:
        """Somebody wrote a line."""
        if message["number"] > self._chat_upto:
            await self.or_restart(self._tell_chat(self._chat_upto), "not read again")

    async def match_advice(self, message: publish.AdviceMessage) -> None:
        """The hint that this socket asked for."""
        await self.emit_text(message["text"])

    async def _look_again(self) -> None:
        entry = await self._hub.call(entry_at, self._code, self._session.user_id, self._session.key)
        if entry is None:
            await self.hang_up(CloseCode.NO_SUCH_MATCH)
        elif not entry.place.may_watch:
            await self.hang_up(CloseCode.NOT_ALLOWED)
        else:
            before = UNKNOWN
            if entry.place.sides != self._sides:
                before = self._presence = await self._hub.presence.gone(self._visitor)
                await self._note_leaving()
                self._sides = entry.place.sides
            self._presence = await self._hub.presence.here(self._visitor)
            await self._greet()
            await self._note_coming(before)

    async def match_presence(self, message: publish.PresenceMessage) -> None:
        """Somebody came or left."""
        white, black = Here(message["white"]), Here(message["black"])
        gone = message["white_gone"], message["black_gone"]
        await self._show(Presence(white, black, message["spectators"], *gone))

    # --- frames out ---------------------------------------------------------------------------------------------

    async def _tell(self, told: Told) -> None:
        """Send `hello` (and what is beside it) or `missed`; the process watches the deadline from now on."""
        self._version = max(self._version, told.frame.v)
        self._hub.set_timer(self._match_id, told.due, told.frame.v)
        await self.emit(told.frame)
        if isinstance(told.frame, Hello):
            self._is_over = told.frame.view is not None and told.frame.view.match_result is not None
            await self._tell_beside()

    async def _tell_beside(self) -> None:
        await self.emit(await self._hub.call(beside_of, self._match_id, self._session.user_id, self._sides))

    async def _tell_chat(self, after: int) -> None:
        chat = await self._hub.call(lines_after, self._match_id, self._session.user_id, self._sides, after)
        self._chat_upto = max(self._chat_upto, chat.upto)
        await self.emit(chat)

    async def _show(self, presence: Presence) -> None:
        if presence != self._presence:
            self._presence = presence
            await self.emit(presence)

    async def _share_presence(self) -> None:
        try:
            await self.channel_layer.group_send(
                publish.match_group(self._match_id), publish.presence_message(self._presence)
            )
        except (RedisError, OSError) as error:
            logger.warning("match %s: presence not shared: %s", self._code, error)
