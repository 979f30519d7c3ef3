"""Claims about what is best, held against the engine and, where a game is over in two rolls, against exact counting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bgsite.lessons.attempts import Moves
from bgsite.lessons.facts import is_last_roll, last_roll_worths, moves_text, situation_of
from bgsite.lessons.position import Position
from games.engines.judge import Depth, Judge
from games.rules.board import Board
from games.rules.dice import Dice
from games.rules.plays import board_after

MARGIN: Final = 0.05
"""Equity by which a best play or a cube decision must be better than the others, per point of the cube."""
EXACT_MARGIN: Final = 0.005
"""The same for what is counted, in points or match chances."""
_JUDGE: Final = Judge(Depth(plies=2, widest=1000))
"""Each play is followed by every reply of the other side. Deeper would take longer than a check may."""


def best_play_error(
    position: Position, dice: Dice, right: frozenset[Board], named: Mapping[Board, Moves]
) -> str | None:
    """Why ``right`` are not the best plays by MARGIN; of those ``named``, or of all where none is named."""
    options = _JUDGE.ranked(position.seen, dice, situation_of(position))
    options = tuple(option for option in options if not named or option.after in named)
    best = min((option.equity for option in options if option.after in right), default=None)
    if best is None:
        return "no right answer is a legal play"
    for option in options:
        if option.after not in right and option.equity > best - MARGIN:
            return (
                f"the engine finds {moves_text(option.play.moves)} with {option.equity:+.3f} "
                f"not worse by {MARGIN} than the right answer with {best:+.3f}"
            )
    return None


def double_of(position: Position) -> tuple[str, float]:
    """What the side on roll should do, ``double`` or ``no_double``, and by how much it is better. By the engine."""
    found = _JUDGE.cube(position.seen, situation_of(position))
    gain = min(found.take, found.drop) - found.no_double
    return "double" if gain > 0 else "no_double", abs(gain)


def answer_of(position: Position) -> tuple[str, float]:
    """What the other side should answer to a double, and by how much it is better. By the engine."""
    found = _JUDGE.cube(position.seen, situation_of(position))
    return "take" if found.take < found.drop else "drop", abs(found.take - found.drop)


def exact_double_of(position: Position) -> tuple[str, float]:
    """As ``double_of``, counted. Raises ValueError where the game goes on longer."""
    no_double, take, drop = _exact(position)
    gain = min(take, drop) - no_double
    return "double" if gain > 0 else "no_double", abs(gain)


def exact_answer_of(position: Position) -> tuple[str, float]:
    """As ``answer_of``, counted. Raises ValueError where the game goes on longer."""
    _no_double, take, drop = _exact(position)
    return "take" if take < drop else "drop", abs(take - drop)


def _exact(position: Position) -> tuple[float, float, float]:
    if not is_last_roll(position):
        raise ValueError("the game does not end with this roll or the next, or could end in more than a single win")
    return last_roll_worths(position)


def named_plays(position: Position, plays: Mapping[str, Moves]) -> Mapping[Board, Moves]:
    """The plays by the positions they lead to, seen by the side on roll."""
    return {board_after(position.seen, moves): moves for moves in plays.values()}
