"""Rulings: whether one fits the match, and what follows from it (rules.md 4.2, 5.10, 6.2, 8.1).

The ruling is the first event, so that its reason stands before what it did. Whoever gives rulings does so outside of
the game: a pause hinders none of them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from games.rules.actions import GiveRuling
from games.rules.ending import end_game, end_match
from games.rules.errors import IllegalAction, Refusal, refuse
from games.rules.events import DirectingEvent, Events, MatchPaused, RulingGiven
from games.rules.game import over_refusal
from games.rules.rulecard import PlayKind
from games.rules.rulings import (
    MAX_ADDED,
    MAX_REASON,
    MAX_SCORE,
    MIN_ADDED,
    AddTime,
    AdjustScore,
    AwardGame,
    AwardMatch,
    Hold,
    Release,
    Ruling,
    VoidAll,
)
from games.rules.score import Crawford, Termination, crawford_fits, first_crawford
from games.rules.sides import Pair, Side
from games.rules.state import CubeOffered, MatchState, game_of, is_game_running
from games.rules.worth import won


def decide_directing(state: MatchState, action: GiveRuling) -> Events:
    """The ruling, then its consequences. Raises IllegalAction."""
    refuse(over_refusal(state))
    reason = action.reason.strip()
    if not 1 <= len(reason) <= MAX_REASON:
        raise IllegalAction(Refusal.RULING_REASON, limit=MAX_REASON)
    refuse(ruling_refusal(state, action.ruling))
    return (RulingGiven(action.ruling, reason), *_consequences(state, action.ruling))


def ruling_refusal(state: MatchState, ruling: Ruling) -> IllegalAction | None:
    """Why ``ruling`` may not be given now, whatever its reason."""
    return over_refusal(state) or _misfit(state, ruling)


def _misfit(state: MatchState, ruling: Ruling) -> IllegalAction | None:
    match ruling:
        case AwardGame():
            return _unless(is_game_running(state), Refusal.NO_GAME_RUNNING)
        case AwardMatch():
            return _unless(state.card.kind is PlayKind.MATCH, Refusal.MATCH_ONLY)
        case VoidAll():
            return None
        case AdjustScore():
            return _score_refusal(state, ruling)
        case AddTime():
            return _time_refusal(state, ruling)
        case Hold():
            return _unless(not state.held, Refusal.HELD)
        case Release():
            return _unless(state.held, Refusal.NOT_HELD)
        case _ as never:
            assert_never(never)


def _unless(fits: bool, code: Refusal) -> IllegalAction | None:
    return None if fits else IllegalAction(code)


def _consequences(state: MatchState, ruling: Ruling) -> Events:
    match ruling:
        case AwardGame(winner, kind):
            return end_game(state, won(state.card, game_of(state).cube, winner, kind), Termination.AWARDED)
        case AwardMatch(winner):
            return end_match(state, winner, Termination.AWARDED)
        case VoidAll():
            return end_match(state, None, Termination.VOIDED)
        case Hold():
            return () if state.paused else (MatchPaused(),)
        case AdjustScore() | AddTime() | Release():
            return ()
        case _ as never:
            assert_never(never)


def _score_refusal(state: MatchState, ruling: AdjustScore) -> IllegalAction | None:
    """Reaching the length of a match is an award, no score."""
    if state.card.kind is PlayKind.SINGLE:
        return IllegalAction(Refusal.NO_SCORE)
    most = MAX_SCORE if state.card.length is None else state.card.length - 1
    if not all(0 <= points <= most for points in ruling.score):
        return IllegalAction(Refusal.SCORE_RANGE, max=most)
    return _unless(_fits_crawford(state, ruling), Refusal.CRAWFORD_STATE)


def _fits_crawford(state: MatchState, ruling: AdjustScore) -> bool:
    """Whether the stated Crawford state can hold at that score: for the running game, or for the next one."""
    card = state.card
    if card.length is None or first_crawford(crawford=card.crawford, length=card.length) is Crawford.NONE:
        return ruling.crawford is Crawford.NONE
    fits = crawford_fits(ruling.crawford, ruling.score, card.length)
    match ruling.crawford:
        case Crawford.NONE:
            return False
        case Crawford.PENDING:
            return is_game_running(state) or fits  # the running game may have begun at another score
        case Crawford.ACTIVE:
            return fits and not isinstance(game_of(state).phase, CubeOffered)
        case Crawford.EXPIRED:
            return fits
        case _ as never:
            assert_never(never)


def _time_refusal(state: MatchState, ruling: AddTime) -> IllegalAction | None:
    """Each game of a session has a reserve of its own, so between them there is none to add to (rules.md 6.2)."""
    if state.clock is None:
        return IllegalAction(Refusal.UNTIMED)
    if not MIN_ADDED <= ruling.by <= MAX_ADDED:
        return IllegalAction(Refusal.ADDED_TIME)
    has_reserve = state.card.kind is not PlayKind.MONEY or is_game_running(state)
    return _unless(has_reserve, Refusal.NO_GAME_RUNNING)


def evolve_directing(state: MatchState, event: DirectingEvent) -> MatchState:
    """What a ruling itself changes; the events after it do the rest. Neither board nor turn, so the decision stands."""
    match event.ruling:
        case AdjustScore() as ruling:
            return _adjusted(state, ruling)
        case AddTime(side, by):
            return _with_more_time(state, side, by)
        case Hold():
            return replace(state, held=True, resuming=Pair(False, False))
        case Release():
            return replace(state, held=False)  # still paused: the players go on when both are there
        case VoidAll() if state.card.kind is PlayKind.MONEY:
            return replace(state, score=Pair(0, 0))  # who is ahead at its end is paid, and nothing is owed
        case AwardGame() | AwardMatch() | VoidAll():
            return state
        case _ as never:
            assert_never(never)


def _adjusted(state: MatchState, ruling: AdjustScore) -> MatchState:
    """The score from now on: what was played before it, payments included, is no longer taken back."""
    adjusted = replace(state, score=ruling.score)
    if is_game_running(state):
        return replace(adjusted, crawford=ruling.crawford, game=replace(game_of(state), memos=()))
    # The next game steps on from what is stored (`next_crawford`): from PENDING to the Crawford game.
    is_next = ruling.crawford is Crawford.ACTIVE
    return replace(adjusted, crawford=Crawford.PENDING if is_next else ruling.crawford)


def _with_more_time(state: MatchState, side: Side, by: int) -> MatchState:
    clock = state.clock
    if clock is None:
        return state
    return replace(state, clock=replace(clock, reserve=clock.reserve.with_(side, clock.reserve.of(side) + by)))
