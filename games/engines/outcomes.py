"""How a game may come out: chances of each size of win, as every engine gives them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.score import ResultKind


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Chances of one side. Inclusive: ``gammon`` counts backgammons too, and ``win`` both (case 115)."""

    win: float
    gammon: float
    backgammon: float
    lost_gammon: float
    lost_backgammon: float

    @classmethod
    def of(cls, chances: Sequence[float]) -> Outcomes:
        """From win, gammon, backgammon, lost gammon, lost backgammon; nested where an estimate is not."""
        win = min(1.0, max(0.0, chances[0]))
        gammon = min(win, max(0.0, chances[1]))
        lost_gammon = min(1.0 - win, max(0.0, chances[3]))
        return cls(win, gammon, min(gammon, max(0.0, chances[2])), lost_gammon, min(lost_gammon, max(0.0, chances[4])))

    @classmethod
    def won(cls, kind: ResultKind) -> Outcomes:
        """A game won for certain."""
        return cls(1.0, float(kind >= ResultKind.GAMMON), float(kind >= ResultKind.BACKGAMMON), 0.0, 0.0)

    def turned(self) -> Outcomes:
        """The same game seen by the other side."""
        return Outcomes(1.0 - self.win, self.lost_gammon, self.lost_backgammon, self.gammon, self.backgammon)

    @property
    def equity(self) -> float:
        """Cubeless equity with multipliers 1/2/3 (formulas.md 2)."""
        return 2 * self.win - 1 + self.gammon - self.lost_gammon + self.backgammon - self.lost_backgammon

    def wins(self) -> tuple[tuple[ResultKind, float], ...]:
        """The chance of exactly each size of win."""
        return (
            (ResultKind.SINGLE, self.win - self.gammon),
            (ResultKind.GAMMON, self.gammon - self.backgammon),
            (ResultKind.BACKGAMMON, self.backgammon),
        )
