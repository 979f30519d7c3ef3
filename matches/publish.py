"""The one module that sends on the channel layer: always after commit, best effort, never an error to the mover.

A frame that is lost here is missed by nobody for long: each pong carries the version of the match.
"""

from __future__ import annotations

import logging
from functools import cache
from typing import Any, TypedDict

from channels.layers import get_channel_layer
from django.conf import settings
from django.db import transaction
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError, RedisError  # noqa: A004 - the one of Valkey's client
from redis.retry import Retry

from matches.models import Match
from matches.protocol import CloseCode, Presence

logger = logging.getLogger(__name__)

SEND_SECONDS = 2
"""How long a frame may take to reach Valkey before it is given up."""


class MovedMessage(TypedDict):
    """A match moved on: the `moved` frame ready to send, and when the process should look again (milliseconds)."""

    type: str
    v: int
    text: str
    due: int | None


class LookMessage(TypedDict):
    """Something that is no event changed: read the match again."""

    type: str


class PresenceMessage(TypedDict):
    """Who is there; the fields of the `presence` frame."""

    type: str
    white: str
    black: str
    spectators: int
    white_gone: int | None
    black_gone: int | None


class BesideMessage(TypedDict):
    """What belongs to the table and is in no event changed: send it anew."""

    type: str


class ChatMessage(TypedDict):
    """A line of chat was written; its number."""

    type: str
    number: int


class AdviceMessage(TypedDict):
    """The `advice` frame for one socket, ready to send."""

    type: str
    text: str


class LobbyMessage(TypedDict):
    """The open offers changed: read them again."""

    type: str


class PersonMessage(TypedDict):
    """What waits for a person changed: read it again."""

    type: str


class KickMessage(TypedDict):
    """The person's sockets are to be closed."""

    type: str
    code: int


def match_group(match_id: int) -> str:
    """Everybody at a match."""
    return f"match.{match_id}"


def user_group(user_id: int) -> str:
    """All sockets of a person."""
    return f"user.{user_id}"


LOBBY_GROUP = "lobby"
"""Everybody who sees the lobby, or a page that says what waits."""


def person_group(person_id: int) -> str:
    """The lobby sockets of a person; tables are in `user_group`."""
    return f"lobby.person.{person_id}"


def hint_group(generation: str) -> str:
    """The one socket that asked for a hint; no message of it is meant for anybody else."""
    return f"hint.{generation}"


def send_moved(match_id: int, *, version: int, text: str, due: int | None) -> None:
    """Send a `moved` frame to everybody at the match, now. Call it after the commit."""
    message: MovedMessage = {"type": "match.moved", "v": version, "text": text, "due": due}
    _send(match_group(match_id), message)


def match_changed(match: Match) -> None:
    """After the commit, let open sockets of the match look again: started, cancelled, deleted, seats changed."""
    match_id = match.pk
    message: LookMessage = {"type": "match.look"}
    transaction.on_commit(lambda: _send(match_group(match_id), message), robust=True)
    people_changed(match.created_by_id, match.invited_id)


def beside_changed(match_id: int) -> None:
    """After the commit, let open sockets of the match tell their readers what belongs to the table: frame `beside`."""
    message: BesideMessage = {"type": "match.beside"}
    transaction.on_commit(lambda: _send(match_group(match_id), message), robust=True)


def person_beside_changed(user_ids: list[int]) -> None:
    """After the commit, let the tables that these people have open tell them what they may do there."""
    message: BesideMessage = {"type": "user.beside"}
    groups = [user_group(user_id) for user_id in user_ids]
    transaction.on_commit(lambda: _send_all(groups, message), robust=True)


def chat_written(match_id: int, number: int) -> None:
    """After the commit, let open sockets of the match read the lines of chat up to this number."""
    message: ChatMessage = {"type": "match.chat", "number": number}
    transaction.on_commit(lambda: _send(match_group(match_id), message), robust=True)


def send_advice(group: str, text: str) -> None:
    """Send an `advice` (or `answered`) frame, encoded as `text`, to the socket that asked, now: see `hint_group`."""
    message: AdviceMessage = {"type": "match.advice", "text": text}
    _send(group, message)


def lobby_changed() -> None:
    """After the commit, let open lobbies read the offers again."""
    message: LobbyMessage = {"type": "lobby.changed"}
    transaction.on_commit(lambda: _send(LOBBY_GROUP, message), robust=True)


def people_changed(*person_ids: int | None) -> None:
    """After the commit, let these people's open lobbies read again what waits for them; None is nobody."""
    message: PersonMessage = {"type": "person.changed"}
    groups = [person_group(one) for one in dict.fromkeys(person_ids) if one is not None]
    transaction.on_commit(lambda: _send_all(groups, message), robust=True)


def presence_message(presence: Presence) -> PresenceMessage:
    """Who is there now, for everybody at the match."""
    return {
        "type": "match.presence",
        "white": presence.white.value,
        "black": presence.black.value,
        "spectators": presence.spectators,
        "white_gone": presence.white_gone,
        "black_gone": presence.black_gone,
    }


def kick_user(user_id: int, code: int = CloseCode.LOGIN_AGAIN) -> None:
    """After the commit, close the person's sockets.

    With 4401 each socket looks whether its own session still lives, and stays open if so: logging out on one device
    leaves the others at the table. Any other code closes all.
    """
    message: KickMessage = {"type": "user.kick", "code": int(code)}
    transaction.on_commit(lambda: _send(user_group(user_id), message), robust=True)


def _send_all(groups: list[str], message: Any) -> None:
    for group in groups:
        _send(group, message)


def _send(group: str, message: Any) -> None:
    try:
        _publish(group, message)
    except (RedisError, OSError) as error:
        logger.warning("not sent to %s: %s", group, error)


def _publish(group: str, message: Any) -> None:
    """What the layer's own `group_send` does, from this thread: the event loop has enough to do.

    There each frame would wait for a turn of the loop and, behind one lock, for the answer to the frame before it.
    """
    layer = get_channel_layer()
    layers: Any = settings.CHANNEL_LAYERS
    prefix = layers["default"]["CONFIG"]["prefix"]
    _valkey(settings.REDIS_URL).publish(f"{prefix}__group__{group}", layer.serialize(message))


@cache
def _valkey(url: str) -> Redis:
    """This process's connections for sending. One that died while it was idle is made again, once and at once.

    Whoever does not answer at all is not asked twice: people wait for this.
    """
    return Redis.from_url(
        url,
        socket_timeout=SEND_SECONDS,
        socket_connect_timeout=SEND_SECONDS,
        retry=Retry(NoBackoff(), 1, (ConnectionError,)),
    )
