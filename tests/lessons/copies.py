"""Exercises of the course, changed: for seeing what is refused, and that what is right is not."""

from __future__ import annotations

from pathlib import Path

from bgsite.lessons.exercise import Exercise
from bgsite.lessons.loader import FOLDER, load_exercise


def changed_file(folder: Path, file: str, *changes: tuple[str, str]) -> Path:
    """A copy of a data file of the course with parts of its text replaced."""
    text = (FOLDER / file).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    copy = folder / file
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.write_text(text, encoding="utf-8")
    return copy


def changed(folder: Path, file: str, *changes: tuple[str, str]) -> Exercise:
    """The exercise of such a copy."""
    return load_exercise(changed_file(folder, file, *changes))
