"""What the checkers find."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent.parent
HOLE: Final = "\ufffc"
"""Stands where something is filled in."""
_LETTER: Final = re.compile(r"[^\W\d_]")
_ENTITY: Final = re.compile(r"&#?\w+;")
_NAMES: Final = re.compile(r"\b(?:Android|Barpoint|CSV|JSON|Macintosh|UTC|Windows)\b")
"""What is called the same in every language."""


@dataclass(frozen=True, slots=True, order=True)
class Found:
    """A text that people meet and that is not marked."""

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}"


def found(file: Path, line: int, text: str) -> Found:
    """A finding; the text on one line, with `…` for what is filled in."""
    place = file.relative_to(ROOT) if file.is_relative_to(ROOT) else file
    return Found(str(place), line, " ".join(text.replace(HOLE, "…").split()))


def has_words(text: str) -> bool:
    """Say whether the text has a letter of any script that is neither filled in nor part of a name."""
    return _LETTER.search(_NAMES.sub("", _ENTITY.sub("", text))) is not None
