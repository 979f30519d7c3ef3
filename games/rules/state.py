"""The match as a value: what ``evolve`` builds and ``apply`` judges by.

Whose *turn* it is (``GameState.on_roll``) and who must *answer now* (``MatchState.to_act``) are two
questions. ``MatchState.awaits`` is everybody somebody waits for.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.rules.board import Board
from games.rules.clock import Clock, ClockSetting
from games.rules.cube import Cube, CubeOffer
from games.rules.dice import Dice
from games.rules.errors import InvalidAction
from games.rules.levels import Level
from games.rules.plays import CheckerMove
from games.rules.rulecard import RuleCard
from games.rules.score import Crawford, GameResult, MatchResult, MatchScore, ResultKind, Termination
from games.rules.sides import Pair, Side


class TakeBackRule(StrEnum):
    """Where a confirmed play may be taken back (rules.md 7.2)."""

    NEVER = "never"
    HOT_SEAT = "hot_seat"
    """To before the last confirmed play, whoever made it."""
    AGAINST_COMPUTER = "against_computer"
    """To before the asking person's last play, the reply included."""


class ProposalKind(StrEnum):
    """What a side may propose beside the game (rules.md 3.6, 3.7)."""

    SETTLEMENT = "settlement"
    DRAW = "draw"
    END_OF_SESSION = "end_of_session"
    ADJOURNMENT = "adjournment"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A pending proposal; ``points`` go to ``by`` (0 unless a settlement)."""

    by: Side
    kind: ProposalKind
    points: int


# The phases of a game. Exactly one holds.


@dataclass(frozen=True, slots=True)
class OpeningThrow:
    """Before the opening throw is decided (only inside a transition)."""


@dataclass(frozen=True, slots=True)
class ToRoll:
    """``on_roll`` may roll, or double where the rules let it."""


@dataclass(frozen=True, slots=True)
class ToPlay:
    """``on_roll`` must play ``dice``; ``may_reroll`` only in an opening by ``throw_with_reroll``."""

    dice: Dice
    may_reroll: bool = False
    restored: bool = False
    """The turn was taken back and not rolled for again, so one may go back further (rules.md 7.2)."""


@dataclass(frozen=True, slots=True)
class CubeOffered:
    """``offer.responder`` must answer."""

    offer: CubeOffer


@dataclass(frozen=True, slots=True)
class Resigning:
    """``by`` offers to lose ``kind``; ``before`` is the phase to come back to."""

    by: Side
    kind: ResultKind
    before: ToRoll | ToPlay


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game is over; the board stays as it was."""

    result: GameResult
    termination: Termination


GamePhase = OpeningThrow | ToRoll | ToPlay | CubeOffered | Resigning | GameOver


@dataclass(frozen=True, slots=True)
class TurnMemo:
    """One turn of the game as it stood with its dice on the table, kept for taking it back."""

    side: Side
    board: Board
    """In White's frame, before the play."""
    cube: Cube
    dice: Dice
    turn_number: int
    turns_begun: Pair[int]
    paid: Pair[int]
    """``GameState.paid`` at that moment; what was paid later is given back with the play."""
    played: bool
    """False: the turn passed by itself (dance, no legal play)."""


@dataclass(frozen=True, slots=True)
class GameState:
    """One game."""

    number: int
    """1-based within the match."""
    board: Board
    """In White's frame."""
    cube: Cube
    on_roll: Side
    """Whose turn it is. White until the opening throw is decided."""
    phase: GamePhase
    turn_number: int
    """1 for the opening turn; 0 before it."""
    turns_begun: Pair[int]
    """How many turns each side has begun in this game, this one included (Holland, first turn)."""
    automatic_doubles: int
    resignations_made: frozenset[ResultKind]
    """Values ``on_roll`` offered since the last roll or play, withdrawn ones included."""
    resignation_declined: ResultKind | None
    """The highest of them that was declined: the next must be higher (rules.md 5.1)."""
    proposals_made: Pair[int]
    """Proposals of each side since the turn began; limited."""
    paid: Pair[int]
    """Points each side paid by refusing beavers in this game (``pay_and_play_on``)."""
    last_roll: tuple[Side, Dice] | None
    """The last roll and whose it was, for showing it after a dance."""
    last_play: tuple[Side, tuple[CheckerMove, ...]] | None
    """The last play made, for showing it."""
    memos: tuple[TurnMemo, ...]
    """Turns that could be taken back, oldest first; empty where take-backs are not agreed."""
    dice_to_come: tuple[Dice, ...]
    """Dice shown before a take-back that will come again, in order."""


@dataclass(frozen=True, slots=True)
class MatchState:
    """The whole match: the aggregate. ``version`` is the number of the last event."""

    version: int
    decision: int
    """Number of the last event that changed board, dice, cube or ``to_act``."""
    card: RuleCard
    clock_setting: ClockSetting
    take_back: TakeBackRule
    score: MatchScore
    crawford: Crawford
    clock: Clock | None
    game: GameState | None
    """The running or last game; None only before the first GameStarted."""
    proposal: Proposal | None
    ready: Pair[bool]
    """Who pressed *Next* since the game ended."""
    paused: bool
    held: bool
    """The players cannot end the pause before a director lets them. Never without ``paused`` after a transition."""
    resuming: Pair[bool]
    """Who pressed *Resume* since the pause began."""
    computers: Pair[Level | None]
    """The computer that plays each side now; None: a person."""
    result: MatchResult | None
    """Not None: over for good."""


def game_of(state: MatchState) -> GameState:
    """The running or last game. Raises InvalidAction before the first GameStarted."""
    if state.game is None:
        raise InvalidAction("no game has begun")
    return state.game


def is_game_running(state: MatchState) -> bool:
    """Whether a game has begun and is not over."""
    return state.game is not None and not isinstance(state.game.phase, GameOver)


def to_act(state: MatchState) -> Side | None:
    """Who must answer now; None between games, in a pause and after the end."""
    if state.result is not None or state.paused or state.game is None:
        return None
    match state.game.phase:
        case ToRoll() | ToPlay():
            return state.game.on_roll
        case CubeOffered(offer):
            return offer.responder
        case Resigning(by):
            return by.other
        case OpeningThrow() | GameOver():
            return None


def awaits(state: MatchState) -> frozenset[Side]:
    """Everybody somebody waits for, computers too: to act, to answer a proposal, to press *Next*. Nobody in a pause."""
    if state.result is not None or state.paused:
        return frozenset()
    if not is_game_running(state):
        return frozenset(side for side in Side if not state.ready.of(side))
    waited_for = {to_act(state)}
    if state.proposal is not None:
        waited_for.add(state.proposal.by.other)
    return frozenset(side for side in waited_for if side is not None)
