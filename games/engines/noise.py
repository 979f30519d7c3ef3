"""Errors of judgement: how a weaker level sees an equity.

Not the dice are worse for it, and nothing is drawn when asked again: the errors of a decision follow from
the level, the decision and what is judged, so a task that runs twice plays the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from games.rules.levels import Level
from games.rules.state import MatchState


@dataclass(frozen=True, slots=True)
class Blur:
    """The normal error (standard deviation ``width``, in equity) of one decision."""

    width: float
    seed: str

    def of(self, equity: float, what: object) -> float:
        """``equity`` as the level sees it; ``what`` names the alternative it belongs to."""
        if self.width == 0:
            return equity
        return equity + Random(f"{self.seed}|{what}").gauss(0.0, self.width)  # noqa: S311 - errors, not dice


def blur_of(level: Level, width: float, state: MatchState) -> Blur:
    """The errors of ``level`` in the decision that ``state`` asks for.

    Made of what both players see: the game, its decision, board, cube and score; no clock, no version.
    """
    game = state.game
    facts: tuple[object, ...] = () if game is None else (game.number, game.board.cells, game.cube.value)
    score = tuple(state.score)
    return Blur(width, f"{level}|{state.decision}|{score}|{facts}")
