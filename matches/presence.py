"""Who is at a table, counted across processes in Valkey.

Each socket is a member `role:generation` of its match's sorted set, with the moment it expires as the score; a ping
moves that on. A socket removes only itself, by its own generation, so a late goodbye never ends a newer connection.
Without a word a socket is gone 50 s after its last ping.

A lost Valkey is "unknown", never "gone" (rules.md 5.8). Valkey that came back empty would say "gone" until everybody
has pinged: so a key that lives only while some process writes marks the beginning of the record, and until the record
is as old as two pings, whoever is not in it is unknown.

Since when somebody is gone stands in a hash beside the set: while they ping, the moment at which they will be gone
without a further word; from their goodbye on, the moment of that. Nobody is gone for longer than the record is old:
while no process wrote, nobody could come.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.conf import settings
from redis.asyncio import BlockingConnectionPool, Redis
from redis.exceptions import RedisError

from games.rules.clock import Millis
from games.rules.sides import Side
from matches.moment import now_millis
from matches.protocol import PING_SECONDS, SILENCE_SECONDS, Here, Presence

logger = logging.getLogger(__name__)

EXPIRES_MILLIS = (SILENCE_SECONDS + PING_SECONDS) * 1000
RECORD_MILLIS = 3 * PING_SECONDS * 1000
"""Without any ping for this long the record counts as interrupted."""
WARM_UP_MILLIS = 2 * PING_SECONDS * 1000
GONE_KEPT_MILLIS = 7 * 24 * 3600 * 1000
"""How long it is known since when somebody is gone, after the last word from that table."""
SPECTATOR = "spectator"
AT_TABLE = "table"
UNKNOWN = Presence(Here.UNKNOWN, Here.UNKNOWN, 0)
_NOBODY: Mapping[Side, Millis] = MappingProxyType({})
_TIMEOUT_SECONDS = 1
_CONNECTIONS = 8
_QUEUE_SECONDS = 5


def record_client(url: str) -> Redis:
    """A client for a record of presence: few connections, waited for in turn.

    After a restart every socket of a process speaks in the same second; without a bound each would open its own, and
    the client gives up beyond a hundred.
    """
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=_CONNECTIONS,
        timeout=_QUEUE_SECONDS,
        decode_responses=True,
        socket_timeout=_TIMEOUT_SECONDS,
        socket_connect_timeout=_TIMEOUT_SECONDS,
    )
    return Redis.from_pool(pool)


def online_key(prefix: str) -> str:
    """The sorted set of who is online, at tables and (`matches.lobby.online`) at the lobby."""
    return f"{prefix}:online"


def online_member(person_id: int | None, where: str, generation: str) -> str:
    """What stands for one socket there; None is a stranger."""
    return f"{person_id or 0}:{where}:{generation}"


@dataclass(frozen=True, slots=True)
class Visitor:
    """A socket at a match: the sides it stands for (none: a spectator) and its own, never repeated generation."""

    match_id: int
    sides: tuple[Side, ...]
    generation: str
    user_id: int | None = None
    """Whose it is, for the list of who is online; None: nobody in particular."""

    @property
    def members(self) -> list[str]:
        """What stands for the socket in the sorted set."""
        roles = [side.value for side in self.sides] or [SPECTATOR]
        return [f"{role}:{self.generation}" for role in roles]

    @property
    def online_member(self) -> str:
        """What stands for the socket in the set of who is online."""
        return online_member(self.user_id, AT_TABLE, self.generation)


@dataclass(frozen=True, slots=True)
class Away:
    """Whether the player of a side is at the table, and for how long not."""

    here: Here
    millis: Millis
    """How long gone; 0 while here or unknown."""


def away(presence: Presence, side: Side) -> Away:
    """What the presence says about `side`, now."""
    is_white = side is Side.WHITE
    since = presence.white_gone if is_white else presence.black_gone
    here = presence.white if is_white else presence.black
    return Away(here, 0 if since is None else max(0, now_millis() - since))


class PresenceBoard:
    """The record of presence. One for each process; belongs to one event loop."""

    def __init__(self, url: str, prefix: str) -> None:
        self._redis = record_client(url)
        self._prefix = prefix
        self._online = online_key(prefix)
        self._is_lost = False

    async def here(self, visitor: Visitor) -> Presence:
        """Note that the visitor is there, and say who else is."""
        now = now_millis()
        key, gone = self._key(visitor.match_id), self._gone_key(visitor.match_id)

        def commands(pipe: Any) -> None:
            pipe.zadd(key, dict.fromkeys(visitor.members, now + EXPIRES_MILLIS))
            pipe.zremrangebyscore(key, "-inf", now)  # whose process was killed never said goodbye
            pipe.pexpire(key, EXPIRES_MILLIS)
            pipe.zadd(self._online, {visitor.online_member: now + EXPIRES_MILLIS})
            pipe.pexpire(self._online, EXPIRES_MILLIS)
            pipe.set(self._since, now, nx=True)
            pipe.pexpire(self._since, RECORD_MILLIS)
            for side in Side:
                if side in visitor.sides:
                    pipe.hset(gone, side.value, now + EXPIRES_MILLIS)
                else:
                    pipe.hsetnx(gone, side.value, now)  # who was never seen is gone since somebody waits
            pipe.pexpire(gone, GONE_KEPT_MILLIS)

        return await self._with_answer(visitor.match_id, now, commands)

    async def gone(self, visitor: Visitor) -> Presence:
        """Note that the visitor left, and say who is still there."""
        now = now_millis()
        key, gone = self._key(visitor.match_id), self._gone_key(visitor.match_id)

        def commands(pipe: Any) -> None:
            pipe.zremrangebyscore(key, "-inf", now)
            pipe.zrem(key, *visitor.members)
            pipe.zrem(self._online, visitor.online_member)

        presence, answers = await self._answered(visitor.match_id, now, commands)
        if not visitor.sides or not answers or not answers[1]:
            return presence  # a late goodbye, of somebody who was gone already, moves nothing
        moments = {side.value: now for side in visitor.sides}
        return await self._with_answer(visitor.match_id, now, lambda pipe: pipe.hset(gone, mapping=moments))

    async def look(self, match_id: int) -> Presence:
        """Who is there."""
        return await self._with_answer(match_id, now_millis(), lambda _pipe: None)

    async def close(self) -> None:
        """Give the connections back."""
        await self._redis.aclose()

    async def _with_answer(self, match_id: int, now: Millis, commands: Any) -> Presence:
        presence, _answers = await self._answered(match_id, now, commands)
        return presence

    async def _answered(self, match_id: int, now: Millis, commands: Any) -> tuple[Presence, list[Any]]:
        """Do the commands; the presence afterwards, and their answers (none with Valkey away)."""
        try:
            async with self._redis.pipeline(transaction=True) as pipe:
                commands(pipe)
                pipe.get(self._since)
                pipe.zrangebyscore(self._key(match_id), f"({now}", "+inf")
                pipe.hgetall(self._gone_key(match_id))
                *answers, since, members, gone = await pipe.execute()
        except (RedisError, OSError, TimeoutError) as error:
            self._note(lost=True, reason=str(error))
            return UNKNOWN, []
        self._note(lost=False)
        if since is None or now - int(since) < WARM_UP_MILLIS:
            return counted(members, Here.UNKNOWN), answers
        return counted(members, Here.GONE, _gone_since(gone, int(since), now)), answers

    def _note(self, *, lost: bool, reason: str = "") -> None:
        if lost and not self._is_lost:
            logger.warning("presence is unknown: %s", reason)
        self._is_lost = lost

    def _key(self, match_id: int) -> str:
        return f"{self._prefix}:presence:{match_id}"

    def _gone_key(self, match_id: int) -> str:
        return f"{self._prefix}:presence-gone:{match_id}"

    @property
    def _since(self) -> str:
        return f"{self._prefix}:presence-since"


def board_of_site() -> PresenceBoard:
    """The board that the settings name."""
    layer: Any = settings.CHANNEL_LAYERS["default"]
    return PresenceBoard(settings.REDIS_URL, layer["CONFIG"]["prefix"])


def presences(match_ids: Iterable[int]) -> dict[int, Presence]:
    """Who is at each of the tables, for code outside of the event loop."""

    async def look() -> dict[int, Presence]:
        board = board_of_site()
        try:
            return {match_id: await board.look(match_id) for match_id in match_ids}
        finally:
            await board.close()

    return asyncio.run(look())


def counted(members: Iterable[str], absent: Here, gone_since: Mapping[Side, Millis] = _NOBODY) -> Presence:
    """The presence that the members of a match's set say.

    `absent` is what a side without a member is, and, where that is GONE, `gone_since` says since when.
    """
    roles = [member.partition(":")[0] for member in members]
    white, black = Side.WHITE.value in roles, Side.BLACK.value in roles
    return Presence(
        white=Here.HERE if white else absent,
        black=Here.HERE if black else absent,
        spectators=roles.count(SPECTATOR),
        white_gone=None if white else gone_since.get(Side.WHITE),
        black_gone=None if black else gone_since.get(Side.BLACK),
    )


def _gone_since(moments: Mapping[str, str], record_since: Millis, now: Millis) -> dict[Side, Millis]:
    return {side: max(record_since, min(int(moments.get(side.value, now)), now)) for side in Side}
