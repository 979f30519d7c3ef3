"""The match: the aggregate. Start reading here.

``apply`` judges one action and decides what happens; ``evolve`` remembers one event. What ``apply``
returns as ``after`` is the fold of ``evolve`` over its events, so each fact changes in one place and a
log can be replayed without dice or clock (docs/decisions/match-is-the-aggregate.md).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import assert_never

from games.rules.actions import (
    AcceptProposal,
    AcceptResignation,
    Action,
    Beaver,
    ClaimGame,
    DeclineProposal,
    DeclineResignation,
    Double,
    Drop,
    EndSession,
    Flag,
    ForfeitMatch,
    GiveRuling,
    Next,
    OfferAdjournment,
    OfferDraw,
    OfferEndOfSession,
    OfferResignation,
    OfferSettlement,
    PassControl,
    PauseMatch,
    PlayCheckers,
    PlayerAction,
    RerollOpening,
    ResignMatch,
    Resume,
    ResumeMatch,
    Roll,
    ShiftClock,
    StartNextGame,
    Take,
    TakeBack,
    VoidMatch,
    WithdrawProposal,
    WithdrawResignation,
)
from games.rules.clock import Millis, checked_clock, clock_for
from games.rules.control import decide_control, decide_resume, evolve_control
from games.rules.dice import DiceSource
from games.rules.directing import decide_directing, evolve_directing
from games.rules.doubling import decide_cube, evolve_cube
from games.rules.ending import decide_ending, decide_ruling, evolve_ending
from games.rules.errors import IllegalAction, InvalidAction, Refusal
from games.rules.events import (
    AutomaticallyDoubled,
    Beavered,
    CheckersPlayed,
    ClockShifted,
    ClockTurned,
    ControlEvent,
    ControlPassed,
    Danced,
    DiceRolled,
    DirectingEvent,
    DoubleDropped,
    DoubleOffered,
    DoubleTaken,
    Event,
    Events,
    FlagFell,
    GameEnded,
    GameStarted,
    MatchEnded,
    MatchPaused,
    MatchResumed,
    MatchStarted,
    NoLegalPlay,
    OpeningRerolled,
    OpeningThrown,
    OvertimeGiven,
    PlayTakenBack,
    ProposalAccepted,
    ProposalDeclined,
    ProposalMade,
    ProposalWithdrawn,
    ReadyGiven,
    RefusalPaid,
    ResignationAccepted,
    ResignationDeclined,
    ResignationOffered,
    ResignationWithdrawn,
    ResumeGiven,
    RulingGiven,
)
from games.rules.legal_actions import LegalActions, legal_actions
from games.rules.openings import evolve_opening, open_game
from games.rules.proposing import decide_proposal, evolve_proposal
from games.rules.resigning import decide_resignation, evolve_resignation
from games.rules.rulecard import checked_card
from games.rules.score import first_crawford
from games.rules.sides import Pair, Side
from games.rules.state import MatchState, awaits, to_act
from games.rules.timing import decide_clock, evolve_clock, turn_clock
from games.rules.turns import decide_turn, evolve_turn, follow_up

__all__ = [
    "LegalActions",
    "Transition",
    "apply",
    "awaits",
    "evolve",
    "initial",
    "legal_actions",
    "replay",
    "start",
    "to_act",
]


@dataclass(frozen=True, slots=True)
class Transition:
    """One action's effect: ``after`` is ``before`` with ``events`` remembered."""

    before: MatchState
    after: MatchState
    events: Events


def initial(terms: MatchStarted) -> MatchState:
    """The match before its first event: version 0."""
    card = terms.card
    return MatchState(
        version=0,
        decision=0,
        card=card,
        clock_setting=terms.clock,
        take_back=terms.take_back,
        score=Pair(0, 0),
        crawford=first_crawford(crawford=card.crawford, length=card.length),
        clock=clock_for(terms.clock, card.length),
        game=None,
        proposal=None,
        ready=Pair(False, False),
        paused=False,
        held=False,
        resuming=Pair(False, False),
        computers=terms.computers,
        result=None,
    )


def start(terms: MatchStarted, *, now: Millis, dice: DiceSource) -> Transition:
    """The match begins: the terms, the first game, its opening.

    Raises IllegalAction(CARD_...) for terms the rules refuse.
    """
    if checked_card(terms.card) != terms.card:
        terms = replace(terms, card=checked_card(terms.card))
    checked_clock(terms.clock)
    before = initial(terms)
    return _unfolded(before, (terms, *open_game(before, dice)), now, dice)


def apply(state: MatchState, action: Action, *, by: Side | None, now: Millis, dice: DiceSource) -> Transition:
    """Judge ``action`` by ``by`` (None: the server itself) at ``now`` and decide what happens.

    Everything that follows by itself is in the same transition. Raises IllegalAction with the reason
    when the rules refuse, InvalidAction when the action is malformed; ``state`` is never changed.
    """
    return _unfolded(state, _decide(state, action, by, now, dice), now, dice)


def _unfolded(before: MatchState, decided: Events, now: Millis, dice: DiceSource) -> Transition:
    """The decided events, what follows by itself, and last the clock."""
    events: list[Event] = list(decided)
    after = _folded(before, decided)
    while (further := follow_up(after, dice)) is not None:
        events.append(further)
        after = evolve(after, further)
    turned = turn_clock(before, after, now)
    return Transition(before, _folded(after, turned), (*events, *turned))


def _folded(state: MatchState, events: Iterable[Event]) -> MatchState:
    for event in events:
        state = evolve(state, event)
    return state


def replay(events: Iterable[Event]) -> MatchState:
    """The state after a whole log. Raises InvalidAction unless it begins with MatchStarted."""
    log = iter(events)
    terms = next(log, None)
    if not isinstance(terms, MatchStarted):
        raise InvalidAction("a log begins with MatchStarted")
    return _folded(evolve(initial(terms), terms), log)


# --- deciding ---------------------------------------------------------------------------------------


def _decide(state: MatchState, action: Action, by: Side | None, now: Millis, dice: DiceSource) -> Events:
    match action:
        case Flag() | PauseMatch() | ResumeMatch() | ShiftClock():
            _insist_on_server(by)
            return decide_clock(state, action, now)
        case StartNextGame() | ClaimGame() | ForfeitMatch() | VoidMatch():
            _insist_on_server(by)
            return decide_ruling(state, action, dice)
        case PassControl():
            _insist_on_server(by)
            return decide_control(state, action)
        case GiveRuling():
            _insist_on_server(by)
            return decide_directing(state, action)
        case _:
            if by is None:
                raise InvalidAction(f"{type(action).__name__} must name a side")
            return _decide_for_side(state, action, by, dice)


def _insist_on_server(by: Side | None) -> None:
    if by is not None:
        raise IllegalAction(Refusal.SERVER_ONLY)


def _decide_for_side(state: MatchState, action: PlayerAction, side: Side, dice: DiceSource) -> Events:
    match action:
        case Roll() | RerollOpening() | PlayCheckers() | TakeBack():
            return decide_turn(state, side, action, dice)
        case Double() | Take() | Drop() | Beaver():
            return decide_cube(state, side, action)
        case OfferResignation() | AcceptResignation() | DeclineResignation() | WithdrawResignation():
            return decide_resignation(state, side, action)
        case OfferSettlement() | OfferDraw() | OfferEndOfSession() | OfferAdjournment():
            return decide_proposal(state, side, action)
        case AcceptProposal() | DeclineProposal() | WithdrawProposal():
            return decide_proposal(state, side, action)
        case ResignMatch() | EndSession() | Next():
            return decide_ending(state, side, action, dice)
        case Resume():
            return decide_resume(state, side)
        case _ as never:
            assert_never(never)


# --- remembering ------------------------------------------------------------------------------------


def evolve(state: MatchState, event: Event) -> MatchState:
    """Give ``state`` after ``event``: one version higher, a new ``decision`` where the question changed.

    Never fails on a log that ``apply`` made; draws nothing, reads no clock.
    """
    after = _remembered(state, event)
    version = state.version + 1
    decision = state.decision if _question(after) == _question(state) else version
    return replace(after, version=version, decision=decision)


def _question(state: MatchState) -> object:
    """What an action answers: board, dice, cube, offers, and who must act. Not clocks or proposals."""
    game = state.game
    if game is None:
        return None
    return game.number, game.turn_number, game.board, game.cube, game.phase, to_act(state)


def _remembered(state: MatchState, event: Event) -> MatchState:
    match event:
        case MatchStarted():
            return state
        case GameStarted() | OpeningThrown() | AutomaticallyDoubled() | OpeningRerolled():
            return evolve_opening(state, event)
        case DiceRolled() | CheckersPlayed() | Danced() | NoLegalPlay() | PlayTakenBack():
            return evolve_turn(state, event)
        case DoubleOffered() | Beavered() | DoubleTaken() | DoubleDropped() | RefusalPaid():
            return evolve_cube(state, event)
        case ResignationOffered() | ResignationDeclined() | ResignationWithdrawn() | ResignationAccepted():
            return evolve_resignation(state, event)
        case ProposalMade() | ProposalDeclined() | ProposalWithdrawn() | ProposalAccepted():
            return evolve_proposal(state, event)
        case GameEnded() | ReadyGiven() | MatchEnded():
            return evolve_ending(state, event)
        case ClockTurned() | ClockShifted() | OvertimeGiven() | FlagFell() | MatchPaused() | MatchResumed():
            return evolve_clock(state, event)
        case ControlPassed() | ResumeGiven() | RulingGiven():
            return _remembered_beside(state, event)
        case _ as never:
            assert_never(never)


def _remembered_beside(state: MatchState, event: ControlEvent | DirectingEvent) -> MatchState:
    """What was decided beside the game: who plays a side, and rulings."""
    return evolve_directing(state, event) if isinstance(event, RulingGiven) else evolve_control(state, event)
