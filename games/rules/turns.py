"""A turn: roll, play, pass (rules.md 1.3 to 1.6), and what follows by itself."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from games.rules.actions import PlayCheckers, RerollOpening, Roll, TakeBack, TurnAction
from games.rules.board import CHECKERS, is_closed_out
from games.rules.dice import Dice, DiceSource
from games.rules.doubling import double_refusal
from games.rules.ending import end_game
from games.rules.errors import IllegalAction, Refusal, refuse
from games.rules.events import (
    CheckersPlayed,
    Danced,
    DiceRolled,
    Event,
    Events,
    NoLegalPlay,
    OpeningRerolled,
    PlayTakenBack,
    TurnEvent,
)
from games.rules.game import begin_turn, board_of, turn_refusal, with_roll
from games.rules.legal import checked_play, has_legal_play
from games.rules.plays import CheckerMove, board_after
from games.rules.score import Termination
from games.rules.sides import Side
from games.rules.state import GameState, MatchState, TakeBackRule, ToPlay, ToRoll, TurnMemo, game_of
from games.rules.taking_back import restore, take_back
from games.rules.worth import kind_of_loss, won


def roll_refusal(state: MatchState, side: Side) -> IllegalAction | None:
    """Why ``side`` may not roll."""
    reason = turn_refusal(state, side)
    if reason is None and isinstance(game_of(state).phase, ToPlay):
        return IllegalAction(Refusal.ALREADY_ROLLED)
    return reason


def reroll_refusal(state: MatchState, side: Side) -> IllegalAction | None:
    """Why ``side`` may not decline the opening dice (rules.md 1.2)."""
    reason = turn_refusal(state, side)
    if reason is not None:
        return reason
    match game_of(state).phase:
        case ToPlay(_, may_reroll) if may_reroll:
            return None
        case _:
            return IllegalAction(Refusal.NO_REROLL)


def play_refusal(state: MatchState, side: Side) -> IllegalAction | None:
    """Why ``side`` may not play at all, whatever the moves."""
    reason = turn_refusal(state, side)
    if reason is None and isinstance(game_of(state).phase, ToRoll):
        return IllegalAction(Refusal.ROLL_FIRST)
    return reason


def decide_turn(state: MatchState, side: Side, action: TurnAction, dice: DiceSource) -> Events:
    """The events of rolling, playing or taking back. Raises IllegalAction."""
    match action:
        case Roll():
            refuse(roll_refusal(state, side))
            return (_roll(game_of(state), dice),)
        case RerollOpening():
            refuse(reroll_refusal(state, side))
            return (OpeningRerolled(side, Dice.of(*dice.throw())),)
        case PlayCheckers(moves):
            refuse(play_refusal(state, side))
            return _play(state, side, moves)
        case TakeBack():
            return take_back(state, side)
        case _ as never:
            assert_never(never)


def _roll(game: GameState, dice: DiceSource) -> DiceRolled:
    """Dice shown before a take-back come again first (rules.md 7.2)."""
    if game.dice_to_come:
        return DiceRolled(game.on_roll, game.dice_to_come[0], again=True)
    return DiceRolled(game.on_roll, Dice.of(*dice.throw()))


def _play(state: MatchState, side: Side, moves: tuple[CheckerMove, ...]) -> Events:
    game = game_of(state)
    board = board_of(game, side)
    rolled = game.phase.dice if isinstance(game.phase, ToPlay) else None
    if rolled is None:
        raise IllegalAction(Refusal.ROLL_FIRST)
    play = checked_play(board, rolled, moves)
    played = CheckersPlayed(side, play.moves)
    after = board_after(board, play.moves)
    if after.near_off < CHECKERS:
        return (played,)
    result = won(state.card, game.cube, side, kind_of_loss(after.mirror()))
    return (played, *end_game(state, result, Termination.BORNE_OFF))


def follow_up(state: MatchState, dice: DiceSource) -> Event | None:
    """What happens in a turn by itself; None when somebody must decide (rules.md 1.4, 6.3).

    A dance, no legal play, the roll of a closed-out side that may not double.
    Never without end: a closed-out side is rolled for only while the other is not closed out.
    """
    game = state.game
    if game is None or state.paused or state.result is not None:
        return None
    board = board_of(game, game.on_roll)
    match game.phase:
        case ToPlay(rolled) if not has_legal_play(board, rolled):
            return Danced(game.on_roll) if board.cells[25] else NoLegalPlay(game.on_roll)
        case ToRoll() if is_closed_out(board) and not is_closed_out(board.mirror()):
            return _roll(game, dice) if double_refusal(state, game.on_roll) is not None else None
        case _:
            return None


def evolve_turn(state: MatchState, event: TurnEvent) -> MatchState:
    """What an event of a turn changes; a pending proposal lapses."""
    game = game_of(state)
    match event:
        case DiceRolled(side, dice, again):
            to_come = game.dice_to_come[1:] if again else game.dice_to_come
            game = replace(with_roll(game, side, dice), dice_to_come=to_come)
        case CheckersPlayed(side, moves):
            game = _after_play(_remembered(state, game, played=True), side, moves)
        case Danced(side) | NoLegalPlay(side):
            game = begin_turn(_remembered(state, game, played=False), side.other, ToRoll())
        case PlayTakenBack():
            return restore(state, event)
        case _ as never:
            assert_never(never)
    return replace(state, game=game, proposal=None)


def _after_play(game: GameState, side: Side, moves: tuple[CheckerMove, ...]) -> GameState:
    board = board_after(board_of(game, side), moves)
    played = replace(game, board=board.seen_by(side), last_play=(side, moves))
    if board.near_off == CHECKERS:
        return played
    return begin_turn(played, side.other, ToRoll())


def _remembered(state: MatchState, game: GameState, *, played: bool) -> GameState:
    """``game`` with this turn kept for taking it back, where that was agreed."""
    if state.take_back is TakeBackRule.NEVER or not isinstance(game.phase, ToPlay):
        return game
    memo = TurnMemo(
        side=game.on_roll,
        board=game.board,
        cube=game.cube,
        dice=game.phase.dice,
        turn_number=game.turn_number,
        turns_begun=game.turns_begun,
        paid=game.paid,
        played=played,
    )
    return replace(game, memos=(*game.memos, memo))
