"""The words of the data files: everything of an exercise or a stage that is read, in one language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

LANGUAGES: Final = ("en", "zh-hans", "zh-hant")


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
class StageWords:
    """A stage in one language."""

    title: str
    summary: str
