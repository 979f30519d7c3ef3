"""The frames of the lobby's socket as types; docs/lobby-protocol.md says what they mean.

Made like `matches.protocol`: each frame is a Struct tagged by `t`, unknown fields are refused, numbers have bounds.
There are no versions: lists are small and are always sent whole. Texts are in the reader's language.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Union
from uuid import UUID

from msgspec import Meta, Struct

from games.rules.clock import ClockPreset
from matches.protocol import Bye, Error, FrameReader, Number, Param

PROTOCOL = 1
"""Raised when an old page can no longer talk to the server."""
MAX_FRAME_BYTES = 2_048
PING_SECONDS = 5
NUDGE_SECONDS = 20
"""After this silence the server asks: browsers slow the timers of hidden pages down, but not what a frame wakes."""
SILENCE_SECONDS = 45
"""Without any ping for this long the server hangs up."""
LOBBY_PATH = "/ws/lobby/"

# --- browser to server ------------------------------------------------------------------------------------------

SeekId = Annotated[int, Meta(ge=1, le=2**53 - 1)]
MatchCode = Annotated[str, Meta(min_length=1, max_length=32, pattern="^[A-Za-z0-9]+$")]
Length = Annotated[int, Meta(ge=1, le=127)]


class Reason(StrEnum):
    """Values of `Match.DeclineReason`: what may be said with a no."""

    NONE = ""
    LATER = "later"
    BUSY = "busy"
    LENGTH = "length"
    CLOCK = "clock"
    RULES = "rules"


class Ping(Struct, tag_field="t", tag="ping", forbid_unknown_fields=True, frozen=True):
    """Every 5 s, and in answer to `nudge`; answered by `pong`. Keeps the own offers alive."""

    n: Number


class Post(Struct, tag_field="t", tag="post", forbid_unknown_fields=True, frozen=True):
    """Offer a match to `length` points under the usual rules; other rules have a page of their own."""

    ask: UUID
    length: Length
    clock: ClockPreset
    rated: bool


class Withdraw(Struct, tag_field="t", tag="withdraw", forbid_unknown_fields=True, frozen=True):
    """Take the own offer back."""

    ask: UUID
    seek: SeekId


class Take(Struct, tag_field="t", tag="take", forbid_unknown_fields=True, frozen=True):
    """Take somebody's offer up: the match begins."""

    ask: UUID
    seek: SeekId


class Accept(Struct, tag_field="t", tag="accept", forbid_unknown_fields=True, frozen=True):
    """Accept a challenge: the match begins."""

    ask: UUID
    match: MatchCode


class Decline(Struct, tag_field="t", tag="decline", forbid_unknown_fields=True, frozen=True):
    """Say no to a challenge."""

    ask: UUID
    match: MatchCode
    reason: Reason


class Cancel(Struct, tag_field="t", tag="cancel", forbid_unknown_fields=True, frozen=True):
    """Take the own challenge back."""

    ask: UUID
    match: MatchCode


BrowserFrame = Union[Ping, Post, Withdraw, Take, Accept, Decline, Cancel]  # noqa: UP007 - msgspec reads the alias
AskFrame = Post | Withdraw | Take | Accept | Decline | Cancel


_frames: FrameReader[BrowserFrame] = FrameReader(BrowserFrame, MAX_FRAME_BYTES)
BROWSER_TAGS = _frames.tags


def parse(text: str | bytes) -> BrowserFrame:
    """Read one frame from a browser. Raises ProtocolError: TOO_LARGE, BAD_JSON, UNKNOWN_FRAME or BAD_FRAME(place)."""
    return _frames.read(text)


# --- server to browser ------------------------------------------------------------------------------------------


class Fact(Struct, frozen=True):
    """One line of a rule card."""

    name: str
    value: str


class SeekView(Struct, frozen=True):
    """An open offer."""

    id: int
    owner: str
    title: str
    """Such as "7-point match, Crawford"."""
    clock: str
    clock_meaning: str
    colour: str
    """The colour that its taker gets."""
    rated: bool
    mine: bool
    facts: list[Fact]


class Whereabouts(StrEnum):
    """Where somebody is."""

    LOBBY = "lobby"
    TABLE = "table"


class PersonView(Struct, frozen=True):
    """Somebody who is online."""

    name: str
    at: Whereabouts
    me: bool


class Online(Struct, frozen=True):
    """Who is here. `known` is false while the server cannot tell; then the rest is empty."""

    known: bool
    people: list[PersonView]
    more: int
    """Registered players who are here beyond those named."""
    guests: int


class GameView(Struct, frozen=True):
    """A running match of the reader."""

    code: str
    opponent: str
    title: str
    score: str
    my_turn: bool
    paused: bool
    mine: bool
    """The reader offered it, and somebody else said yes."""


class ChallengeView(Struct, frozen=True):
    """A challenge that waits for its answer."""

    code: str
    name: str
    """The other person's."""
    title: str
    clock: str
    clock_meaning: str
    rated: bool
    until: int | None
    """When it lapses, in milliseconds since the epoch."""
    facts: list[Fact]


class RefusalView(Struct, frozen=True):
    """A challenge of the reader that was declined in the last hour."""

    code: str
    name: str
    title: str
    reason: str
    """Its words; empty when none was given."""


class Mine(Struct, frozen=True):
    """What concerns the reader alone."""

    waiting: int
    """How many matches and challenges wait for the reader."""
    games: list[GameView]
    """Those that wait for the reader first."""
    incoming: list[ChallengeView]
    outgoing: list[ChallengeView]
    declined: list[RefusalView]


class Hello(Struct, tag_field="t", tag="hello", frozen=True):
    """Everything, after connecting."""

    protocol: int
    name: str
    """The reader's, where they may act in the lobby; empty for guests and strangers."""
    seeks: list[SeekView]
    online: Online
    mine: Mine | None
    """null for somebody who is nobody yet."""
    now: int


class SeeksChanged(Struct, tag_field="t", tag="seeks", frozen=True):
    """The open offers changed."""

    seeks: list[SeekView]


class OnlineChanged(Struct, tag_field="t", tag="online", frozen=True):
    """Who is here changed."""

    online: Online


class MineChanged(Struct, tag_field="t", tag="mine", frozen=True):
    """What concerns the reader changed."""

    mine: Mine


class Answered(Struct, tag_field="t", tag="answered", frozen=True):
    """What became of an `ask`: done (`code` null), or why not. `match`: the match that began by it."""

    ask: str
    code: str | None
    params: dict[str, Param]
    match: str | None


class Pong(Struct, tag_field="t", tag="pong", frozen=True):
    """The answer to a ping. What changed meanwhile came before it."""

    n: int
    now: int


class Nudge(Struct, tag_field="t", tag="nudge", frozen=True):
    """Are you there? Answer with a ping."""


ServerFrame = Union[  # noqa: UP007 - the generator reads the alias
    Hello, SeeksChanged, OnlineChanged, MineChanged, Answered, Error, Pong, Nudge, Bye
]
