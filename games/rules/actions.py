"""What a side (or the server itself) asks for: imperative, frozen, not yet judged.

``match.apply`` judges them. ``PlayerAction`` are sent by seats; ``ServerAction`` come from the
services alone (the sweeper, the outage rule, deletion of an account, a director): ``apply`` takes
them with ``by=None``.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.clock import Millis
from games.rules.levels import Level
from games.rules.plays import CheckerMove
from games.rules.rulings import Ruling
from games.rules.score import ResultKind
from games.rules.sides import Side


@dataclass(frozen=True, slots=True)
class Roll:
    """Throw the dice."""


@dataclass(frozen=True, slots=True)
class RerollOpening:
    """Decline the two opening dice and throw both own dice instead (rules.md 1.2)."""


@dataclass(frozen=True, slots=True)
class PlayCheckers:
    """The whole play of the turn, step by step, in the mover's numbering (rules.md 1.6)."""

    moves: tuple[CheckerMove, ...]


@dataclass(frozen=True, slots=True)
class Double:
    """Offer the cube at twice its value."""


@dataclass(frozen=True, slots=True)
class Take:
    """Accept the pending turn of the cube."""


@dataclass(frozen=True, slots=True)
class Drop:
    """Refuse the pending turn of the cube."""


@dataclass(frozen=True, slots=True)
class Beaver:
    """Turn the offered cube once more at once: beaver, raccoon and further (rules.md 3.3)."""


@dataclass(frozen=True, slots=True)
class OfferResignation:
    """Offer to lose the game as ``kind`` (rules.md 5.1)."""

    kind: ResultKind


@dataclass(frozen=True, slots=True)
class AcceptResignation:
    """Accept the pending resignation."""


@dataclass(frozen=True, slots=True)
class DeclineResignation:
    """Play on."""


@dataclass(frozen=True, slots=True)
class WithdrawResignation:
    """Take an unanswered offer to resign back."""


@dataclass(frozen=True, slots=True)
class ResignMatch:
    """Give the whole match up (matches only; recorded as FORFEITED, rules.md 5.4)."""


@dataclass(frozen=True, slots=True)
class OfferSettlement:
    """End the game for ``points`` paid to the offerer (negative: by the offerer; rules.md 3.6)."""

    points: int


@dataclass(frozen=True, slots=True)
class OfferDraw:
    """End the game at 0 by agreement (rules.md 3.6)."""


@dataclass(frozen=True, slots=True)
class OfferEndOfSession:
    """End the session while a game is running, by agreement (rules.md 3.7)."""


@dataclass(frozen=True, slots=True)
class OfferAdjournment:
    """Stop here and go on another day, by agreement (rules.md 3.7)."""


@dataclass(frozen=True, slots=True)
class AcceptProposal:
    """Accept the other side's settlement, draw, end of session or adjournment."""


@dataclass(frozen=True, slots=True)
class DeclineProposal:
    """Decline it and play on."""


@dataclass(frozen=True, slots=True)
class WithdrawProposal:
    """Take the own unanswered proposal back."""


@dataclass(frozen=True, slots=True)
class EndSession:
    """End the session while no game is running."""


@dataclass(frozen=True, slots=True)
class Next:
    """Ready for the next game (rules.md 4.5)."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Ready to go on after a pause (rules.md 3.7)."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take the last confirmed play back (rules.md 7.2)."""


TurnAction = Roll | RerollOpening | PlayCheckers | TakeBack
CubeAction = Double | Take | Drop | Beaver
ResignationAction = OfferResignation | AcceptResignation | DeclineResignation | WithdrawResignation
OfferAction = OfferSettlement | OfferDraw | OfferEndOfSession | OfferAdjournment
ProposalAction = OfferAction | AcceptProposal | DeclineProposal | WithdrawProposal
EndingAction = ResignMatch | EndSession | Next

PlayerAction = TurnAction | CubeAction | ResignationAction | ProposalAction | EndingAction | Resume


@dataclass(frozen=True, slots=True)
class Flag:
    """``side``'s time is over; refused as NOT_LATE when it is not (rules.md 5.7)."""

    side: Side


@dataclass(frozen=True, slots=True)
class StartNextGame:
    """The time for *Next* is over: start without waiting (rules.md 4.5)."""


@dataclass(frozen=True, slots=True)
class PauseMatch:
    """Stop the clock and all play until ResumeMatch (rules.md 3.7)."""


@dataclass(frozen=True, slots=True)
class ResumeMatch:
    """Go on after a pause, with a fresh delay."""


@dataclass(frozen=True, slots=True)
class ShiftClock:
    """Move the running deadline by ``by`` milliseconds later (outage rule, rules.md 5.9)."""

    by: Millis


@dataclass(frozen=True, slots=True)
class ClaimGame:
    """``accused`` has been gone too long at ``decision``: the other wins a single (rules.md 5.8).

    It is worth the cube's value. Refused as CLAIM_STALE when the decision moved on or another must act.
    """

    accused: Side
    decision: int


@dataclass(frozen=True, slots=True)
class ForfeitMatch:
    """``side`` loses the match or session where it stands (deleted account)."""

    side: Side


@dataclass(frozen=True, slots=True)
class VoidMatch:
    """The match counts for nothing (rules.md 3.7: not resumed for 90 days)."""


@dataclass(frozen=True, slots=True)
class PassControl:
    """``side`` is played by ``computer`` from now on, or (None) by its person again (rules.md 5.8)."""

    side: Side
    computer: Level | None


@dataclass(frozen=True, slots=True)
class GiveRuling:
    """A director rules ``ruling``; both players are told ``reason``."""

    ruling: Ruling
    reason: str


ClockAction = Flag | PauseMatch | ResumeMatch | ShiftClock
RulingAction = StartNextGame | ClaimGame | ForfeitMatch | VoidMatch

ServerAction = ClockAction | RulingAction | PassControl | GiveRuling

Action = PlayerAction | ServerAction
