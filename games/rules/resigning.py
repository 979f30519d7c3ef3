"""Resigning a game: offer, answer, withdrawal, acceptance by itself (rules.md 5.1 to 5.5)."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from games.rules.actions import (
    AcceptResignation,
    DeclineResignation,
    OfferResignation,
    ResignationAction,
    WithdrawResignation,
)
from games.rules.doubling import lose_by_drop, offer_of
from games.rules.ending import end_game
from games.rules.errors import IllegalAction, Refusal, refuse
from games.rules.events import (
    Events,
    ResignationAccepted,
    ResignationDeclined,
    ResignationEvent,
    ResignationOffered,
    ResignationWithdrawn,
)
from games.rules.game import board_of, game_refusal, turn_refusal
from games.rules.score import ResultKind, Termination
from games.rules.sides import Side
from games.rules.state import GameState, MatchState, Resigning, ToPlay, ToRoll, game_of
from games.rules.worth import highest_loss, won


def resign_refusal(state: MatchState, side: Side, kind: ResultKind) -> IllegalAction | None:
    """Why ``side`` may not offer to lose ``kind``."""
    offer = offer_of(state)
    if offer is not None and offer.responder is side:
        # While the cube is offered resigning means dropping, and dropping has one price (rules.md 5.4).
        return game_refusal(state) or (None if kind == ResultKind.SINGLE else IllegalAction(Refusal.RESIGN_IS_DROP))
    reason = turn_refusal(state, side)
    if reason is not None:
        return reason
    game = game_of(state)
    highest = highest_loss(state.card, game.cube, board_of(game, side))
    if kind > highest:
        return IllegalAction(Refusal.RESIGN_TOO_HIGH, highest=int(highest))
    return _repetition(game, kind)


def _repetition(game: GameState, kind: ResultKind) -> IllegalAction | None:
    """One offer a value until the next roll or play; a declined one can only be raised (rules.md 5.1)."""
    if game.resignation_declined is not None and kind <= game.resignation_declined:
        return IllegalAction(Refusal.RESIGN_MUST_RAISE, declined=int(game.resignation_declined))
    if kind in game.resignations_made:
        return IllegalAction(Refusal.RESIGN_REPEATED)
    return None


def resignation_price(state: MatchState, side: Side, kind: ResultKind) -> int:
    """What ``side`` would pay for it, in points."""
    offer = offer_of(state)
    if offer is not None:
        return offer.drop_cost
    return won(state.card, game_of(state).cube, side.other, kind).points


def answer_resignation_refusal(state: MatchState, side: Side) -> IllegalAction | None:
    """Why ``side`` may neither accept nor decline."""
    return _pending_refusal(state, side, by_resigner=False)


def withdraw_resignation_refusal(state: MatchState, side: Side) -> IllegalAction | None:
    """Why ``side`` has no offer to take back."""
    return _pending_refusal(state, side, by_resigner=True)


def _pending_refusal(state: MatchState, side: Side, *, by_resigner: bool) -> IllegalAction | None:
    reason = game_refusal(state)
    if reason is not None:
        return reason
    pending = _pending(state)
    if pending is None:
        return IllegalAction(Refusal.NO_RESIGNATION)
    return None if (pending.by is side) is by_resigner else IllegalAction(Refusal.NOT_YOURS_TO_ANSWER)


def _pending(state: MatchState) -> Resigning | None:
    phase = game_of(state).phase
    return phase if isinstance(phase, Resigning) else None


def decide_resignation(state: MatchState, side: Side, action: ResignationAction) -> Events:
    """The events of a resignation or an answer to one. Raises IllegalAction."""
    match action:
        case OfferResignation(kind):
            refuse(resign_refusal(state, side, kind))
            return _offer(state, side, kind)
        case AcceptResignation():
            refuse(answer_resignation_refusal(state, side))
            return _accept(state, side)
        case DeclineResignation():
            refuse(answer_resignation_refusal(state, side))
            return (ResignationDeclined(side),)
        case WithdrawResignation():
            refuse(withdraw_resignation_refusal(state, side))
            return (ResignationWithdrawn(side),)
        case _ as never:
            assert_never(never)


def _offer(state: MatchState, side: Side, kind: ResultKind) -> Events:
    cube_offer = offer_of(state)
    if cube_offer is not None:
        return lose_by_drop(state, side, cube_offer)
    offered = ResignationOffered(side, kind)
    if not _is_final(state, side, kind):
        return (offered,)
    return (offered, ResignationAccepted(side.other, automatic=True), *_lose(state, side, kind))


def _is_final(state: MatchState, side: Side, kind: ResultKind) -> bool:
    """Refusing it cannot matter: nothing higher is possible, or the match is over anyway (rules.md 5.3)."""
    game, length = game_of(state), state.card.length
    if kind == highest_loss(state.card, game.cube, board_of(game, side)):
        return True
    return length is not None and resignation_price(state, side, kind) >= length - state.score.of(side.other)


def _accept(state: MatchState, side: Side) -> Events:
    pending = _pending(state)
    if pending is None:
        raise IllegalAction(Refusal.NO_RESIGNATION)
    return (ResignationAccepted(side, automatic=False), *_lose(state, pending.by, pending.kind))


def _lose(state: MatchState, side: Side, kind: ResultKind) -> Events:
    return end_game(state, won(state.card, game_of(state).cube, side.other, kind), Termination.RESIGNED)


def evolve_resignation(state: MatchState, event: ResignationEvent) -> MatchState:
    """What an event of resigning changes. Dice and turn stay as they were (rules.md 5.1)."""
    game = game_of(state)
    match event:
        case ResignationOffered(side, kind):
            if isinstance(game.phase, ToRoll | ToPlay):
                made = game.resignations_made | {kind}
                game = replace(game, phase=Resigning(side, kind, game.phase), resignations_made=made)
        case ResignationDeclined():
            if isinstance(game.phase, Resigning):
                game = replace(game, phase=game.phase.before, resignation_declined=game.phase.kind)
        case ResignationWithdrawn():
            if isinstance(game.phase, Resigning):
                game = replace(game, phase=game.phase.before)
        case ResignationAccepted():
            pass
        case _ as never:
            assert_never(never)
    return replace(state, game=game, proposal=None)
