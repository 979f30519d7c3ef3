"""The course, read once for a process."""

from __future__ import annotations

from functools import cache

from bgsite.lessons.exercise import Course, Exercise
from bgsite.lessons.loader import load_course


@cache
def course() -> Course:
    """All stages. Raises LessonError; `make lint` keeps that from happening on a running site."""
    return load_course()


def exercise_named(stage: str, name: str) -> Exercise | None:
    """The exercise at an address; None where there is none."""
    return _by_key().get(f"{stage}/{name}")


def keys() -> frozenset[str]:
    """The keys of all exercises."""
    return frozenset(_by_key())


def beside(exercise: Exercise) -> tuple[Exercise | None, Exercise | None]:
    """The exercises before and after one, over the borders of stages."""
    every = course().exercises
    at = every.index(exercise)
    return every[at - 1] if at else None, every[at + 1] if at + 1 < len(every) else None


@cache
def _by_key() -> dict[str, Exercise]:
    return {exercise.key: exercise for exercise in course().exercises}
