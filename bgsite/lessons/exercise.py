"""An exercise: what is asked, in which position, what is right and why, and in which words; and the course of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from bgsite.lessons.attempts import Moves
from bgsite.lessons.given import Answer
from bgsite.lessons.position import Position
from bgsite.lessons.tasks import Task
from bgsite.lessons.words import StageWords, Words
from games.rules.dice import Dice


class Drill(StrEnum):
    """What kind of thinking an exercise is for."""

    UNDERSTAND = "understand"
    COMPARE = "compare"
    REVIEW = "review"


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
