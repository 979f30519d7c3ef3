"""The adapter to bgsage: questions in our values, answers in ours. The one module that imports it.

Only its documented analyser is used (case 107). Every call names everything that changes the answer (case 116),
and one call runs at a time in a process, for the library holds state of its own (case 112). It is never asked
what is legal (cases 109, 110); a play it does not know is simply missing from its answer.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.engines.errors import EngineError, EngineMissingError
from games.engines.met import TABLE_POINTS
from games.engines.outcomes import Outcomes
from games.engines.situation import Situation
from games.rules.board import Board
from games.rules.dice import Dice
from games.rules.rulecard import Multipliers
from games.rules.score import Crawford

_ONE_AT_A_TIME = threading.Lock()
_THREADS = 2

Cells = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """A position after a play, seen by the side that made it."""

    outcomes: Outcomes
    equity: float
    """Cubeful, by the engine's own idea of what a game is worth."""


@dataclass(frozen=True, slots=True)
class CubeJudged:
    """A position before a roll, seen by the side that is to roll; equities per point of the cube."""

    outcomes: Outcomes
    no_double: float
    take: float
    drop: float


class Sage:
    """One analyser of bgsage, looking ``plies`` ahead in its counting (1 = the network alone)."""

    def __init__(self, plies: int) -> None:
        self.plies = plies
        self._analyser = _analyser(plies)

    def plays(self, board: Board, dice: Dice, situation: Situation) -> dict[Cells, Judged]:
        """The final positions of the plays it knows, each judged; seen by the mover."""
        with _ONE_AT_A_TIME:
            found = self._ask("checker_play", board, situation, dice.high, dice.low, beaver=_beavers(situation))
        return {
            tuple(move.board): Judged(Outcomes.of(move.probs.to_list()), float(move.equity)) for move in found.moves
        }

    def after(self, board: Board, situation: Situation) -> Judged:
        """One position after a play, seen by the side that made it."""
        with _ONE_AT_A_TIME:
            found = self._ask("post_move_analytics", board, situation)
        return Judged(Outcomes.of(found.probs.to_list()), float(found.cubeful_equity))

    def cube(self, board: Board, situation: Situation, *, beaver: bool) -> CubeJudged:
        """A position before the roll; ``beaver``: whether the other would beaver where that is right."""
        with _ONE_AT_A_TIME:
            found = self._ask("cube_action", board, situation, beaver=beaver)
        return CubeJudged(
            Outcomes.of(found.probs.to_list()), float(found.equity_nd), float(found.equity_dt), float(found.equity_dp)
        )

    def _ask(self, question: str, board: Board, situation: Situation, *dice: int, **more: bool) -> Any:
        me, other = _score(situation)
        try:
            return getattr(self._analyser, question)(
                list(board.cells),
                *dice,
                cube_value=situation.cube,
                cube_owner=str(situation.holder),
                away1=me,
                away2=other,
                is_crawford=situation.crawford is Crawford.ACTIVE,
                jacoby=situation.card.jacoby,
                **more,
            )
        except (ArithmeticError, LookupError, RuntimeError, TypeError, ValueError) as error:
            raise EngineError(f"bgsage failed on {question} of {board.cells}: {error}") from error


def _beavers(situation: Situation) -> bool:
    return situation.card.max_redoubles > 0


def _score(situation: Situation) -> tuple[int, int]:
    """The score the engine is told. It knows no other multipliers and no longer matches.

    Where gammons never count it is told that both need one point: there they do not count either. A longer
    match is told as its last 25 points; what that gets wrong ``cubeful`` sets right.
    """
    if situation.card.multipliers is Multipliers.ONE_ONE_ONE:
        return 1, 1
    if situation.away is None:
        return 0, 0
    me, other = situation.away
    return min(me, TABLE_POINTS), min(other, TABLE_POINTS)


@cache
def _analyser(plies: int) -> Any:
    """Loaded once for a process: 0.1 s and 70 to 180 MB."""
    try:
        from bgsage import BgBotAnalyzer  # noqa: PLC0415 - the site starts without it
    except ImportError as error:
        raise EngineMissingError(f"bgsage does not load: {error}") from error
    return BgBotAnalyzer(eval_level=f"{plies}ply", parallel_threads=_THREADS)


@cache
def sage(plies: int) -> Sage:
    """The engine that looks so many plies ahead, the same for the whole process. Raises EngineMissingError."""
    return Sage(plies)
