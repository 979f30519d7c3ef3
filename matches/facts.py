"""What statistics may know of a game: the bare facts of its start and of its end, and nothing of anyone.

No table is imported here, so `stats` takes these values from here as well. No field names a person, a match, a
position, a dice throw or a moment: the finest time is the UTC day, and whatever could be a number of its own is put
into a bucket.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final
from uuid import UUID

from games.rules.events import GameEnded
from games.rules.rulecard import PlayKind
from games.rules.state import GameState, MatchState, game_of

TURNS_IN_A_BUCKET: Final = 10
MOST_TURNS: Final = 10
"""The last bucket of turns: a hundred and more."""
DURATION_EDGES: Final = (2, 5, 10, 20, 40, 60, 180, 1440)
"""Minutes at which the buckets of duration part: 0 is "under 2", 8 is "a day and more"."""
MOST_CUBE_TURNS: Final = 3
"""Three and more."""
MOST_RECONNECTS: Final = 3
"""Three and more."""


class Moment(StrEnum):
    """What is counted of a game."""

    STARTED = "started"
    ENDED = "ended"


class Play(StrEnum):
    """Kinds of play, in this order: the first that fits."""

    COMPUTER = "computer"
    HOT_SEAT = "hot_seat"
    FRIEND_LINK = "friend_link"
    MONEY_SESSION = "money_session"
    ONLINE_MATCH = "online_match"
    TOURNAMENT = "tournament"
    """Nothing makes these yet."""


_BY_ORIGIN: Final = {"computer": Play.COMPUTER, "hot_seat": Play.HOT_SEAT, "link": Play.FRIEND_LINK}
"""Values of `Match.Origin` that say the kind by themselves."""


@dataclass(frozen=True, slots=True)
class GameFact:
    """One start or end of a game. What has no value at that moment is None or the empty text."""

    key: UUID | None
    """Random; None until the table has given one."""
    day: date
    """The UTC day."""
    moment: Moment
    play: Play
    level: str
    """A value of `Level` where a computer is played against, else empty."""
    preset: str
    """A value of `Preset`."""
    length: int | None
    """Points of the match."""
    result: int | None
    """1 single, 2 gammon, 3 backgammon; None where no size applies."""
    ending: str
    """A value of `Termination`."""
    winner: str
    """A value of `Side`; empty for nobody."""
    turns: int | None
    """Turns in tens, at most `MOST_TURNS`."""
    duration: int | None
    """The bucket between the `DURATION_EDGES`, 0 to 8."""
    cube_turns: int | None
    """How often the cube was turned by a player, at most `MOST_CUBE_TURNS`."""
    connected: bool | None
    """Friend links only: whether both sides were ever there."""
    reconnects: int | None
    """Friend links only: how often a side came back in the game, at most `MOST_RECONNECTS`."""


@dataclass(frozen=True, slots=True)
class Link:
    """How the connection of a friend's game was."""

    connected: bool
    """Whether both sides were ever there."""
    reconnects: int
    """How often a side came back in the game."""


def started_fact(state: MatchState, origin: str, day: date) -> GameFact:
    """The fact of a game that begins. `origin` is a value of `Match.Origin`."""
    return GameFact(
        key=None,
        day=day,
        moment=Moment.STARTED,
        play=play_of(state, origin),
        level=_level(state, origin),
        preset=state.card.preset.value,
        length=state.card.length,
        result=None,
        ending="",
        winner="",
        turns=None,
        duration=None,
        cube_turns=None,
        connected=None,
        reconnects=None,
    )


def ended_fact(  # noqa: PLR0913, PLR0917 - one event, each part of what is known beside it named
    state: MatchState, ended: GameEnded, origin: str, day: date, minutes: float, link: Link | None
) -> GameFact:
    """The fact of the game of `state` that `ended`; `link` counts for friend links alone."""
    game = game_of(state)
    play = play_of(state, origin)
    result = ended.result
    counted = link if play is Play.FRIEND_LINK else None
    return GameFact(
        key=None,
        day=day,
        moment=Moment.ENDED,
        play=play,
        level=_level(state, origin),
        preset=state.card.preset.value,
        length=state.card.length,
        result=None if result.kind is None else result.kind.value,
        ending=ended.termination.value,
        winner="" if result.winner is None else result.winner.value,
        turns=min(MOST_TURNS, game.turn_number // TURNS_IN_A_BUCKET),
        duration=bisect_right(DURATION_EDGES, minutes),
        cube_turns=_cube_turns(game),
        connected=None if counted is None else counted.connected,
        reconnects=None if counted is None else min(MOST_RECONNECTS, counted.reconnects),
    )


def play_of(state: MatchState, origin: str) -> Play:
    """The kind of play of a match that came about so."""
    by_origin = _BY_ORIGIN.get(origin)
    if by_origin is not None:
        return by_origin
    return Play.MONEY_SESSION if state.card.kind is PlayKind.MONEY else Play.ONLINE_MATCH


def _level(state: MatchState, origin: str) -> str:
    """The computer that was chosen as the opponent; one that stands in for a person is not."""
    if play_of(state, origin) is not Play.COMPUTER:
        return ""
    return next((level.value for level in state.computers if level is not None), "")


def _cube_turns(game: GameState) -> int:
    """The cube shows how often it was turned: each time it doubles. Automatic doubles are nobody's."""
    turned = game.cube.value.bit_length() - 1 - game.automatic_doubles
    return min(MOST_CUBE_TURNS, max(0, turned))
