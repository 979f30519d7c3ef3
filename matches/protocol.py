"""The frames of a table's socket as types; docs/protocol.md says what they mean.

Every frame is a Struct tagged by `t`; unknown fields are refused and every number has bounds. `parse` reads what a
browser sent. The TypeScript of all this is generated (`python -m matches.protocol_ts`).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum, StrEnum
from typing import Annotated, Any, ClassVar, Generic, TypeVar, Union, get_args
from uuid import UUID

import msgspec
from msgspec import Meta, Struct

from games.rules import actions
from games.rules.errors import Refusal
from games.rules.plays import CheckerMove
from games.rules.score import ResultKind
from games.rules.sides import Side
from matches.view import View

PROTOCOL = 1
"""Raised when an old page can no longer talk to the server; such a page is told to reload."""
MAX_FRAME_BYTES = 16_384
PING_SECONDS = 5
SILENCE_SECONDS = 45
"""Without any ping for this long the server hangs up."""

Param = str | int
Params = Mapping[str, Param]


class ProtocolCode(StrEnum):
    """Why a frame is refused before the rules are asked. Sentences: `matches.refusals`."""

    STALE = "stale"
    NOT_YOUR_SIDE = "not_your_side"
    NOT_PLAYING = "not_playing"
    NOT_STARTED = "not_started"
    BAD_JSON = "bad_json"
    UNKNOWN_FRAME = "unknown_frame"
    BAD_FRAME = "bad_frame"
    TOO_LARGE = "too_large"
    TOO_FAST = "too_fast"
    SERVER_FAULT = "server_fault"
    BUSY = "busy"
    LOGIN_AGAIN = "login_again"
    NOT_ALLOWED = "not_allowed"
    NO_SUCH_MATCH = "no_such_match"
    TOO_SLOW = "too_slow"
    KICKED = "kicked"
    RELOAD = "reload"
    TOO_MANY_SOCKETS = "too_many_sockets"


class TableCode(StrEnum):
    """Why something beside the game is refused: chat, hints, an absent opponent, computers."""

    COMPUTER_PLAYS = "computer_plays"
    NO_COMPUTER = "no_computer"
    PACE_RANGE = "pace_range"
    HINT_NOT_HERE = "hint_not_here"
    HINT_NOTHING = "hint_nothing"
    HINT_BUSY = "hint_busy"
    NOT_GONE = "not_gone"
    PRESENCE_UNKNOWN = "presence_unknown"
    CLOCK_DECIDES = "clock_decides"
    RATED = "rated"
    CLAIM_TOO_EARLY = "claim_too_early"
    CHAT_EMPTY = "chat_empty"
    CHAT_TOO_LONG = "chat_too_long"
    CHAT_UNKNOWN_PRESET = "chat_unknown_preset"
    CHAT_REGISTERED_ONLY = "chat_registered_only"
    CHAT_MUTED = "chat_muted"
    CHAT_BLOCKED = "chat_blocked"
    CHAT_TOO_FAST = "chat_too_fast"


Code = Refusal | ProtocolCode | TableCode


class CloseCode(IntEnum):
    """Why the server closed the socket; all of them in the range that is ours (Daphne sends no other but 1000)."""

    LOGIN_AGAIN = 4401
    NOT_ALLOWED = 4403
    NO_SUCH_MATCH = 4404
    TOO_SLOW = 4408
    KICKED = 4409
    TOO_LARGE = 4413
    RELOAD = 4426
    TOO_FAST = 4429
    TOO_MANY_SOCKETS = 4430
    RESTARTING = 4503

    @property
    def code(self) -> ProtocolCode:
        """The code whose sentence says it."""
        return _CLOSE_REASONS[self]


_CLOSE_REASONS: Mapping[CloseCode, ProtocolCode] = {
    CloseCode.LOGIN_AGAIN: ProtocolCode.LOGIN_AGAIN,
    CloseCode.NOT_ALLOWED: ProtocolCode.NOT_ALLOWED,
    CloseCode.NO_SUCH_MATCH: ProtocolCode.NO_SUCH_MATCH,
    CloseCode.TOO_SLOW: ProtocolCode.TOO_SLOW,
    CloseCode.KICKED: ProtocolCode.KICKED,
    CloseCode.TOO_LARGE: ProtocolCode.TOO_LARGE,
    CloseCode.RELOAD: ProtocolCode.RELOAD,
    CloseCode.TOO_FAST: ProtocolCode.TOO_FAST,
    CloseCode.TOO_MANY_SOCKETS: ProtocolCode.TOO_MANY_SOCKETS,
    CloseCode.RESTARTING: ProtocolCode.SERVER_FAULT,
}


class ProtocolError(Exception):
    """What the browser sent is no frame. `code` says why, `params` where."""

    def __init__(self, code: ProtocolCode, **params: Param) -> None:
        super().__init__(code.value)
        self.code = code
        self.params = params


# --- browser to server ------------------------------------------------------------------------------------------

Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Version = Annotated[int, Meta(ge=0, le=2**31 - 1)]
From = Annotated[int, Meta(ge=1, le=25)]
To = Annotated[int, Meta(ge=0, le=24)]
Die = Annotated[int, Meta(ge=1, le=6)]
Step = tuple[From, To, Die]
Steps = Annotated[list[Step], Meta(min_length=1, max_length=4)]
KindNumber = Annotated[int, Meta(ge=1, le=3)]
SettlementPoints = Annotated[int, Meta(ge=-3 * 4096, le=3 * 4096)]


class Ping(Struct, tag_field="t", tag="ping", forbid_unknown_fields=True, frozen=True):
    """Every 5 s; answered by `pong`."""

    n: Number


class Resync(Struct, tag_field="t", tag="resync", forbid_unknown_fields=True, frozen=True):
    """Send what came after version `after`."""

    after: Version


class ActionFrame(Struct, tag_field="t", forbid_unknown_fields=True, frozen=True):
    """Base of the frames that ask for an action: `id` chosen by the browser, the side, the decision answered."""

    asks: ClassVar[type]
    """The action, where it has no fields."""

    id: UUID
    side: Side
    decision: Version

    def action(self) -> actions.PlayerAction:
        """What is asked for."""
        action: actions.PlayerAction = self.asks()
        return action


class Roll(ActionFrame, tag="roll", frozen=True):
    """Throw the dice."""

    asks = actions.Roll


class Reroll(ActionFrame, tag="reroll", frozen=True):
    """Throw both own dice instead of the opening dice."""

    asks = actions.RerollOpening


class Play(ActionFrame, tag="play", frozen=True):
    """The whole play: `[[from, to, die], …]` in the mover's numbering."""

    steps: Steps

    def action(self) -> actions.PlayerAction:
        """The play asked for."""
        return actions.PlayCheckers(tuple(CheckerMove(*step) for step in self.steps))


class Double(ActionFrame, tag="double", frozen=True):
    """Offer the cube."""

    asks = actions.Double


class Take(ActionFrame, tag="take", frozen=True):
    """Accept it."""

    asks = actions.Take


class Drop(ActionFrame, tag="drop", frozen=True):
    """Refuse it."""

    asks = actions.Drop


class Beaver(ActionFrame, tag="beaver", frozen=True):
    """Turn it once more."""

    asks = actions.Beaver


class Resign(ActionFrame, tag="resign", frozen=True):
    """Offer to lose the game: 1 single, 2 gammon, 3 backgammon."""

    kind: KindNumber

    def action(self) -> actions.PlayerAction:
        """The resignation offered."""
        return actions.OfferResignation(ResultKind(self.kind))


class AcceptResignation(ActionFrame, tag="accept_resignation", frozen=True):
    """Accept the other's resignation."""

    asks = actions.AcceptResignation


class DeclineResignation(ActionFrame, tag="decline_resignation", frozen=True):
    """Play on."""

    asks = actions.DeclineResignation


class WithdrawResignation(ActionFrame, tag="withdraw_resignation", frozen=True):
    """Take the own resignation back."""

    asks = actions.WithdrawResignation


class ResignMatch(ActionFrame, tag="resign_match", frozen=True):
    """Give the whole match up."""

    asks = actions.ResignMatch


class Settle(ActionFrame, tag="settle", frozen=True):
    """Propose to end the game for `points` to the sender (negative: from the sender)."""

    points: SettlementPoints

    def action(self) -> actions.PlayerAction:
        """The settlement proposed."""
        return actions.OfferSettlement(self.points)


class Draw(ActionFrame, tag="draw", frozen=True):
    """Propose a draw."""

    asks = actions.OfferDraw


class ProposeEnd(ActionFrame, tag="propose_end", frozen=True):
    """Propose to end the session while a game runs."""

    asks = actions.OfferEndOfSession


class Adjourn(ActionFrame, tag="adjourn", frozen=True):
    """Propose to stop here and go on another day."""

    asks = actions.OfferAdjournment


class Accept(ActionFrame, tag="accept", frozen=True):
    """Accept the other's proposal."""

    asks = actions.AcceptProposal


class Decline(ActionFrame, tag="decline", frozen=True):
    """Decline it."""

    asks = actions.DeclineProposal


class Withdraw(ActionFrame, tag="withdraw", frozen=True):
    """Take the own proposal back."""

    asks = actions.WithdrawProposal


class EndSession(ActionFrame, tag="end_session", frozen=True):
    """End the session while no game runs."""

    asks = actions.EndSession


class Next(ActionFrame, tag="next", frozen=True):
    """Ready for the next game."""

    asks = actions.Next


class Resume(ActionFrame, tag="resume", frozen=True):
    """Ready to go on after a pause."""

    asks = actions.Resume


class TakeBack(ActionFrame, tag="take_back", frozen=True):
    """Take the last confirmed play back."""

    asks = actions.TakeBack


# Beside the game: these have an `ask` in place of the action's `id`, and `answered` in place of `done` and `refused`.

CHAT_FRAME_LETTERS = 8000
"""More than a line of chat may have, so that a long one is refused in a sentence and not as a bad frame."""
ChatText = Annotated[str, Meta(max_length=CHAT_FRAME_LETTERS)]
PresetId = Annotated[str, Meta(max_length=24)]
PaceMillis = Annotated[int, Meta(ge=0, le=60_000)]


class Say(Struct, tag_field="t", tag="say", forbid_unknown_fields=True, frozen=True):
    """Write a line of chat: the id of a preset, or (empty `preset`) a text."""

    ask: UUID
    preset: PresetId
    text: ChatText


class ChatAfter(Struct, tag_field="t", tag="chat_after", forbid_unknown_fields=True, frozen=True):
    """Send the lines of chat after this number; answered by `chat`."""

    number: Version


class HintAsk(Struct, tag_field="t", tag="hint", forbid_unknown_fields=True, frozen=True):
    """What would the engine do for `side` at this decision? Answered by `advice`, or `answered` with a refusal."""

    ask: UUID
    side: Side
    about: Version
    """The decision."""


class Pace(Struct, tag_field="t", tag="pace", forbid_unknown_fields=True, frozen=True):
    """How long the computer waits before each of its acts, 0 to 2000 ms."""

    ask: UUID
    millis: PaceMillis


class AbsentChoice(StrEnum):
    """What to do about an opponent who has been gone for two minutes (rules.md 5.8). Waiting needs no frame."""

    COMPUTER = "computer"
    ADJOURN = "adjourn"
    CLAIM = "claim"


class Absent(Struct, tag_field="t", tag="absent", forbid_unknown_fields=True, frozen=True):
    """The player of `accused` is gone: go on with the computer, adjourn, or claim the game at this decision."""

    ask: UUID
    accused: Side
    about: Version
    choice: AbsentChoice


class SeatBack(Struct, tag_field="t", tag="seat_back", forbid_unknown_fields=True, frozen=True):
    """The own seat, where a computer stands in, back from it."""

    ask: UUID
    side: Side


BrowserFrame = Union[  # noqa: UP007 - msgspec and the generator read the alias
    Ping,
    Resync,
    Roll,
    Reroll,
    Play,
    Double,
    Take,
    Drop,
    Beaver,
    Resign,
    AcceptResignation,
    DeclineResignation,
    WithdrawResignation,
    ResignMatch,
    Settle,
    Draw,
    ProposeEnd,
    Adjourn,
    Accept,
    Decline,
    Withdraw,
    EndSession,
    Next,
    Resume,
    TakeBack,
    Say,
    ChatAfter,
    HintAsk,
    Pace,
    Absent,
    SeatBack,
]


class _Tag(Struct):
    t: str = ""


Frame = TypeVar("Frame")


class FrameReader(Generic[Frame]):
    """Reads the frames of one socket: the union of its Structs, none longer than `limit` bytes."""

    def __init__(self, union: Any, limit: int) -> None:
        self.tags = frozenset(str(cls.__struct_config__.tag) for cls in get_args(union))
        self._limit = limit
        self._decode = msgspec.json.Decoder(union).decode

    def read(self, text: str | bytes) -> Frame:
        """One frame. Raises ProtocolError: TOO_LARGE, BAD_JSON, UNKNOWN_FRAME or BAD_FRAME(place)."""
        size = len(text) if isinstance(text, bytes) or text.isascii() else len(text.encode("utf-8", "surrogatepass"))
        if size > self._limit:
            raise ProtocolError(ProtocolCode.TOO_LARGE, limit=self._limit)
        try:
            frame: Frame = self._decode(text)
        except msgspec.ValidationError as error:
            raise self._misfit(text, str(error)) from error
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise ProtocolError(ProtocolCode.BAD_JSON) from error
        return frame

    def _misfit(self, text: str | bytes, reason: str) -> ProtocolError:
        """JSON, but no frame: say whether its type is unknown, or which place is wrong."""
        try:
            tag = _decode_tag(text).t
        except (msgspec.DecodeError, RecursionError):
            return ProtocolError(ProtocolCode.UNKNOWN_FRAME, frame="")
        if tag not in self.tags:
            return ProtocolError(ProtocolCode.UNKNOWN_FRAME, frame=tag[:40])
        return ProtocolError(ProtocolCode.BAD_FRAME, frame=tag, reason=reason[:200])


_decode_tag = msgspec.json.Decoder(_Tag).decode
_frames: FrameReader[BrowserFrame] = FrameReader(BrowserFrame, MAX_FRAME_BYTES)
BROWSER_TAGS = _frames.tags


def parse(text: str | bytes) -> BrowserFrame:
    """Read one frame from a browser. Raises ProtocolError: TOO_LARGE, BAD_JSON, UNKNOWN_FRAME or BAD_FRAME(place)."""
    return _frames.read(text)


# --- server to browser ------------------------------------------------------------------------------------------

WireEvent = dict[str, Any]
"""`{"n": number, "e": kind, "at": ms, …fields}`; see `matches.wire`."""


class Here(StrEnum):
    """Whether somebody sits there. A lost Valkey is `unknown`, never `gone` (rules.md 5.8)."""

    HERE = "here"
    GONE = "gone"
    UNKNOWN = "unknown"


class Presence(Struct, tag_field="t", tag="presence", frozen=True):
    """Who is there."""

    white: Here
    black: Here
    spectators: int
    white_gone: int | None = None
    """Since when White is gone, in milliseconds since the epoch; null while here or unknown."""
    black_gone: int | None = None


class Hello(Struct, tag_field="t", tag="hello", frozen=True):
    """Everything, after connecting and when a `resync` asks for too much. `view` is null until the match starts."""

    protocol: int
    you: list[Side]
    v: int
    view: View | None
    log: list[WireEvent]
    now: int
    presence: Presence


class Moved(Struct, tag_field="t", tag="moved", frozen=True, rename={"from_": "from"}):
    """The match changed from version `from` to `v`."""

    from_: int
    v: int
    events: list[WireEvent]
    view: View
    now: int
    cid: str | None


class Missed(Struct, tag_field="t", tag="missed", frozen=True, rename={"from_": "from"}):
    """What a `resync` asked for, in the form of `moved`."""

    from_: int
    v: int
    events: list[WireEvent]
    view: View
    now: int
    cid: str | None


class Done(Struct, tag_field="t", tag="done", frozen=True):
    """Your action is stored as version `v`."""

    id: str
    v: int


class Refused(Struct, tag_field="t", tag="refused", frozen=True):
    """Your action changed nothing; `code` and `params` say why, `v` and `decision` where the match stands."""

    id: str
    code: Code
    params: dict[str, Param]
    v: int
    decision: int


class Error(Struct, tag_field="t", tag="error", frozen=True):
    """Your frame was not understood or not allowed; the socket stays open."""

    code: ProtocolCode
    params: dict[str, Param]


class Pong(Struct, tag_field="t", tag="pong", frozen=True):
    """The answer to a ping; `v` is the match's version, at most a second old."""

    n: int
    v: int
    now: int


class Bye(Struct, tag_field="t", tag="bye", frozen=True):
    """The socket is closed now, with the close code that belongs to `code`."""

    code: ProtocolCode


class Answered(Struct, tag_field="t", tag="answered", frozen=True):
    """What became of an `ask`: done (`code` null), or why not."""

    ask: str
    code: Code | None
    params: dict[str, Param]


class RematchView(Struct, frozen=True):
    """Somebody wants to play again, colours swapped."""

    by: Side
    """Who asked, by the side they had here."""
    code: str
    """The code of the new match."""
    begun: bool


class MayChat(StrEnum):
    """What the reader may write."""

    NOTHING = "nothing"
    PRESETS = "presets"
    TEXT = "text"


class Beside(Struct, tag_field="t", tag="beside", frozen=True):
    """What belongs to the table and is in no event, for this reader; after `hello` and whenever it changed."""

    rated: bool
    hot_seat: bool
    pace: int | None
    """Milliseconds; null where no computer plays."""
    hints: bool
    """The reader may ask for hints."""
    stand_in: bool
    """A computer may stand in for an absent player."""
    rematch: RematchView | None
    may_chat: MayChat
    muted_until: int | None
    """Until when an administrator took the word from the reader, in milliseconds since the epoch."""
    mail: str
    """`on` or `off` in correspondence for registered players: a mail when it is the reader's turn; else empty."""


class ChatLineView(Struct, frozen=True):
    """One line of chat."""

    n: int
    side: Side | None
    """null: a spectator."""
    name: str
    preset: str
    text: str
    at: int
    mine: bool


class Chat(Struct, tag_field="t", tag="chat", frozen=True):
    """Lines of chat after the number `after`, in order; `upto` is the number of the last one there is."""

    after: int
    upto: int
    lines: list[ChatLineView]


class PlayAdvice(Struct, frozen=True):
    """One of the best plays: steps as in `play`, its text, equity in points of the cube, and the loss to the best."""

    steps: list[tuple[int, int, int]]
    text: str
    equity: float
    loss: float


class CubeAdvice(Struct, frozen=True):
    """The cube decision: what to do, and the equities of its three outcomes."""

    best: str
    """`no_double`, `double`, `too_good`, `take`, `drop` or `beaver`."""
    no_double: float
    take: float
    drop: float


class Advice(Struct, tag_field="t", tag="advice", frozen=True):
    """The answer to `hint`, to the asking socket only."""

    ask: str
    about: int
    side: Side
    level: str
    plays: list[PlayAdvice]
    """At most three, best first; empty for a cube decision."""
    cube: CubeAdvice | None


ServerFrame = Union[  # noqa: UP007 - as above
    Hello, Moved, Missed, Done, Refused, Error, Pong, Presence, Bye, Answered, Beside, Chat, Advice
]

_encode = msgspec.json.Encoder().encode


def encode(frame: Struct) -> str:
    """The frame as the text that is sent."""
    return _encode(frame).decode()
