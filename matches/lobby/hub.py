"""What the lobby sockets of one web process share: the lists they all show, and the word that somebody is here.

One `LobbyHub` is made with the routes, beside the tables' `Hub`, whose threads it uses. Nothing in it is the truth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from time import monotonic
from typing import Any, Final

from django.conf import settings
from django.utils import translation

from matches.hub import Hub
from matches.lobby.online import Headcount, OnlineBoard
from matches.lobby.protocol import Online, PersonView
from matches.lobby.shared import Shared
from matches.selectors.lobby import OpenSeek, guests_among, online_for, people_online, seeks_open, stamps_of
from matches.services.seeks import seeks_keep

SEEKS_SECONDS: Final = 1.0
"""How old the list of offers may be: one whose owner is gone leaves it without any word."""
ONLINE_SECONDS: Final = 2.0
STAMPS_SECONDS: Final = 2.0
KEEPS_A_LIFE: Final = 4
"""How often within an offer's life its owner's presence is written down: every 15 s of a minute."""

Seeks = Mapping[str, list[OpenSeek]]
"""The open offers in each language that somebody here reads."""


@dataclass(frozen=True, slots=True)
class Crowd:
    """Who is here: those who may be named, in the order of their names, and how many guests."""

    people: Mapping[int, PersonView]
    guests: int

    def seen_by(self, reader_id: int | None, shunned: frozenset[int]) -> Online:
        """As one reader sees it."""
        return online_for(self.people, self.guests, reader_id, shunned)


class LobbyHub:
    """See the module's docstring."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._languages: Counter[str] = Counter()
        self._people: Counter[int] = Counter()
        self._kept: dict[int, float] = {}
        self._seeks: Shared[Seeks] = Shared("offers", {}, self._read_seeks, SEEKS_SECONDS)
        self._online: Shared[Crowd | None] = Shared("who is online", None, self._read_online, ONLINE_SECONDS)
        self._stamps: Shared[Mapping[int, int]] = Shared("what waits", {}, self._read_stamps, STAMPS_SECONDS)

    @cached_property
    def board(self) -> OnlineBoard:
        """The record of who is online."""
        layer: Any = settings.CHANNEL_LAYERS["default"]
        return OnlineBoard(settings.REDIS_URL, layer["CONFIG"]["prefix"])

    # --- who is here --------------------------------------------------------------------------------------------

    def enter(self, person_id: int | None, language: str) -> None:
        """A socket of this process is at the lobby."""
        self._languages[language] += 1
        if person_id is not None:
            self._people[person_id] += 1

    def mark_all(self) -> None:
        """What is read from now on must be new: the lists of somebody who just came must not be older than the page."""
        for shared in (self._seeks, self._online, self._stamps):
            shared.mark()

    def leave(self, person_id: int | None, language: str) -> None:
        """It left."""
        _less(self._languages, language)
        if person_id is not None:
            _less(self._people, person_id)
            if person_id not in self._people:
                self._kept.pop(person_id, None)

    async def keep(self, person_id: int) -> None:
        """The person is here: their offers live on. Written only now and then. Raises Busy and database errors."""
        now = monotonic()
        if now - self._kept.get(person_id, float("-inf")) < settings.SEEK_SECONDS / KEEPS_A_LIFE:
            return
        self._kept[person_id] = now
        await self.hub.call(seeks_keep, person_id)

    # --- lists --------------------------------------------------------------------------------------------------

    def seeks_changed(self) -> None:
        """Somebody posted, withdrew or took an offer."""
        self._seeks.mark()

    async def seeks(self, language: str) -> list[OpenSeek]:
        """The open offers; the very same list as long as nothing changed."""
        return (await self._seeks.get()).get(language, _NONE)

    async def online(self) -> Crowd | None:
        """Who is here, at most two seconds old; None when that is not known."""
        return await self._online.get()

    async def stamp(self, person_id: int) -> int | None:
        """A number that changes when what waits for the person does; None when it is not known."""
        return (await self._stamps.get()).get(person_id)

    async def close(self) -> None:
        """Stop what runs; for tests and for the end of a process."""
        if "board" in self.__dict__:
            await self.board.close()

    async def _read_seeks(self) -> Seeks:
        return await self.hub.call(_seeks_in, list(self._languages), self._seeks.last)

    async def _read_online(self) -> Crowd | None:
        count = await self.board.look()
        return None if count is None else await self.hub.call(_crowd, count)

    async def _read_stamps(self) -> Mapping[int, int]:
        return await self.hub.call(stamps_of, list(self._people))


_NONE: Final[list[OpenSeek]] = []


def _less(counter: Counter[Any], key: Any) -> None:
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]


def _seeks_in(languages: list[str], before: Seeks) -> Seeks:
    """The offers in each language; a list that did not change is the one from `before`."""
    lists = {}
    for language in languages:
        with translation.override(language):
            found = seeks_open()
        lists[language] = before[language] if before.get(language) == found else found
    return lists


def _crowd(count: Headcount) -> Crowd:
    return Crowd(people_online(count.people), count.strangers + guests_among(count.people))
