"""When a computer may give a game up (rules.md 5.6): only a single, and only when nothing can save it."""

from __future__ import annotations

from games.rules.game import board_of
from games.rules.race_bounds import fewest_turns, is_home_within
from games.rules.score import ResultKind
from games.rules.sides import Side
from games.rules.state import MatchState, game_of
from games.rules.worth import highest_loss

_MOST_TURNS = 4
"""Further ahead nothing is looked for: who is not sure plays on."""


def is_lost_for_certain(state: MatchState, side: Side) -> bool:
    """Whether ``side``, about to roll, loses a single whatever both roll.

    The other is home by 2-1 every turn before ``side`` would be by 6-6 every turn, nothing can be hit any more,
    and no gammon is possible, so that a single is all there is to lose.
    """
    game = game_of(state)
    board = board_of(game, side)
    if board.has_contact or highest_loss(state.card, game.cube, board) is not ResultKind.SINGLE:
        return False
    # With n turns of its own ahead, the other has n - 1 before the last of them.
    turns = fewest_turns(board) - 1
    return 0 < turns <= _MOST_TURNS and is_home_within(board.mirror(), turns)
