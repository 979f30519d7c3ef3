"""The value of a cube from the chances of a game alone, whatever the card says a game is worth.

Janowski's model: a fully live cube is turned exactly at the cash point, a dead one never; the truth lies
between by the cube's life. Used where the engine's own assumptions are not the card's (``Situation.is_ordinary``):
other multipliers, no cube, a cube near its limit, matches longer than the table. Money and matches differ only in
what points are worth.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engines.outcomes import Outcomes
from games.engines.situation import Holder, Situation
from games.rules.board import Board

_LIFE_OF_CONTACT = 0.68
_MOST_TURNS = 5
"""Turns of the cube looked ahead; further ones change nothing that could be seen."""


@dataclass(frozen=True, slots=True)
class CubeEquities:
    """Of the side that may double, per point of the cube (EMG in a match)."""

    no_double: float
    take: float
    """Doubled and taken."""
    drop: float


def cube_life(board: Board) -> float:
    """How alive the cube is, 0 to 1 (formulas.md 3)."""
    if board.has_contact:
        return _LIFE_OF_CONTACT
    pips = (board.pip_count + board.mirror().pip_count) / 2
    return min(0.7, max(0.6, 0.55 + 0.00125 * pips))


def equity(outcomes: Outcomes, situation: Situation, life: float) -> float:
    """The equity of ``situation`` as it stands, with no cube turned now."""
    return situation.normalised(_worth(outcomes, situation, life))


def cube_equities(outcomes: Outcomes, situation: Situation, life: float) -> CubeEquities:
    """What doubling now would bring."""
    taken = situation.with_cube(situation.cube * 2, Holder.THEIRS)
    return CubeEquities(
        no_double=equity(outcomes, situation, life),
        take=situation.normalised(_worth(outcomes, taken, life)),
        drop=situation.normalised(situation.worth_of_points(situation.cube)),
    )


def _worth(outcomes: Outcomes, situation: Situation, life: float) -> float:
    dead = _dead(outcomes, situation)
    if not situation.is_cube_alive:
        return dead
    return (1 - life) * dead + life * _live(outcomes, situation)


def _dead(outcomes: Outcomes, situation: Situation) -> float:
    """Nobody turns the cube again."""
    won = sum(chance * situation.worth(kind, won=True) for kind, chance in outcomes.wins())
    return won + sum(chance * situation.worth(kind, won=False) for kind, chance in outcomes.turned().wins())


def _live(outcomes: Outcomes, situation: Situation) -> float:
    """Each side turns the cube exactly where the other may drop: a line between the two points."""
    low, bottom = _their_end(outcomes, situation)
    high, top = _my_end(outcomes, situation)
    if outcomes.win >= high and high < 1:
        return max(top, _dead(outcomes, situation))
    if outcomes.win <= low and low > 0:
        return min(bottom, _dead(outcomes, situation))
    return bottom + (top - bottom) * (outcomes.win - low) / (high - low)


def _my_end(outcomes: Outcomes, situation: Situation) -> tuple[float, float]:
    """The chance from which I cash, and what I have there; (1, a won game) where I may not turn the cube."""
    if not situation.may_turn():
        return 1.0, _mean_win(outcomes, situation)
    return 1.0 - _take_point(outcomes.turned(), situation.turned(), _MOST_TURNS), situation.worth_of_points(
        situation.cube
    )


def _their_end(outcomes: Outcomes, situation: Situation) -> tuple[float, float]:
    """The chance to which the other cashes, and what I have there; (0, a lost game) where the other may not."""
    if not situation.turned().may_turn():
        return 0.0, _mean_loss(outcomes, situation)
    return _take_point(outcomes, situation, _MOST_TURNS), situation.worth_of_points(-situation.cube)


def _take_point(outcomes: Outcomes, situation: Situation, turns: int) -> float:
    """The chance I need to take if the other turns the cube now, the cube being fully live."""
    mine = situation.with_cube(situation.cube * 2, Holder.MINE)
    drop, lost = situation.worth_of_points(-situation.cube), _mean_loss(outcomes, mine)
    if turns and mine.may_turn():
        cash_at = 1.0 - _take_point(outcomes.turned(), mine.turned(), turns - 1)
        top = mine.worth_of_points(mine.cube)
    else:
        cash_at, top = 1.0, _mean_win(outcomes, mine)
    return min(0.999, max(0.001, cash_at * (drop - lost) / (top - lost))) if top > lost else 0.5


def _mean_win(outcomes: Outcomes, situation: Situation) -> float:
    return _mean(outcomes, situation, won=True)


def _mean_loss(outcomes: Outcomes, situation: Situation) -> float:
    return _mean(outcomes.turned(), situation, won=False)


def _mean(outcomes: Outcomes, situation: Situation, *, won: bool) -> float:
    """What a game is worth once it is known who wins, its size being as likely as it is now."""
    if outcomes.win <= 0:
        return situation.worth_of_points(situation.cube if won else -situation.cube)
    return sum(chance * situation.worth(kind, won=won) for kind, chance in outcomes.wins()) / outcomes.win
