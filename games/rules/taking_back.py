"""Taking a confirmed play back: the turn is restored with its dice on the table (rules.md 7.2)."""

from __future__ import annotations

from dataclasses import replace

from games.rules.errors import IllegalAction, Refusal
from games.rules.events import Events, PlayTakenBack
from games.rules.game import answer_refusal
from games.rules.sides import Pair, Side
from games.rules.state import GameState, MatchState, TakeBackRule, ToPlay, game_of


def take_back_refusal(state: MatchState, side: Side) -> IllegalAction | None:
    """Why ``side`` may not take a play back."""
    found = _found(state, side)
    return found if isinstance(found, IllegalAction) else None


def take_back(state: MatchState, side: Side) -> Events:
    """The take-back ``side`` asks for. Raises IllegalAction."""
    found = _found(state, side)
    if isinstance(found, IllegalAction):
        raise found
    game = game_of(state)
    shown_later = [memo.dice for memo in game.memos[found + 1 :]]
    if isinstance(game.phase, ToPlay):
        shown_later.append(game.phase.dice)
    return (PlayTakenBack(side, game.memos[found], (*shown_later, *game.dice_to_come)),)


def _found(state: MatchState, side: Side) -> int | IllegalAction:
    """Which memo is to be restored, or why none is."""
    if state.take_back is TakeBackRule.NEVER:
        return IllegalAction(Refusal.NO_TAKE_BACK)
    reason = answer_refusal(state, side)
    if reason is not None:
        return reason
    if state.computers.of(side) is not None:
        return IllegalAction(Refusal.NO_TAKE_BACK)  # only people take plays back
    game = game_of(state)
    if isinstance(game.phase, ToPlay) and not game.phase.restored:
        return IllegalAction(Refusal.TAKE_BACK_AFTER_ROLL)
    return _last_play(game, None if state.take_back is TakeBackRule.HOT_SEAT else side)


def _last_play(game: GameState, of: Side | None) -> int | IllegalAction:
    """The last turn that was played (not passed), by ``of`` or by anybody."""
    for index in reversed(range(len(game.memos))):
        memo = game.memos[index]
        if memo.played and (of is None or memo.side is of):
            return index
    return IllegalAction(Refusal.NOTHING_TO_TAKE_BACK)


def restore(state: MatchState, event: PlayTakenBack) -> MatchState:
    """The match with the turn restored; clock and version do not go back."""
    game, memo = game_of(state), event.restored
    given_back = Pair(*(now - then for now, then in zip(game.paid, memo.paid, strict=True)))
    score = Pair(state.score.white - given_back.black, state.score.black - given_back.white)
    restored = replace(
        game,
        board=memo.board,
        cube=memo.cube,
        on_roll=memo.side,
        phase=ToPlay(memo.dice, restored=True),
        turn_number=memo.turn_number,
        turns_begun=memo.turns_begun,
        resignations_made=frozenset(),
        resignation_declined=None,
        proposals_made=Pair(0, 0),
        paid=memo.paid,
        last_roll=(memo.side, memo.dice),
        last_play=None,
        memos=tuple(kept for kept in game.memos if kept.turn_number < memo.turn_number),
        dice_to_come=event.dice_to_come,
    )
    return replace(state, game=restored, score=score, proposal=None)
