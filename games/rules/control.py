"""Who plays a side, person or computer, and how play goes on after a pause (rules.md 3.7, 5.8).

The rules know no people: a side is played by the computer named in ``MatchState.computers``, or (None) by its person.
A computer is always ready to go on; each person says so with *Resume*.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from games.rules.actions import PassControl
from games.rules.errors import IllegalAction, Refusal, refuse
from games.rules.events import ControlEvent, ControlPassed, Events, MatchResumed, ResumeGiven
from games.rules.game import held_refusal, over_refusal
from games.rules.sides import Side
from games.rules.state import MatchState, is_game_running


def resume_refusal(state: MatchState, side: Side) -> IllegalAction | None:
    """Why ``side`` may not press *Resume*. Between games *Next* ends a pause; a director's pause no player ends."""
    reason = held_refusal(state)
    if reason is not None:
        return reason
    if not state.paused:
        return IllegalAction(Refusal.NOT_PAUSED)
    if not is_game_running(state):
        return IllegalAction(Refusal.NO_GAME_RUNNING)
    return IllegalAction(Refusal.ALREADY_READY) if _is_ready(state, side) else None


def decide_resume(state: MatchState, side: Side) -> Events:
    """``side`` is ready to go on; play goes on when the other is, too. Raises IllegalAction."""
    refuse(resume_refusal(state, side))
    return _resumed_if_ready(state, ResumeGiven(side))


def decide_control(state: MatchState, action: PassControl) -> Events:
    """``action.side`` gets another player. Raises IllegalAction.

    While a director holds play nobody is missed, so no computer stands in; a person may come back to the own seat.
    """
    refuse(over_refusal(state) if action.computer is None else held_refusal(state))
    if state.computers.of(action.side) is action.computer:
        raise IllegalAction(Refusal.CONTROL_UNCHANGED)
    passed = ControlPassed(action.side, action.computer)
    goes_on = state.paused and not state.held and is_game_running(state)
    return _resumed_if_ready(state, passed) if goes_on else (passed,)


def _resumed_if_ready(state: MatchState, event: ControlPassed | ResumeGiven) -> Events:
    """``event``, and the end of the pause if nobody is waited for after it."""
    after = evolve_control(state, event)
    return (event, MatchResumed()) if all(_is_ready(after, side) for side in Side) else (event,)


def _is_ready(state: MatchState, side: Side) -> bool:
    return state.resuming.of(side) or state.computers.of(side) is not None


def evolve_control(state: MatchState, event: ControlEvent) -> MatchState:
    """What an event of control changes. Neither board nor turn, so the decision stands."""
    match event:
        case ControlPassed(side, computer):
            computers = state.computers.with_(side, computer)
            return replace(state, computers=computers, resuming=state.resuming.with_(side, False))
        case ResumeGiven(side):
            return replace(state, resuming=state.resuming.with_(side, True))
        case _ as never:
            assert_never(never)
