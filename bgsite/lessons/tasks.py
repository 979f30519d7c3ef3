"""What is asked, by how it is answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bgsite.lessons.attempts import Moves
from bgsite.lessons.claims import ChoiceClaim, NumberClaim, PlayClaim, PointsClaim
from games.rules.board import Board
from games.rules.dice import Dice


@dataclass(frozen=True, slots=True)
class PlayTask:
    """Checkers are moved on the board."""

    claim: PlayClaim
    plays: tuple[str, ...]
    """The right plays as text; left out where the claim says them all."""
    is_free: bool
    """Steps that the rules refuse can be tried."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the answers to choose from."""

    id: str
    moves: Moves | None
    """The play it stands for, or one that shows what follows from it."""
    dice: Dice | None
    """The dice of ``moves``: its own, else those of the position."""
    fact: str
    """What it says, for claims that are about a word; else empty."""


@dataclass(frozen=True, slots=True)
class ChoiceTask:
    """One of several answers is chosen."""

    claim: ChoiceClaim
    choices: tuple[Choice, ...]
    right: str
    made: Moves | None
    """The play that was made, in a review."""


@dataclass(frozen=True, slots=True)
class PointsTask:
    """Points are chosen."""

    claim: PointsClaim
    points: frozenset[int]


@dataclass(frozen=True, slots=True)
class PlaceTask:
    """White's missing checkers are placed as at the start."""

    missing: Mapping[int, int]
    """Point → checkers."""


@dataclass(frozen=True, slots=True)
class NumberTask:
    """A number is the answer."""

    claim: NumberClaim
    number: int
    of: int


@dataclass(frozen=True, slots=True)
class Proof:
    """An example that shows whether a statement holds: a play that the rules allow or refuse."""

    board: Board
    dice: Dice
    moves: Moves
    is_legal: bool


@dataclass(frozen=True, slots=True)
class Card:
    """A statement, true or false."""

    id: str
    is_true: bool
    proof: Proof


@dataclass(frozen=True, slots=True)
class CardsTask:
    """Each statement is called true or false."""

    cards: tuple[Card, ...]


Task = PlayTask | ChoiceTask | PointsTask | PlaceTask | NumberTask | CardsTask
