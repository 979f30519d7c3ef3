"""Who is online, counted across processes in Valkey: at the lobby, or (see `matches.presence`) at a table.

Each socket is a member `person:where:generation` of one sorted set, with the moment it expires as the score; a ping
moves that on. A socket removes only itself, by its own generation: a late goodbye never ends a newer connection.
Strangers have the number 0. A lost Valkey is "unknown", never "nobody".
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from django.conf import settings
from redis import Redis as SyncRedis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError, RedisError  # noqa: A004 - the one of Valkey's client
from redis.retry import Retry

from matches.lobby.protocol import PING_SECONDS, SILENCE_SECONDS, Whereabouts
from matches.moment import now_millis
from matches.presence import online_key, online_member, record_client

logger = logging.getLogger(__name__)

EXPIRES_MILLIS: Final = (SILENCE_SECONDS + PING_SECONDS) * 1000
_TIMEOUT_SECONDS: Final = 1


@dataclass(frozen=True, slots=True)
class Headcount:
    """Who is here: people by number, and how many sockets belong to nobody in particular."""

    people: dict[int, Whereabouts]
    strangers: int


class OnlineBoard:
    """The record of who is online. One for each process; belongs to one event loop."""

    def __init__(self, url: str, prefix: str) -> None:
        self._redis = record_client(url)
        self._key = online_key(prefix)
        self._is_lost = False

    async def here(self, person_id: int | None, generation: str) -> None:
        """Note that a lobby socket of the person (None: a stranger) is open."""
        member = online_member(person_id, Whereabouts.LOBBY.value, generation)
        try:
            async with self._redis.pipeline(transaction=True) as pipe:
                pipe.zadd(self._key, {member: now_millis() + EXPIRES_MILLIS})
                pipe.pexpire(self._key, EXPIRES_MILLIS)
                await pipe.execute()
        except (RedisError, OSError) as error:
            self._note(lost=True, reason=str(error))

    async def gone(self, person_id: int | None, generation: str) -> None:
        """Note that this very socket is closed."""
        try:
            await self._redis.zrem(self._key, online_member(person_id, Whereabouts.LOBBY.value, generation))
        except (RedisError, OSError) as error:
            self._note(lost=True, reason=str(error))

    async def look(self) -> Headcount | None:
        """Who is here; None when that cannot be told."""
        now = now_millis()
        try:
            async with self._redis.pipeline(transaction=True) as pipe:
                pipe.zremrangebyscore(self._key, "-inf", now)  # whose process was killed never said goodbye
                pipe.zrange(self._key, 0, -1)
                _count, members = await pipe.execute()
        except (RedisError, OSError) as error:
            self._note(lost=True, reason=str(error))
            return None
        self._note(lost=False)
        return counted(members)

    async def close(self) -> None:
        """Give the connections back."""
        await self._redis.aclose()

    def _note(self, *, lost: bool, reason: str = "") -> None:
        if lost and not self._is_lost:
            logger.warning("who is online is unknown: %s", reason)
        self._is_lost = lost


def online_now() -> Headcount | None:
    """Who is here, for a page: read at once, from whatever thread; None when that cannot be told."""
    layer: Any = settings.CHANNEL_LAYERS["default"]
    try:
        members = _pages(settings.REDIS_URL).zrangebyscore(
            online_key(layer["CONFIG"]["prefix"]), f"({now_millis()}", "+inf"
        )
    except (RedisError, OSError):
        return None
    return counted(str(member) for member in members)


@cache
def _pages(url: str) -> SyncRedis:
    """This process's connections for pages. A dead one is made again, once and at once."""
    return SyncRedis.from_url(
        url,
        decode_responses=True,
        socket_timeout=_TIMEOUT_SECONDS,
        socket_connect_timeout=_TIMEOUT_SECONDS,
        retry=Retry(NoBackoff(), 1, (ConnectionError,)),
    )


def counted(members: Iterable[str]) -> Headcount:
    """Who the members of the set are. Somebody at a table and at the lobby is at the table."""
    people: dict[int, Whereabouts] = {}
    strangers = 0
    for member in members:
        number, where, _generation = member.split(":", 2)
        if number == "0":
            strangers += 1
        elif people.get(int(number)) is not Whereabouts.TABLE:
            people[int(number)] = Whereabouts(where)
    return Headcount(people, strangers)
