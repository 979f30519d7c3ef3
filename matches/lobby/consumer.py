"""The socket of the lobby: whole small lists out, asks in. Everybody may watch, registered players may act.

Nothing is lost for long: whatever message does not arrive, the next ping compares what this socket showed last with
what there is. Lists that changed are sent at most twice a second.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from time import monotonic
from typing import Any, Final

from django.db import Error as DatabaseError

from matches import publish
from matches.handshake import language_of, socket_address
from matches.hub import Busy
from matches.limits import TokenBucket
from matches.line import Line, Work, reason_of
from matches.lobby.asks import ask_answer, refusal
from matches.lobby.hub import Crowd, LobbyHub
from matches.lobby.protocol import (
    NUDGE_SECONDS,
    PROTOCOL,
    SILENCE_SECONDS,
    Answered,
    AskFrame,
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
    parse,
)
from matches.moment import now_millis
from matches.protocol import CloseCode
from matches.selectors.lobby import OpenSeek, mine_of, seeks_for, shunned_by
from matches.selectors.sockets import Session, session_lives
from matches.services.seeks import SeekFault

logger = logging.getLogger(__name__)

FRAMES_AT_ONCE: Final = 20
FRAMES_A_SECOND: Final = 5
UPDATE_SECONDS: Final = 0.5
"""Lists are sent at most this often."""
UNKNOWN: Final = Online(known=False, people=[], more=0, guests=0)


class LobbyConsumer(Line):
    """One socket at the lobby, or at a page that says what waits."""

    def __init__(self, hub: LobbyHub) -> None:
        super().__init__(hub.hub, TokenBucket(FRAMES_AT_ONCE, FRAMES_A_SECOND))
        self._lobby = hub
        self._person: Any = None
        """An account, a guest, or None."""
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

    @property
    def name(self) -> str:
        """What the log calls it."""
        return "lobby"

    @property
    def listens_to(self) -> list[str]:
        """The lobby, and what is meant for the person."""
        groups = [publish.LOBBY_GROUP]
        if self._person is not None:
            groups += [publish.person_group(self._person.pk), publish.user_group(self._person.pk)]
        return groups

    @property
    def _person_id(self) -> int | None:
        return None if self._person is None else self._person.pk

    @property
    def _is_registered(self) -> bool:
        return self._person is not None and not self._person.is_guest

    # --- coming and going ---------------------------------------------------------------------------------------

    async def entering(self) -> None:
        """Everybody may come in; who was logged in must still be."""
        self._person = self.scope["person"]
        self._language = language_of(self.scope)
        key = self.scope["person_session_key"]
        session = await self._hub.call(session_lives, Session(self._person_id, key, 0))
        if not session.lives:
            await self.hang_up(CloseCode.LOGIN_AGAIN)
            return
        self._lobby.enter(self._person_id, self._language)
        await self.enter(session)
        await self._lobby.board.here(self._person_id, self._generation)
        self._lobby.mark_all()
        await self._keep()
        await self._greet()

    async def leaving(self) -> None:
        """Take the own word back, and nobody else's.

        The offers live on for their grace: a reload does not lose them, and no timer of ours ends a newer socket's.
        """
        self._lobby.leave(self._person_id, self._language)
        await self._lobby.board.gone(self._person_id, self._generation)

    def alarms(self) -> list[tuple[float, Callable[[], Work]]]:
        """After some silence the page is asked, after more it is hung up."""
        return [
            (NUDGE_SECONDS, lambda: self.emit(Nudge())),
            (SILENCE_SECONDS, lambda: self.hang_up(CloseCode.TOO_SLOW)),
        ]

    # --- frames in ----------------------------------------------------------------------------------------------

    async def handle(self, text: str | bytes) -> None:
        """One frame from the browser."""
        match parse(text):
            case Ping(n):
                await self._pong(n)
            case frame:
                await self.emit(await self._answer(frame))

    async def _pong(self, number: int) -> None:
        self.hear()
        await self.join()
        await self._lobby.board.here(self._person_id, self._generation)
        await self._keep()
        await self._compare()
        await self.emit(Pong(number, now_millis()))

    async def _answer(self, frame: AskFrame) -> Answered:
        if not self._is_registered:
            return refusal(frame, SeekFault.REGISTERED_ONLY.value)
        return await self._hub.call(ask_answer, frame, self._person, socket_address(self.scope))

    async def _keep(self) -> None:
        """The owner is here: the offers live on."""
        if self._is_registered:
            await self._lobby.keep(self._person.pk)

    # --- messages from the channel layer ------------------------------------------------------------------------

    async def lobby_changed(self, message: publish.LobbyMessage) -> None:
        """The open offers changed."""
        del message
        self._lobby.seeks_changed()
        self._soon()

    async def person_changed(self, message: publish.PersonMessage) -> None:
        """What waits for the person changed."""
        del message
        self._mine_is_stale = True
        self._soon()

    # --- frames out ---------------------------------------------------------------------------------------------

    async def _greet(self) -> None:
        """Everything, as `hello`."""
        await self._read_mine()
        await self._read_seeks()
        await self._read_online()
        name = str(self._person) if self._is_registered else ""
        await self.emit(Hello(PROTOCOL, name, self._seeks, self._online, self._mine, now_millis()))

    async def _compare(self) -> None:
        """Send what a lost message left untold, and who is here."""
        if self._person is not None and await self._lobby.stamp(self._person.pk) != self._stamp:
            self._mine_is_stale = True
        if monotonic() - self._updated_at >= UPDATE_SECONDS:
            await self._send_lists()
        else:
            self._soon()
        if await self._read_online():
            await self.emit(OnlineChanged(self._online))

    def _soon(self) -> None:
        """Send what changed, now or when half a second has passed since the last time."""
        self._is_due = True
        if not self._is_closing and not self._is_updating:
            self._is_updating = True
            self.spawn(self._update())

    async def _update(self) -> None:
        try:
            while self._is_due:
                await asyncio.sleep(max(0.0, self._updated_at + UPDATE_SECONDS - monotonic()))
                self._is_due = False
                await self._send_lists()
        except (DatabaseError, Busy) as error:
            logger.warning("lobby: left to the next ping: %s", reason_of(error))
        finally:
            self._is_updating = False

    async def _send_lists(self) -> None:
        self._updated_at = monotonic()
        if self._mine_is_stale and await self._read_mine() and self._mine is not None:
            await self.emit(MineChanged(self._mine))
        if await self._read_seeks():
            await self.emit(SeeksChanged(self._seeks))

    async def _read_mine(self) -> bool:
        """Read what concerns the person; whether it changed."""
        if self._person is None:
            return False
        self._mine_is_stale = False
        before = self._mine, self._shunned
        try:
            self._stamp = await self._lobby.stamp(self._person.pk)
            self._shunned = await self._hub.call(shunned_by, self._person.pk)
            self._mine = await self._hub.call(mine_of, self._person.pk)
        except (DatabaseError, Busy):
            self._mine_is_stale = True
            raise
        if self._shunned != before[1]:
            self._offers = self._crowd = None  # seen with other eyes
        return self._mine != before[0]

    async def _read_seeks(self) -> bool:
        """Read the offers; whether they changed for this reader."""
        offers = await self._lobby.seeks(self._language)
        if offers is self._offers:
            return False
        self._offers = offers
        before, self._seeks = self._seeks, seeks_for(offers, self._person_id, self._shunned)
        return self._seeks != before

    async def _read_online(self) -> bool:
        """Read who is here; whether that changed for this reader."""
        crowd = await self._lobby.online()
        if crowd is self._crowd and crowd is not None:
            return False
        self._crowd = crowd
        before, self._online = self._online, UNKNOWN if crowd is None else crowd.seen_by(self._person_id, self._shunned)
        return self._online != before
