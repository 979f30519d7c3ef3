"""Which computer somebody waits for, and how long it lets a person look before it acts."""

from __future__ import annotations

from typing import Final

from games.rules.clock import Millis
from games.rules.sides import Side
from games.rules.state import CubeOffered, MatchState, ToPlay, ToRoll, awaits, to_act

OPENING_MILLIS: Final = 1500
"""At the start of a match a computer waits at least this long: the page is being opened, the opening dice are shown."""


def awaited_computer(state: MatchState) -> Side | None:
    """The side of a computer that must do something; None: nobody waits for one.

    Of two computers the one that must act comes first.
    """
    waited_for = [side for side in awaits(state) if state.computers.of(side) is not None]
    acting = to_act(state)
    return min(waited_for, key=lambda side: (side is not acting, side.value), default=None)


def pause_before(state: MatchState, side: Side, pace: Millis, *, is_start: bool = False) -> Millis:
    """Milliseconds that the computer `side` lets pass before it acts in `state`.

    The pace holds before what happens on the board: a roll, a play, the cube. Answers to offers and *Next* come at
    once: there is nothing to follow.
    """
    if is_start:
        return max(pace, OPENING_MILLIS)
    if state.proposal is not None and state.proposal.by is side.other:
        return 0
    if state.game is None or not isinstance(state.game.phase, ToRoll | ToPlay | CubeOffered):
        return 0
    return pace
