"""The running game: may anything be done at all, and how a turn passes."""

from __future__ import annotations

from dataclasses import replace

from games.rules.board import Board
from games.rules.dice import Dice
from games.rules.errors import IllegalAction, NotYourTurn, Refusal
from games.rules.sides import Pair, Side
from games.rules.state import (
    CubeOffered,
    GamePhase,
    GameState,
    MatchState,
    OpeningThrow,
    Resigning,
    ToPlay,
    game_of,
    is_game_running,
    to_act,
)


def board_of(game: GameState, side: Side) -> Board:
    """The board as ``side`` sees it."""
    return game.board.seen_by(side)


def over_refusal(state: MatchState) -> IllegalAction | None:
    """The match is over for good."""
    return IllegalAction(Refusal.MATCH_OVER) if state.result is not None else None


def match_refusal(state: MatchState) -> IllegalAction | None:
    """The match is over, or play is stopped by a director or paused."""
    reason = held_refusal(state)
    if reason is None and state.paused:
        return IllegalAction(Refusal.PAUSED)
    return reason


def held_refusal(state: MatchState) -> IllegalAction | None:
    """The match is over, or a director stopped play."""
    reason = over_refusal(state)
    if reason is None and state.held:
        return IllegalAction(Refusal.HELD)
    return reason


def game_refusal(state: MatchState) -> IllegalAction | None:
    """No game is running, or it stands still."""
    reason = match_refusal(state)
    if reason is None and not is_game_running(state):
        return IllegalAction(Refusal.NO_GAME_RUNNING)
    return reason


def between_refusal(state: MatchState) -> IllegalAction | None:
    """A game is running, so what belongs between games must wait."""
    reason = over_refusal(state)
    if reason is None and is_game_running(state):
        return IllegalAction(Refusal.GAME_RUNNING)
    return reason


def answer_refusal(state: MatchState, side: Side) -> IllegalAction | None:
    """While the cube or a resignation is offered, only the answer to it is legal (rules.md 2.3, 5.1)."""
    reason = game_refusal(state)
    if reason is None and isinstance(game_of(state).phase, OpeningThrow | CubeOffered | Resigning):
        return IllegalAction(Refusal.ANSWER_FIRST) if to_act(state) is side else NotYourTurn()
    return reason


def turn_refusal(state: MatchState, side: Side) -> IllegalAction | None:
    """It is not ``side``'s turn, or something must be answered first."""
    reason = answer_refusal(state, side)
    if reason is None and game_of(state).on_roll is not side:
        return NotYourTurn()
    return reason


def begin_turn(game: GameState, side: Side, phase: GamePhase) -> GameState:
    """``side``'s turn begins in ``phase``; whatever counts per turn starts afresh."""
    return replace(
        game,
        on_roll=side,
        phase=phase,
        turn_number=game.turn_number + 1,
        turns_begun=game.turns_begun.with_(side, game.turns_begun.of(side) + 1),
        resignations_made=frozenset(),
        resignation_declined=None,
        proposals_made=Pair(0, 0),
    )


def with_roll(game: GameState, side: Side, dice: Dice) -> GameState:
    """``game`` with a new roll on the table: from here values offered in a resignation count afresh (rules.md 5.1).

    ``side``'s own play before a dance of the other is the last play no longer: it would pass for that of this roll.
    """
    is_own = game.last_play is not None and game.last_play[0] is side
    return replace(
        game,
        phase=ToPlay(dice),
        last_roll=(side, dice),
        last_play=None if is_own else game.last_play,
        resignations_made=frozenset(),
        resignation_declined=None,
    )
