"""How games and matches end, and what lies between games (rules.md 3.7, 4.4, 4.5, 5.4, 5.8)."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from games.rules.actions import (
    ClaimGame,
    EndingAction,
    EndSession,
    ForfeitMatch,
    Next,
    ResignMatch,
    RulingAction,
    StartNextGame,
    VoidMatch,
)
from games.rules.dice import DiceSource
from games.rules.errors import IllegalAction, Refusal, refuse
from games.rules.events import EndingEvent, Events, GameEnded, MatchEnded, ReadyGiven
from games.rules.game import between_refusal, game_refusal, held_refusal, match_refusal, over_refusal
from games.rules.openings import open_game
from games.rules.rulecard import PlayKind
from games.rules.score import GameResult, MatchResult, ResultKind, Termination
from games.rules.sides import Pair, Side
from games.rules.state import GameOver, MatchState, game_of, is_game_running, to_act
from games.rules.worth import won


def end_game(state: MatchState, result: GameResult, termination: Termination) -> Events:
    """The running game ends with ``result``, and with it the match where it is decided (rules.md 4.4)."""
    ended = GameEnded(result, termination)
    match state.card.kind:
        case PlayKind.SINGLE:
            return (ended, MatchEnded(MatchResult(result.winner, termination)))
        case PlayKind.MATCH if result.winner is not None and _reaches_length(state, result.winner, result.points):
            return (ended, MatchEnded(MatchResult(result.winner, termination)))
        case PlayKind.MATCH | PlayKind.MONEY:
            return (ended,)
        case _ as never:
            assert_never(never)


def _reaches_length(state: MatchState, winner: Side, points: int) -> bool:
    length = state.card.length
    return length is not None and state.score.of(winner) + points >= length


def end_match(state: MatchState, winner: Side | None, termination: Termination) -> Events:
    """The whole match ends where it stands: a running game is ended with it and books nothing."""
    match_winner = None if state.card.kind is PlayKind.MONEY else winner
    ended = MatchEnded(MatchResult(match_winner, termination))
    if not is_game_running(state):
        return (ended,)
    return (GameEnded(GameResult(winner, None, 0), termination), ended)


def resign_match_refusal(state: MatchState) -> IllegalAction | None:
    """Why the match may not be given up: only a match, and only while it runs (rules.md 5.4)."""
    if state.card.kind is not PlayKind.MATCH:
        return IllegalAction(Refusal.MATCH_ONLY)
    return over_refusal(state)


def end_session_refusal(state: MatchState) -> IllegalAction | None:
    """Why the session may not be ended by one side; a pause does not forbid it (rules.md 3.7)."""
    if state.card.kind is not PlayKind.MONEY:
        return IllegalAction(Refusal.MONEY_ONLY)
    return between_refusal(state)


def next_refusal(state: MatchState, side: Side) -> IllegalAction | None:
    """Why ``side`` may not press *Next*."""
    reason = match_refusal(state) or between_refusal(state)
    if reason is None and state.ready.of(side):
        return IllegalAction(Refusal.ALREADY_READY)
    return reason


def decide_ending(state: MatchState, side: Side, action: EndingAction, dice: DiceSource) -> Events:
    """The events of giving up, leaving or going on. Raises IllegalAction."""
    match action:
        case ResignMatch():
            refuse(resign_match_refusal(state))
            return end_match(state, side.other, Termination.FORFEITED)
        case EndSession():
            refuse(end_session_refusal(state))
            return (MatchEnded(MatchResult(None, last_termination(state))),)
        case Next():
            refuse(next_refusal(state, side))
            ready = ReadyGiven(side)
            return (ready, *open_game(state, dice)) if state.ready.of(side.other) else (ready,)
        case _ as never:
            assert_never(never)


def last_termination(state: MatchState) -> Termination:
    """How the last game ended: so ended the session that stops after it."""
    phase = game_of(state).phase
    return phase.termination if isinstance(phase, GameOver) else Termination.VOIDED


def decide_ruling(state: MatchState, action: RulingAction, dice: DiceSource) -> Events:
    """The events of what the server itself decides about a match. Raises IllegalAction."""
    match action:
        case StartNextGame():
            refuse(match_refusal(state) or between_refusal(state))
            return open_game(state, dice)
        case ClaimGame():
            return _claim(state, action)
        case ForfeitMatch(side):
            refuse(over_refusal(state))
            return end_match(state, side.other, Termination.FORFEITED)
        case VoidMatch():
            refuse(held_refusal(state))  # a pause by a director does not lapse
            return end_match(state, None, Termination.VOIDED)
        case _ as never:
            assert_never(never)


def _claim(state: MatchState, claim: ClaimGame) -> Events:
    """A single at the cube's value, only while the accused must act at that very decision (rules.md 5.8)."""
    refuse(game_refusal(state))
    if claim.decision != state.decision or to_act(state) is not claim.accused:
        raise IllegalAction(Refusal.CLAIM_STALE)
    result = won(state.card, game_of(state).cube, claim.accused.other, ResultKind.SINGLE)
    return end_game(state, result, Termination.CLAIMED)


def evolve_ending(state: MatchState, event: EndingEvent) -> MatchState:
    """What an ending changes: the points are booked here and nowhere else."""
    match event:
        case GameEnded(result, termination):
            game = replace(game_of(state), phase=GameOver(result, termination))
            score = state.score
            if result.winner is not None and state.card.kind is not PlayKind.SINGLE:
                score = score.with_(result.winner, score.of(result.winner) + result.points)
            return replace(state, game=game, score=score, proposal=None, ready=Pair(False, False))
        case ReadyGiven(side):
            return replace(state, ready=state.ready.with_(side, True))
        case MatchEnded(match_result):
            return replace(state, result=match_result, held=False)
        case _ as never:
            assert_never(never)
