"""Who is at a table, counted across processes in Valkey.

Each socket is a member `role:generation` of its match's sorted set, with the moment it expires as the score; a ping
moves that on. A socket removes only itself, by its own generation, so a late goodbye never ends a newer connection.
Without a word a socket is gone 50 s after its last ping.

A lost Valkey is "unknown", never "gone" (rules.md 5.8). Valkey that came back empty would say "gone" until everybody
has pinged: so a key that lives only while some process writes marks the beginning of the record, and until the record
is as old as two pings, whoever is not in it is unknown.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from redis.asyncio import Redis
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
SPECTATOR = "spectator"
UNKNOWN = Presence(Here.UNKNOWN, Here.UNKNOWN, 0)
_TIMEOUT_SECONDS = 1


@dataclass(frozen=True, slots=True)
class Visitor:
    """A socket at a match: the sides it stands for (none: a spectator) and its own, never repeated generation."""

    match_id: int
    sides: tuple[Side, ...]
    generation: str

    @property
    def members(self) -> list[str]:
        """What stands for the socket in the sorted set."""
        roles = [side.value for side in self.sides] or [SPECTATOR]
        return [f"{role}:{self.generation}" for role in roles]


class PresenceBoard:
    """The record of presence. One for each process; belongs to one event loop."""

    def __init__(self, url: str, prefix: str) -> None:
        self._redis: Redis = Redis.from_url(
            url,
            decode_responses=True,
            socket_timeout=_TIMEOUT_SECONDS,
            socket_connect_timeout=_TIMEOUT_SECONDS,
        )
        self._prefix = prefix
        self._is_lost = False

    async def here(self, visitor: Visitor) -> Presence:
        """Note that the visitor is there, and say who else is."""
        now = now_millis()
        key = self._key(visitor.match_id)

        def commands(pipe: Any) -> None:
            pipe.zadd(key, dict.fromkeys(visitor.members, now + EXPIRES_MILLIS))
            pipe.zremrangebyscore(key, "-inf", now)  # whose process was killed never said goodbye
            pipe.pexpire(key, EXPIRES_MILLIS)
            pipe.set(self._since, now, nx=True)
            pipe.pexpire(self._since, RECORD_MILLIS)

        return await self._with_answer(key, now, commands)

    async def gone(self, visitor: Visitor) -> Presence:
        """Note that the visitor left, and say who is still there."""
        key = self._key(visitor.match_id)
        return await self._with_answer(key, now_millis(), lambda pipe: pipe.zrem(key, *visitor.members))

    async def look(self, match_id: int) -> Presence:
        """Who is there."""
        return await self._with_answer(self._key(match_id), now_millis(), lambda _pipe: None)

    async def close(self) -> None:
        """Give the connections back."""
        await self._redis.aclose()

    async def _with_answer(self, key: str, now: Millis, commands: Any) -> Presence:
        try:
            async with self._redis.pipeline(transaction=True) as pipe:
                commands(pipe)
                pipe.get(self._since)
                pipe.zrangebyscore(key, f"({now}", "+inf")
                answers = await pipe.execute()
        except (RedisError, OSError, TimeoutError) as error:
            self._note(lost=True, reason=str(error))
            return UNKNOWN
        self._note(lost=False)
        since, members = answers[-2], answers[-1]
        record_is_young = since is None or now - int(since) < WARM_UP_MILLIS
        return counted(members, Here.UNKNOWN if record_is_young else Here.GONE)

    def _note(self, *, lost: bool, reason: str = "") -> None:
        if lost and not self._is_lost:
            logger.warning("presence is unknown: %s", reason)
        self._is_lost = lost

    def _key(self, match_id: int) -> str:
        return f"{self._prefix}:presence:{match_id}"

    @property
    def _since(self) -> str:
        return f"{self._prefix}:presence-since"


def counted(members: Iterable[str], absent: Here) -> Presence:
    """The presence that the members of a match's set say; `absent` is what a side without a member is."""
    roles = [member.partition(":")[0] for member in members]
    return Presence(
        Here.HERE if Side.WHITE.value in roles else absent,
        Here.HERE if Side.BLACK.value in roles else absent,
        roles.count(SPECTATOR),
    )
