"""Reads the data files of the course (docs/lessons.md). Strict: LessonError names file and field."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from bgsite.lessons.exercise import Course, Drill, Exercise, Stage
from bgsite.lessons.fields import Fields, LessonError
from bgsite.lessons.reading.mistakes import read_mistake
from bgsite.lessons.reading.tasks import read_position_and_task
from bgsite.lessons.reading.words import read_stage_words, read_words
from bgsite.lessons.words import LANGUAGES

FOLDER: Final = Path(__file__).with_name("course")
_NUMBERED: Final = re.compile(r"[0-9]{2}-([a-z0-9]+(?:-[a-z0-9]+)*)")
_STAGE_FILE: Final = "stage.toml"


def load_course(folder: Path = FOLDER) -> Course:
    """All stages of a folder, in the order of their numbers. Raises LessonError."""
    if not folder.is_dir():
        raise LessonError(folder.name, "", "is no folder")
    stages = tuple(_load_stage(path) for path in sorted(folder.iterdir()) if path.is_dir())
    if not stages:
        raise LessonError(folder.name, "", "has no stages")
    return Course(stages)


def _load_stage(folder: Path) -> Stage:
    name, file = _name_of(folder), f"{folder.name}/{_STAGE_FILE}"
    table = Fields(file, _read(folder / _STAGE_FILE, file))
    words = {language: read_stage_words(table.table(language)) for language in LANGUAGES}
    table.done()
    files = sorted(path for path in folder.glob("*.toml") if path.name != _STAGE_FILE)
    return Stage(name, MappingProxyType(words), tuple(load_exercise(path) for path in files))


def load_exercise(path: Path) -> Exercise:
    """One exercise. Raises LessonError."""
    file = f"{path.parent.name}/{path.name}"
    table = Fields(file, _read(path, file))
    drill = table.one_of("drill", Drill)
    position, task = read_position_and_task(table)
    mistakes = tuple(read_mistake(each, task, position) for each in table.tables("wrong"))
    if len({mistake.id for mistake in mistakes}) != len(mistakes):
        raise table.error("wrong", "must each have an id of its own")
    texts = table.table("text")
    words = {language: read_words(texts.table(language), task, mistakes) for language in LANGUAGES}
    texts.done()
    table.done()
    return Exercise(
        file, _name_of(path.parent), _name_of(path), drill, position, task, mistakes, MappingProxyType(words)
    )


def _name_of(path: Path) -> str:
    match = _NUMBERED.fullmatch(path.stem)
    if match is None:
        raise LessonError(path.name, "", "must be named by two digits, a hyphen and small letters")
    return match[1]


def _read(path: Path, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise LessonError(file, "", "is missing") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise LessonError(file, "", f"cannot be read: {error}") from error
