"""What a player that is not a person is asked, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from games.rules.actions import PlayerAction
from games.rules.plays import Play
from games.rules.sides import Side
from games.rules.state import MatchState


class CubeChoice(StrEnum):
    """What can be best when the cube is the question."""

    NO_DOUBLE = "no_double"
    DOUBLE = "double"
    TOO_GOOD = "too_good"
    """Not doubling is right although the other would have to drop."""
    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"
    """Turn it once more: beaver, raccoon and further."""


@dataclass(frozen=True, slots=True)
class RankedPlay:
    """One of the best plays. Equities are per point of the cube, seen by the mover (EMG in a match)."""

    play: Play
    text: str
    """As ``games.notation.play_text`` writes it."""
    equity: float
    loss: float
    """How much less than the best play, >= 0."""


@dataclass(frozen=True, slots=True)
class CubeVerdict:
    """A cube decision. Equities are those of the asked side, per point of the cube before the turn."""

    best: CubeChoice
    no_double: float
    take: float
    drop: float


@dataclass(frozen=True, slots=True)
class Advice:
    """Either the best plays (at most three, best first) or a cube decision."""

    plays: tuple[RankedPlay, ...]
    cube: CubeVerdict | None


class Brain(Protocol):
    """A player of some strength. Asked twice the same, it answers the same."""

    def decide(self, state: MatchState, side: Side) -> PlayerAction | None:
        """What ``side`` does now; None when nobody waits for it. Raises EngineError."""
        ...

    def advise(self, state: MatchState, side: Side) -> Advice:
        """What it would do as ``side``, with equities.

        Raises NothingToDecideError unless ``side`` has dice to play, may double, or was doubled;
        EngineError when the engine fails.
        """
        ...
