"""What matters about a position beside the board: card, cube and score, seen by one side.

It is the whole key of a question to an engine: nothing that changes the answer is left out (case 116).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from games.engines.met import TABLE_POINTS, chance
from games.rules.cube import Cube
from games.rules.rulecard import Multipliers, RuleCard
from games.rules.score import Crawford, ResultKind, away
from games.rules.sides import Side
from games.rules.state import MatchState, game_of
from games.rules.worth import multiplier


class Holder(StrEnum):
    """Who may turn the cube."""

    CENTRED = "centered"
    MINE = "player"
    THEIRS = "opponent"

    @property
    def turned(self) -> Holder:
        """The same, seen by the other side."""
        match self:
            case Holder.CENTRED:
                return Holder.CENTRED
            case Holder.MINE:
                return Holder.THEIRS
            case Holder.THEIRS:
                return Holder.MINE


@dataclass(frozen=True, slots=True)
class Situation:
    """Card, cube and score from one side's view ("me")."""

    card: RuleCard
    cube: int
    holder: Holder
    away: tuple[int, int] | None
    """Points I and the other need; None outside matches."""
    crawford: Crawford

    @classmethod
    def of(cls, state: MatchState, side: Side) -> Situation:
        """As ``side`` sees the running game."""
        cube, length = game_of(state).cube, state.card.length
        holder = {None: Holder.CENTRED, side: Holder.MINE}.get(cube.owner, Holder.THEIRS)
        needs = None if length is None else (away(state.score, length, side), away(state.score, length, side.other))
        return cls(state.card, cube.value, holder, needs, state.crawford)

    def turned(self) -> Situation:
        """The same, seen by the other side."""
        needs = None if self.away is None else (self.away[1], self.away[0])
        return replace(self, holder=self.holder.turned, away=needs)

    def with_cube(self, cube: int, holder: Holder) -> Situation:
        """The same with another cube."""
        return replace(self, cube=cube, holder=holder)

    @property
    def is_cube_alive(self) -> bool:
        """Whether somebody may turn the cube in this game, now or later (rules.md 2.1, 2.5, 4.2)."""
        holder = self.holder
        mine = holder is not Holder.THEIRS and self._is_useful_to(0)
        theirs = holder is not Holder.MINE and self._is_useful_to(1)
        return self.crawford is not Crawford.ACTIVE and self.cube * 2 <= self.card.cube_limit and (mine or theirs)

    def may_turn(self) -> bool:
        """Whether I may turn this cube at some time, all other rules apart."""
        return self.holder is not Holder.THEIRS and self.is_cube_alive and self._is_useful_to(0)

    def _is_useful_to(self, index: int) -> bool:
        return self.away is None or self.cube < self.away[index]

    @property
    def is_ordinary(self) -> bool:
        """Whether the engine's own idea of what a game is worth is the card's.

        It knows matches up to 25 points with a cube, and money play with multipliers 1/2/3 and a cube without a
        limit. Everything else is valued here from the chances it gives (``cubeful``).
        """
        if self.card.multipliers is not Multipliers.ONE_TWO_THREE:
            return False
        if self.away is not None and max(self.away) > TABLE_POINTS:
            return False
        if self.away == (1, 1):
            return True
        needed = 4 if self.away is None or self.cube * 2 < max(self.away) else 2
        return self.cube * needed <= self.card.cube_limit

    def worth(self, kind: ResultKind, *, won: bool) -> float:
        """What the game is worth to me if it ends now with ``kind``: points, or the chance to win the match."""
        points = self.cube * multiplier(self.card, self._cube_value(), kind)
        return self.worth_of_points(points if won else -points)

    def worth_of_points(self, points: int) -> float:
        """What so many points for me (negative: for the other) are worth: themselves, or match chances."""
        if self.away is None:
            return float(points)
        me, other = self.away
        after = self.crawford is not Crawford.PENDING
        return chance(me - max(0, points), other - max(0, -points), is_after_crawford=after)

    def normalised(self, value: float) -> float:
        """A worth as equity: +1 is winning the cube's points, -1 losing them (EMG, formulas.md 2)."""
        win, lose = self.worth_of_points(self.cube), self.worth_of_points(-self.cube)
        return (2 * value - win - lose) / (win - lose)

    def value_of(self, equity: float) -> float:
        """The worth behind an equity: the reverse of ``normalised``."""
        win, lose = self.worth_of_points(self.cube), self.worth_of_points(-self.cube)
        return (equity * (win - lose) + win + lose) / 2

    def _cube_value(self) -> Cube:
        return Cube(self.cube, None if self.holder is Holder.CENTRED else Side.WHITE)
