"""When the clock passes, and what happens when a flag falls (rules.md 5.7, 5.9, 6)."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from games.rules.actions import ClockAction, Flag, PauseMatch, ResumeMatch, ShiftClock
from games.rules.clock import OVERTIME, Clock, Millis, clock_for
from games.rules.ending import end_game, end_match
from games.rules.errors import IllegalAction, InvalidAction, Refusal, refuse
from games.rules.events import (
    ClockEvent,
    ClockShifted,
    ClockTurned,
    Events,
    FlagFell,
    MatchPaused,
    MatchResumed,
    OvertimeGiven,
)
from games.rules.game import board_of, held_refusal, match_refusal
from games.rules.race_bounds import fewest_turns, is_home_within
from games.rules.rulecard import PlayKind
from games.rules.score import ResultKind, Termination
from games.rules.sides import Pair, Side
from games.rules.state import (
    CubeOffered,
    MatchState,
    ToPlay,
    game_of,
    is_game_running,
    to_act,
)
from games.rules.worth import won

Duty = tuple[Side, int, int, bool]


def duty(state: MatchState) -> Duty | None:
    """What the clock runs for: one delay each (rules.md 6.1). None while nobody's clock runs.

    Roll and play of a turn are one duty. Answering the cube is another one, also for the side on roll, who
    answers a beaver and then goes on.
    """
    side, game = to_act(state), state.game
    if side is None or game is None:
        return None
    return side, game.number, game.turn_number, isinstance(game.phase, CubeOffered)


def turn_clock(before: MatchState, after: MatchState, now: Millis) -> Events:
    """The ClockTurned that ``after`` needs, if its duty is another than ``before``'s."""
    clock = after.clock
    if clock is None or duty(before) == duty(after):
        return ()
    return (ClockTurned(to_act(after), now, _reserve(before, after, clock, now)),)


def _reserve(before: MatchState, after: MatchState, clock: Clock, now: Millis) -> Pair[Millis]:
    """Carried over within a match; afresh for each game of a session (rules.md 6.2)."""
    is_new_game = before.game is None or game_of(after).number != before.game.number
    if is_new_game and after.card.kind is PlayKind.MONEY:
        fresh = clock_for(after.clock_setting, None)
        if fresh is not None:
            return fresh.reserve
    return clock.charged(now)


def decide_clock(state: MatchState, action: ClockAction, now: Millis) -> Events:
    """The events of flags, pauses and shifts. Raises IllegalAction."""
    match action:
        case Flag(side):
            return _flag(state, side, now)
        case PauseMatch():
            refuse(match_refusal(state))
            return (MatchPaused(),)
        case ResumeMatch():
            refuse(held_refusal(state))
            if not state.paused:
                raise IllegalAction(Refusal.NOT_PAUSED)
            return (MatchResumed(),)
        case ShiftClock(by):
            return _shift(state, by)
        case _ as never:
            assert_never(never)


def _shift(state: MatchState, by: Millis) -> Events:
    if by < 0:
        raise InvalidAction(f"a deadline never moves back: {by}")
    refuse(match_refusal(state))
    if state.clock is None:
        raise IllegalAction(Refusal.UNTIMED)
    if state.clock.running is None:
        raise IllegalAction(Refusal.NO_GAME_RUNNING)
    return (ClockShifted(by),)


def _flag(state: MatchState, side: Side, now: Millis) -> Events:
    refuse(match_refusal(state))
    clock = state.clock
    if clock is None:
        raise IllegalAction(Refusal.UNTIMED)
    if clock.running is not side or not clock.is_late(now):
        raise IllegalAction(Refusal.NOT_LATE)
    if state.card.overtime and not clock.overtime_used.of(side):
        return (OvertimeGiven(side, now, OVERTIME),)
    return (FlagFell(side), *_lost_on_time(state, side))


def _lost_on_time(state: MatchState, side: Side) -> Events:
    """A match is lost, or the game at cube x 1 while the session pauses; a certain win stands."""
    winner, termination = side.other, Termination.TIMED_OUT
    if is_win_certain(state, side):
        winner, termination = side, Termination.BORNE_OFF
    elif state.card.kind is PlayKind.MATCH:
        return end_match(state, winner, termination)
    result = won(state.card, game_of(state).cube, winner, ResultKind.SINGLE)
    ended = end_game(state, result, termination)
    return (*ended, MatchPaused()) if state.card.kind is PlayKind.MONEY else ended


def is_win_certain(state: MatchState, side: Side) -> bool:
    """Contact is over, ``side`` bears off first whatever is rolled, and that ends the match.

    Money and single games: it need not end anything more. Then the win stands, counted as a single
    borne off (rules.md 5.7, after BIBA). An unanswered cube decides the stake, so nothing is certain
    while one is offered.
    """
    game, length = game_of(state), state.card.length
    board = board_of(game, side)
    if not is_game_running(state) or board.has_contact or isinstance(game.phase, CubeOffered):
        return False
    if length is not None and state.score.of(side) + game.cube.value < length:
        return False
    # Equal numbers are enough for the side that moves first, and only for that one.
    others = fewest_turns(board.mirror()) - (0 if game.on_roll is side else 1)
    rolled = game.phase.dice if isinstance(game.phase, ToPlay) else None
    return is_home_within(board, others, rolled)


def evolve_clock(state: MatchState, event: ClockEvent) -> MatchState:
    """What an event of the clock changes."""
    match event:
        case MatchPaused():
            return replace(state, paused=True, proposal=None, resuming=Pair(False, False))
        case MatchResumed():
            return replace(state, paused=False, resuming=Pair(False, False))
        case FlagFell():
            return state
        case ClockTurned() | ClockShifted() | OvertimeGiven():
            return state if state.clock is None else replace(state, clock=_wound(state.clock, event))
        case _ as never:
            assert_never(never)


def _wound(clock: Clock, event: ClockTurned | ClockShifted | OvertimeGiven) -> Clock:
    match event:
        case ClockTurned(running, since, reserve):
            return replace(clock, running=running, since=since, reserve=reserve)
        case ClockShifted(by):
            return replace(clock, since=clock.since + by)
        case OvertimeGiven(side, since, reserve):
            return replace(
                clock,
                running=side,
                since=since - clock.delay,  # the delay of this turn is spent
                reserve=clock.reserve.with_(side, reserve),
                overtime_used=clock.overtime_used.with_(side, True),
            )
        case _ as never:
            assert_never(never)
