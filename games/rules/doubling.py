"""Turning the cube: double, take, drop, beaver and further (rules.md 2, 3.3, 4.2, 4.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from games.rules.actions import Beaver, CubeAction, Double, Drop, Take
from games.rules.cube import Cube, CubeOffer
from games.rules.ending import end_game
from games.rules.errors import IllegalAction, Refusal, refuse
from games.rules.events import (
    Beavered,
    CubeEvent,
    DoubleDropped,
    DoubleOffered,
    DoubleTaken,
    Events,
    RefusalPaid,
)
from games.rules.game import game_refusal, turn_refusal
from games.rules.rulecard import BeaverRefusal
from games.rules.score import Crawford, GameResult, Termination
from games.rules.sides import Side
from games.rules.state import CubeOffered, GameState, MatchState, ToPlay, ToRoll, game_of

HOLLAND_TURNS = 2
"""Turns each side must have played after the Crawford game before anybody doubles (rules.md 4.3)."""


def double_refusal(state: MatchState, side: Side) -> IllegalAction | None:
    """Why ``side`` may not double now."""
    reason = turn_refusal(state, side)
    if reason is not None:
        return reason
    game = game_of(state)
    if isinstance(game.phase, ToPlay):
        return IllegalAction(Refusal.ALREADY_ROLLED)
    return _no_doubling(state, game) or _cube_refusal(state, game, side)


def _no_doubling(state: MatchState, game: GameState) -> IllegalAction | None:
    """Nobody may double at this moment of the game, whoever has the cube."""
    if not state.card.has_cube:
        return IllegalAction(Refusal.NO_CUBE)
    if state.crawford is Crawford.ACTIVE:
        return IllegalAction(Refusal.CRAWFORD_GAME)
    if game.turn_number <= 1:
        return IllegalAction(Refusal.FIRST_TURN)
    if state.card.holland and state.crawford is Crawford.EXPIRED and _turns_played(game) < HOLLAND_TURNS:
        return IllegalAction(Refusal.HOLLAND, turns=HOLLAND_TURNS)
    return None


def _turns_played(game: GameState) -> int:
    """Turns both sides have finished; the one that runs does not count."""
    running = game.on_roll
    return min(game.turns_begun.of(running) - 1, game.turns_begun.of(running.other))


def _cube_refusal(state: MatchState, game: GameState, side: Side) -> IllegalAction | None:
    """This cube cannot be turned by ``side``: the other's, at the limit, or dead (rules.md 2.5)."""
    cube, length = game.cube, state.card.length
    if cube.owner is side.other:
        return IllegalAction(Refusal.CUBE_NOT_YOURS)
    if cube.value * 2 > state.card.cube_limit:
        return IllegalAction(Refusal.CUBE_LIMIT, limit=state.card.cube_limit)
    if length is not None and cube.value >= length - state.score.of(side):
        return IllegalAction(Refusal.DEAD_CUBE)
    return None


def offer_of(state: MatchState) -> CubeOffer | None:
    """The pending turn of the cube, if there is one."""
    if state.game is not None and isinstance(state.game.phase, CubeOffered):
        return state.game.phase.offer
    return None


def take_refusal(state: MatchState, side: Side) -> IllegalAction | None:
    """Why ``side`` may neither take nor drop."""
    reason = game_refusal(state)
    if reason is not None:
        return reason
    offer = offer_of(state)
    if offer is None:
        return IllegalAction(Refusal.NOTHING_OFFERED)
    return None if offer.responder is side else IllegalAction(Refusal.NOT_YOURS_TO_ANSWER)


def beaver_refusal(state: MatchState, side: Side) -> IllegalAction | None:
    """Why ``side`` may not turn the offered cube once more (rules.md 3.3)."""
    reason = take_refusal(state, side)
    offer = offer_of(state)
    if reason is not None or offer is None:
        return reason
    card = state.card
    if card.max_redoubles == 0:
        return IllegalAction(Refusal.BEAVER_NOT_AGREED)
    if offer.depth >= card.max_redoubles:
        return IllegalAction(Refusal.BEAVER_LIMIT, limit=card.max_redoubles)
    if offer.value * 2 > card.cube_limit:
        return IllegalAction(Refusal.CUBE_LIMIT, limit=card.cube_limit)
    return None


def decide_cube(state: MatchState, side: Side, action: CubeAction) -> Events:
    """The events of a cube action. Raises IllegalAction."""
    if isinstance(action, Double):
        refuse(double_refusal(state, side))
        return (DoubleOffered(side, game_of(state).cube.value * 2),)
    refuse(beaver_refusal(state, side) if isinstance(action, Beaver) else take_refusal(state, side))
    offer = offer_of(state)
    if offer is None:
        raise IllegalAction(Refusal.NOTHING_OFFERED)
    match action:
        case Take():
            return (DoubleTaken(side, offer.value, offer.first_doubled),)
        case Drop():
            return _drop(state, side, offer)
        case Beaver():
            return (Beavered(side, offer.value * 2, offer.depth + 1),)
        case _ as never:
            assert_never(never)


def _drop(state: MatchState, side: Side, offer: CubeOffer) -> Events:
    if offer.depth > 0 and state.card.beaver_refusal is BeaverRefusal.PAY_AND_PLAY_ON:
        return (RefusalPaid(side, offer.drop_cost, offer.drop_cost, offer.first_doubled),)
    return lose_by_drop(state, side, offer)


def lose_by_drop(state: MatchState, side: Side, offer: CubeOffer) -> Events:
    """``side`` loses the value before the offer (rules.md 2.3, 5.4)."""
    result = GameResult(offer.by, None, offer.drop_cost)
    return (DoubleDropped(side), *end_game(state, result, Termination.DROPPED))


def evolve_cube(state: MatchState, event: CubeEvent) -> MatchState:
    """What a cube event changes; a pending proposal lapses."""
    game = game_of(state)
    match event:
        case DoubleOffered(side, value):
            game = replace(game, phase=CubeOffered(CubeOffer(side, value, 0)))
        case Beavered(side, value, depth):
            offer = CubeOffer(side, value, depth)
            game = replace(game, cube=Cube(offer.drop_cost, offer.first_doubled), phase=CubeOffered(offer))
        case DoubleTaken(_, value, owner):
            game = replace(game, cube=Cube(value, owner), phase=ToRoll())
        case RefusalPaid(side, points, value, owner):
            paid = game.paid.with_(side, game.paid.of(side) + points)
            game = replace(game, cube=Cube(value, owner), phase=ToRoll(), paid=paid)
            score = state.score.with_(side.other, state.score.of(side.other) + points)
            state = replace(state, score=score)
        case DoubleDropped():
            pass
        case _ as never:
            assert_never(never)
    return replace(state, game=game, proposal=None)
