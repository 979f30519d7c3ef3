"""An exercise: what is asked, in which position, what is right and why, and in which words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bgsite.lessons.attempts import Moves
from games.rules.board import Board
from games.rules.cube import Cube
from games.rules.dice import Dice
from games.rules.score import Crawford
from games.rules.sides import Pair, Side

LANGUAGES: Final = ("en", "zh-hans", "zh-hant")


class Drill(StrEnum):
    """What kind of thinking an exercise is for."""

    UNDERSTAND = "understand"
    COMPARE = "compare"
    REVIEW = "review"


@dataclass(frozen=True, slots=True)
class Setting:
    """Cube, score and rules beside the board."""

    cube: Cube | None
    """None: played without a cube."""
    length: int | None
    """None: money play."""
    score: Pair[int]
    crawford: Crawford
    jacoby: bool
    is_offered: bool
    """Whoever is on roll has doubled, and the other must answer."""


@dataclass(frozen=True, slots=True)
class Position:
    """The board in White's frame, who is on roll, and the dice if they are thrown. White is near."""

    board: Board
    on_roll: Side
    dice: Dice | None
    setting: Setting

    @property
    def seen(self) -> Board:
        """The board as the side on roll sees it."""
        return self.board.seen_by(self.on_roll)


# --- what is asked, by how it is answered ---------------------------------------------------------------------


class PlayClaim(StrEnum):
    """Which legal plays are right."""

    LEGAL = "legal"
    """All of them."""
    ONLY = "only"
    """The one there is."""
    NOTHING = "nothing"
    """There is none, and that must be said."""
    ENTERS = "enters"
    """All that leave nobody on the bar."""
    HITS = "hits"
    """All that hit."""
    BEARS_OFF = "bears_off"
    """All that bear off as many as can be borne off."""
    SAFE = "safe"
    """All after which no roll of the other side hits."""
    BEST = "best"
    """The engine's choice, by a margin."""


@dataclass(frozen=True, slots=True)
class PlayTask:
    """Checkers are moved on the board."""

    claim: PlayClaim
    plays: tuple[str, ...]
    """The right plays as text; left out where the claim says them all."""
    is_free: bool
    """Steps that the rules refuse can be tried."""


class ChoiceClaim(StrEnum):
    """What makes a choice the right one."""

    BEST = "best"
    """The engine finds its play the best of those named, by a margin."""
    FEWEST_SHOTS = "fewest_shots"
    """After its play the fewest of the 36 rolls hit."""
    LEGAL = "legal"
    """Its play is the only legal one of those named."""
    FAULT = "fault"
    """It names why the rules refuse the play that was made."""
    RESULT = "result"
    """It names the size of the loss for White in this position, Black having borne off the last checker."""
    MAY_DOUBLE = "may_double"
    """It says what the rules answer to a double."""
    LAST_ROLL_DOUBLE = "last_roll_double"
    """Double or not, counted exactly: this roll wins, or the other side wins with the next."""
    LAST_ROLL_ANSWER = "last_roll_answer"
    """Take or drop, counted in the same way."""
    ENGINE_DOUBLE = "engine_double"
    ENGINE_ANSWER = "engine_answer"


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


class PointsClaim(StrEnum):
    """Which points are meant."""

    START = "start"
    """Where White's checkers are at the start."""
    ENTRY = "entry"
    """Where the checker on the bar may enter."""
    TARGETS = "targets"
    """Where White's rearmost checker may land with these dice, by one number or by both."""
    PRIME = "prime"
    """White's longest prime."""
    BLOTS = "blots"
    """Where White's blots are."""


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


class NumberClaim(StrEnum):
    """What is counted."""

    PIPS = "pips"
    PIPS_BLACK = "pips_black"
    SHOTS = "shots"
    """Rolls of 36 with which the side on roll hits."""
    ENTERING = "entering"
    """Rolls of 36 with which at least one checker enters."""
    LAST_ROLL = "last_roll"
    """Rolls of 36 with which the side on roll bears off everything."""
    MIRRORED = "mirrored"
    """Black's number of a point of White's, named by ``of``."""
    TAKE_POINT = "take_point"
    """The chance, in whole percent, from which a take is right: money play, a cube that is not turned again."""
    POINTS_WON = "points_won"
    """What the winner gets: the cube times the size ``of`` the win (1, 2 or 3)."""


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

# --- words ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardWords:
    """A statement and why it is true or false."""

    statement: str
    why: str


@dataclass(frozen=True, slots=True)
class Words:
    """Everything of an exercise that is read, in one language."""

    title: str
    task: str
    right: str
    """Said to the right answer."""
    other: str
    """Said to a wrong answer that no entry of ``wrong`` is about."""
    solution: str
    check: str
    """By what learners see for themselves that they have understood."""
    wrong: Mapping[str, str]
    choices: Mapping[str, str]
    cards: Mapping[str, CardWords]


@dataclass(frozen=True, slots=True)
class Placed:
    """The answer to a PlaceTask: point → checkers."""

    counts: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Called:
    """The answer to a CardsTask: id → whether it is called true."""

    cards: Mapping[str, bool]


Answer = Moves | str | frozenset[int] | int | Placed | Called
"""Of a PlayTask the moves, of a ChoiceTask the id, of a PointsTask the points, of a NumberTask the number."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A wrong answer with words of its own, and an example of it."""

    id: str
    answer: Answer
    shows: Moves | None = None
    """A play that shows why it is wrong, by the side on roll, with ``dice``."""
    dice: Dice | None = None


@dataclass(frozen=True, slots=True)
class Exercise:
    """One exercise of the course."""

    file: str
    stage: str
    name: str
    drill: Drill
    position: Position
    task: Task
    mistakes: tuple[Mistake, ...]
    words: Mapping[str, Words]

    @property
    def key(self) -> str:
        """Its name in addresses and in the progress: stage and name."""
        return f"{self.stage}/{self.name}"


@dataclass(frozen=True, slots=True)
class StageWords:
    """A stage in one language."""

    title: str
    summary: str


@dataclass(frozen=True, slots=True)
class Stage:
    """Some exercises about one thing."""

    name: str
    words: Mapping[str, StageWords]
    exercises: tuple[Exercise, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """All stages in their order."""

    stages: tuple[Stage, ...]

    @property
    def exercises(self) -> tuple[Exercise, ...]:
        """All exercises in their order."""
        return tuple(exercise for stage in self.stages for exercise in stage.exercises)
