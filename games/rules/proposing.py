"""Proposals beside the game: settlement, draw, end of the session, adjournment (rules.md 3.6, 3.7).

One is pending at a time. It lapses at the next roll, play, cube action or resignation. It changes
neither board nor turn, so it never makes the other side's roll stale.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from games.rules.actions import (
    AcceptProposal,
    DeclineProposal,
    OfferAdjournment,
    OfferDraw,
    OfferEndOfSession,
    OfferSettlement,
    ProposalAction,
    WithdrawProposal,
)
from games.rules.ending import end_game, end_match
from games.rules.errors import IllegalAction, Refusal, refuse
from games.rules.events import (
    Events,
    MatchPaused,
    ProposalAccepted,
    ProposalDeclined,
    ProposalEvent,
    ProposalMade,
    ProposalWithdrawn,
)
from games.rules.game import answer_refusal, game_refusal
from games.rules.rulecard import PlayKind
from games.rules.score import GameResult, Termination
from games.rules.sides import Side
from games.rules.state import MatchState, Proposal, ProposalKind, game_of

PROPOSALS_A_TURN = 3
SETTLEMENT_TIMES_CUBE = 3
"""A settlement pays at most so many times the cube (rules.md 3.6)."""


def settlement_range(state: MatchState) -> tuple[int, int]:
    """The points a settlement may pay to its offerer."""
    most = SETTLEMENT_TIMES_CUBE * game_of(state).cube.value
    return -most, most


def settle_refusal(state: MatchState, side: Side) -> IllegalAction | None:
    """Why ``side`` may offer no settlement at all."""
    if state.card.kind is not PlayKind.MONEY:
        return IllegalAction(Refusal.MONEY_ONLY)
    return _offer_refusal(state, side)


def draw_refusal(state: MatchState, side: Side) -> IllegalAction | None:
    """Why ``side`` may not offer a draw."""
    if state.card.kind is PlayKind.MATCH:
        return IllegalAction(Refusal.DRAW_NOT_AGREED)
    return _offer_refusal(state, side)


def propose_end_refusal(state: MatchState, side: Side) -> IllegalAction | None:
    """Why ``side`` may not propose to end the session in the middle of a game."""
    if state.card.kind is not PlayKind.MONEY:
        return IllegalAction(Refusal.MONEY_ONLY)
    return _offer_refusal(state, side)


def adjourn_refusal(state: MatchState, side: Side) -> IllegalAction | None:
    """Why ``side`` may not propose to adjourn; in any kind of play it may."""
    return _offer_refusal(state, side)


def _offer_refusal(state: MatchState, side: Side) -> IllegalAction | None:
    reason = answer_refusal(state, side)
    if reason is not None:
        return reason
    if state.proposal is not None:
        return IllegalAction(Refusal.OFFER_PENDING if state.proposal.by is side else Refusal.ANSWER_FIRST)
    if game_of(state).proposals_made.of(side) >= PROPOSALS_A_TURN:
        return IllegalAction(Refusal.OFFER_LIMIT, limit=PROPOSALS_A_TURN)
    return None


def answer_proposal_refusal(state: MatchState, side: Side) -> IllegalAction | None:
    """Why ``side`` may neither accept nor decline."""
    return _pending_refusal(state, side, by_offerer=False)


def withdraw_proposal_refusal(state: MatchState, side: Side) -> IllegalAction | None:
    """Why ``side`` has no proposal to take back."""
    return _pending_refusal(state, side, by_offerer=True)


def _pending_refusal(state: MatchState, side: Side, *, by_offerer: bool) -> IllegalAction | None:
    reason = game_refusal(state)
    if reason is not None:
        return reason
    if state.proposal is None:
        return IllegalAction(Refusal.NO_OFFER)
    return None if (state.proposal.by is side) is by_offerer else IllegalAction(Refusal.NOT_YOURS_TO_ANSWER)


def decide_proposal(state: MatchState, side: Side, action: ProposalAction) -> Events:
    """The events of a proposal or an answer to one. Raises IllegalAction."""
    match action:
        case OfferSettlement(points):
            return _settlement(state, side, points)
        case OfferDraw():
            refuse(draw_refusal(state, side))
            return (ProposalMade(side, ProposalKind.DRAW, 0),)
        case OfferEndOfSession():
            refuse(propose_end_refusal(state, side))
            return (ProposalMade(side, ProposalKind.END_OF_SESSION, 0),)
        case OfferAdjournment():
            refuse(adjourn_refusal(state, side))
            return (ProposalMade(side, ProposalKind.ADJOURNMENT, 0),)
        case AcceptProposal():
            refuse(answer_proposal_refusal(state, side))
            return _accept(state, side)
        case DeclineProposal():
            refuse(answer_proposal_refusal(state, side))
            return (ProposalDeclined(side),)
        case WithdrawProposal():
            refuse(withdraw_proposal_refusal(state, side))
            return (ProposalWithdrawn(side),)
        case _ as never:
            assert_never(never)


def _settlement(state: MatchState, side: Side, points: int) -> Events:
    refuse(settle_refusal(state, side))
    least, most = settlement_range(state)
    if not least <= points <= most:
        raise IllegalAction(Refusal.SETTLEMENT_RANGE, min=least, max=most)
    return (ProposalMade(side, ProposalKind.SETTLEMENT, points),)


def _accept(state: MatchState, side: Side) -> Events:
    proposal = state.proposal
    if proposal is None:
        raise IllegalAction(Refusal.NO_OFFER)
    return (ProposalAccepted(side), *_agreed(state, proposal))


def _agreed(state: MatchState, proposal: Proposal) -> Events:
    match proposal.kind:
        case ProposalKind.SETTLEMENT:
            return end_game(state, _settled(proposal), Termination.SETTLED)
        case ProposalKind.DRAW:
            return end_game(state, GameResult(None, None, 0), Termination.DRAWN)
        case ProposalKind.END_OF_SESSION:
            return end_match(state, None, Termination.SETTLED)
        case ProposalKind.ADJOURNMENT:
            return (MatchPaused(),)
        case _ as never:
            assert_never(never)


def _settled(proposal: Proposal) -> GameResult:
    if proposal.points == 0:
        return GameResult(None, None, 0)
    return GameResult(proposal.by if proposal.points > 0 else proposal.by.other, None, abs(proposal.points))


def evolve_proposal(state: MatchState, event: ProposalEvent) -> MatchState:
    """What an event of proposing changes."""
    game = game_of(state)
    match event:
        case ProposalMade(side, kind, points):
            made = game.proposals_made.with_(side, game.proposals_made.of(side) + 1)
            return replace(state, game=replace(game, proposals_made=made), proposal=Proposal(side, kind, points))
        case ProposalWithdrawn(side):
            # No second one this turn: an acceptance under way must never meet another proposal.
            used_up = game.proposals_made.with_(side, PROPOSALS_A_TURN)
            return replace(state, game=replace(game, proposals_made=used_up), proposal=None)
        case ProposalDeclined() | ProposalAccepted():
            return replace(state, proposal=None)
        case _ as never:
            assert_never(never)
