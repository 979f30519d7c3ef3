"""What happened: past tense, frozen, the only thing that is stored.

Sides only, never people. ``match.evolve`` folds them; it never fails, draws or reads a clock, so
every fact it needs is in the event. Stored shapes carry a schema number (``matches.codec``).
"""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.clock import ClockSetting, Millis
from games.rules.dice import Dice
from games.rules.levels import Level
from games.rules.plays import CheckerMove
from games.rules.rulecard import RuleCard
from games.rules.rulings import Ruling
from games.rules.score import Crawford, GameResult, MatchResult, ResultKind, Termination
from games.rules.sides import Pair, Side
from games.rules.state import ProposalKind, TakeBackRule, TurnMemo


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """The first event of every log: the terms both accepted."""

    card: RuleCard
    clock: ClockSetting
    take_back: TakeBackRule
    computers: Pair[Level | None] = Pair(None, None)  # noqa: RUF009 - frozen
    """Who plays each side from the start: a computer of that level, or (None) a person."""


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game begins; ``crawford`` is the stored state that holds for it."""

    number: int
    crawford: Crawford


@dataclass(frozen=True, slots=True)
class OpeningThrown:
    """One die each. Equal: thrown again. Unequal: the higher moves first with both (rules.md 1.2)."""

    white: int
    black: int


@dataclass(frozen=True, slots=True)
class AutomaticallyDoubled:
    """A tied opening throw turned the centred cube to ``value`` (rules.md 3.1)."""

    value: int


@dataclass(frozen=True, slots=True)
class OpeningRerolled:
    """The opening winner threw both own dice instead."""

    side: Side
    dice: Dice


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """``again``: these dice were shown before a take-back and come again (rules.md 7.2)."""

    side: Side
    dice: Dice
    again: bool = False


@dataclass(frozen=True, slots=True)
class CheckersPlayed:
    """The play of the turn; the turn passes (unless GameEnded follows)."""

    side: Side
    moves: tuple[CheckerMove, ...]


@dataclass(frozen=True, slots=True)
class Danced:
    """On the bar and cannot enter: the turn passes."""

    side: Side


@dataclass(frozen=True, slots=True)
class NoLegalPlay:
    """Nothing can be played, without being on the bar: the turn passes."""

    side: Side


@dataclass(frozen=True, slots=True)
class DoubleOffered:
    """``side`` turns the cube to ``value`` (the value if taken)."""

    side: Side
    value: int


@dataclass(frozen=True, slots=True)
class Beavered:
    """``side`` turned the offered cube again to ``value``; ``depth`` 1 beaver, 2 raccoon ..."""

    side: Side
    value: int
    depth: int


@dataclass(frozen=True, slots=True)
class DoubleTaken:
    """``side`` accepted; the cube is now ``value``, owned by ``owner``."""

    side: Side
    value: int
    owner: Side


@dataclass(frozen=True, slots=True)
class DoubleDropped:
    """``side`` refused; GameEnded follows."""

    side: Side


@dataclass(frozen=True, slots=True)
class RefusalPaid:
    """``side`` refused a further turn and paid ``points`` at once; play goes on at ``value``."""

    side: Side
    points: int
    value: int
    owner: Side


@dataclass(frozen=True, slots=True)
class ResignationOffered:
    """``side`` offers to lose ``kind``."""

    side: Side
    kind: ResultKind


@dataclass(frozen=True, slots=True)
class ResignationDeclined:
    """``side`` declined; dice and turn stay as they were."""

    side: Side


@dataclass(frozen=True, slots=True)
class ResignationWithdrawn:
    """``side`` took its own offer back."""

    side: Side


@dataclass(frozen=True, slots=True)
class ResignationAccepted:
    """``side`` accepted, or the rules did for it (rules.md 5.3, ``automatic``); GameEnded follows."""

    side: Side
    automatic: bool


@dataclass(frozen=True, slots=True)
class ProposalMade:
    """``side`` offers a settlement (``points`` to ``side``), a draw, the end of the session or an adjournment."""

    side: Side
    kind: ProposalKind
    points: int


@dataclass(frozen=True, slots=True)
class ProposalDeclined:
    """``side`` declined the other's proposal."""

    side: Side


@dataclass(frozen=True, slots=True)
class ProposalWithdrawn:
    """``side`` took its own proposal back."""

    side: Side


@dataclass(frozen=True, slots=True)
class ProposalAccepted:
    """``side`` accepted; GameEnded or MatchEnded follows."""

    side: Side


@dataclass(frozen=True, slots=True)
class GameEnded:
    """A game is over; its points are booked. The last position stays until *Next*."""

    result: GameResult
    termination: Termination


@dataclass(frozen=True, slots=True)
class ReadyGiven:
    """``side`` pressed *Next*."""

    side: Side


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match or session is over for good."""

    result: MatchResult


@dataclass(frozen=True, slots=True)
class PlayTakenBack:
    """``side`` took a play back: the restored turn, and the dice that will come again, in order."""

    side: Side
    restored: TurnMemo
    dice_to_come: tuple[Dice, ...]


@dataclass(frozen=True, slots=True)
class ClockTurned:
    """The clock passed to ``running`` (None: stopped) at ``since``; reserves as left at that moment."""

    running: Side | None
    since: Millis
    reserve: Pair[Millis]


@dataclass(frozen=True, slots=True)
class ClockShifted:
    """The running deadline moved ``by`` milliseconds later (outage rule)."""

    by: Millis


@dataclass(frozen=True, slots=True)
class OvertimeGiven:
    """``side``'s flag fell; its one overtime of ``reserve`` milliseconds begins at ``since``."""

    side: Side
    since: Millis
    reserve: Millis


@dataclass(frozen=True, slots=True)
class FlagFell:
    """``side`` ran out of time; GameEnded or MatchEnded follows (rules.md 5.7)."""

    side: Side


@dataclass(frozen=True, slots=True)
class MatchPaused:
    """Play stops until MatchResumed."""


@dataclass(frozen=True, slots=True)
class MatchResumed:
    """Play goes on."""


@dataclass(frozen=True, slots=True)
class ControlPassed:
    """``side`` is played by ``computer`` from now on, or (None) by its person again."""

    side: Side
    computer: Level | None


@dataclass(frozen=True, slots=True)
class ResumeGiven:
    """``side`` is ready to go on after the pause; MatchResumed follows when both are."""

    side: Side


@dataclass(frozen=True, slots=True)
class RulingGiven:
    """A director ruled ``ruling``; what follows from it follows as events of its own."""

    ruling: Ruling
    reason: str


OpeningEvent = GameStarted | OpeningThrown | AutomaticallyDoubled | OpeningRerolled
TurnEvent = DiceRolled | CheckersPlayed | Danced | NoLegalPlay | PlayTakenBack
CubeEvent = DoubleOffered | Beavered | DoubleTaken | DoubleDropped | RefusalPaid
ResignationEvent = ResignationOffered | ResignationDeclined | ResignationWithdrawn | ResignationAccepted
ProposalEvent = ProposalMade | ProposalDeclined | ProposalWithdrawn | ProposalAccepted
EndingEvent = GameEnded | ReadyGiven | MatchEnded
ClockEvent = ClockTurned | ClockShifted | OvertimeGiven | FlagFell | MatchPaused | MatchResumed
ControlEvent = ControlPassed | ResumeGiven
DirectingEvent = RulingGiven

PlayEvent = OpeningEvent | TurnEvent | CubeEvent | ResignationEvent | ProposalEvent
Event = MatchStarted | PlayEvent | EndingEvent | ClockEvent | ControlEvent | DirectingEvent
Events = tuple[Event, ...]
