"""What the IDs say, as one value: the checkers and everything around them (formats.md 1 to 3)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.notation.errors import Fault, NotationError
from games.rules.board import Board
from games.rules.cube import Cube
from games.rules.dice import Dice
from games.rules.score import ResultKind
from games.rules.sides import Pair, Side

PLAYERS = (Side.WHITE, Side.BLACK)
"""The sides by the player numbers of the formats: 0 White (left, top), 1 Black (right, bottom)."""

USUAL_MAX_CUBE = 1024
"""The cube limit an XGID usually names; the other IDs have none."""

_CENTRED = Cube()
_LEVEL = Pair(0, 0)


class GamePhase(StrEnum):
    """The game state of a match ID, in the order of its numbers 0-4."""

    NONE = "none"
    PLAYING = "playing"
    OVER = "over"
    """Ended by bearing off."""
    RESIGNED = "resigned"
    DROP = "drop"
    """Ended by a dropped double."""


@dataclass(frozen=True, slots=True)
class IdFields:
    """Cube, score, dice and who must do what."""

    on_roll: Side
    """Who rolled or is about to roll."""
    turn: Side
    """Who must act: not ``on_roll`` while a double or a resignation waits for the other side."""
    cube: Cube = _CENTRED
    """While a double waits: as before it. While a beaver waits: accepted so far, owned by the beaverer."""
    crawford: bool = False
    phase: GamePhase = GamePhase.PLAYING
    doubled: bool = False
    resigned: ResultKind | None = None
    """A resignation that waits for its answer."""
    dice: Dice | None = None
    length: int = 0
    """Points to win; 0 is money play."""
    score: Pair[int] = _LEVEL
    jacoby: bool = False
    beavers: bool | None = False
    """None when the text cannot tell: a money position known by its match ID only."""
    max_cube: int | None = USUAL_MAX_CUBE
    """The highest cube allowed; None for no limit."""

    @property
    def is_beaver_pending(self) -> bool:
        """A beaver waits for the doubler."""
        return self.doubled and self.turn is self.on_roll

    @property
    def is_raccoon_pending(self) -> bool:
        """A raccoon waits for the beaverer: the cube is theirs already."""
        return self.doubled and self.turn is not self.on_roll and self.cube.owner is self.turn


@dataclass(frozen=True, slots=True)
class PositionState:
    """A whole position. ``board`` is seen by the side on roll, also while the other one must answer."""

    board: Board
    fields: IdFields


def check_fields(fields: IdFields) -> None:
    """Raise NotationError if the fields contradict each other."""
    if fields.crawford:
        _check_crawford(fields)
    if fields.doubled:
        _check_doubled(fields)


def _check_crawford(fields: IdFields) -> None:
    if not fields.length:
        raise NotationError(Fault.CRAWFORD_MONEY)
    if fields.doubled:
        raise NotationError(Fault.DOUBLED_CRAWFORD)
    if fields.phase is GamePhase.PLAYING and fields.length - 1 not in tuple(fields.score):
        white, black = fields.score
        raise NotationError(Fault.CRAWFORD_SCORE, white=white, black=black, length=fields.length)


def _check_doubled(fields: IdFields) -> None:
    if fields.dice is not None:
        raise NotationError(Fault.DOUBLED_DICE)
    if fields.turn is fields.on_roll and fields.cube.owner is not fields.on_roll.other:
        raise NotationError(Fault.DOUBLED_TURN)
    if fields.cube.owner is fields.on_roll.other and (fields.length or not fields.beavers):
        raise NotationError(Fault.DOUBLED_NOT_OWNER)
