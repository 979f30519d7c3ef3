"""A table of a data file, read strictly: what is missing, unknown or of another type is an error that says where."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, TypeVar

Kind = TypeVar("Kind")
Word = TypeVar("Word", bound=StrEnum)
Tables = Mapping[str, Any]

_NAMES = {str: "a text", int: "a whole number", bool: "true or false", list: "a list", dict: "a table"}


class LessonError(Exception):
    """A data file of the course does not hold what it must; ``str()`` names the file, the field and the reason."""

    def __init__(self, file: str, field: str, reason: str) -> None:
        super().__init__(f"{file}: {field}: {reason}" if field else f"{file}: {reason}")
        self.file = file
        self.field = field
        self.reason = reason


class Fields:
    """One table. Each key is taken once; ``done`` raises LessonError for what nobody took."""

    def __init__(self, file: str, table: Tables, at: str = "") -> None:
        self.file = file
        self.at = at
        self._left = dict(table)

    def error(self, name: str, reason: str) -> LessonError:
        """An error at the field ``name`` of this table."""
        return LessonError(self.file, f"{self.at}{name}", reason)

    def has(self, name: str) -> bool:
        """Whether the key is there and was not taken yet."""
        return name in self._left

    def take(self, name: str, kind: type[Kind]) -> Kind:
        """The value of a key that must be there. Raises LessonError."""
        if name not in self._left:
            raise self.error(name, "is missing")
        value = self._left.pop(name)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.error(name, f"must be {_NAMES[kind]}, not {value!r}")
        return value

    def maybe(self, name: str, kind: type[Kind]) -> Kind | None:
        """The value of a key that may be left out. Raises LessonError."""
        return self.take(name, kind) if self.has(name) else None

    def text(self, name: str) -> str:
        """A text that is not empty, without blanks around it. Raises LessonError."""
        text = self.take(name, str).strip()
        if not text:
            raise self.error(name, "is empty")
        return text

    def one_of(self, name: str, kind: type[Word]) -> Word:
        """A word of a fixed list. Raises LessonError."""
        value = self.take(name, str)
        try:
            return kind(value)
        except ValueError as error:
            raise self.error(name, f"must be one of {', '.join(kind)}, not {value!r}") from error

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts. Raises LessonError."""
        found = self.take(name, list)
        if not all(isinstance(one, str) for one in found):
            raise self.error(name, "must be a list of texts")
        return tuple(found)

    def table(self, name: str) -> Fields:
        """The table of a key that must be there. Raises LessonError."""
        return Fields(self.file, self.take(name, dict), f"{self.at}{name}.")

    def tables(self, name: str) -> tuple[Fields, ...]:
        """A list of tables, empty where the key is left out. Raises LessonError."""
        found = self.maybe(name, list) or []
        if not all(isinstance(one, dict) for one in found):
            raise self.error(name, "must be a list of tables")
        return tuple(Fields(self.file, one, f"{self.at}{name}[{number}].") for number, one in enumerate(found, 1))

    def named(self, name: str) -> dict[str, Any]:
        """A table as it is, empty where the key is left out. Raises LessonError."""
        return dict(self.maybe(name, dict) or {})

    def done(self) -> None:
        """Nothing is left. Raises LessonError for the first key that nobody knows."""
        for name in self._left:
            raise self.error(name, "is not a field of this kind of exercise")
