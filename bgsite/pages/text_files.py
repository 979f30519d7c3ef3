"""The texts of the site: `texts/<page>/<language>.md`, read into values.

A file begins with its head, lines `name: value` for every name of `HEAD`; an empty line ends it; then comes the text,
Markdown with the tags of `templatetags/texts.py`, each heading ending in its anchor: `## The bar {#bar}`.
What is wrong with a file is said with its path and line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Final

from django.utils.functional import Promise

FOLDER: Final = Path(__file__).parent / "texts"
PAGES: Final = ("rules", "guide", "strategy", "history", "glossary", "questions")
ORIGINAL: Final = "en"
"""The language that every page is written in first; shown where another one is missing."""
HEAD: Final = ("title", "summary", "scope", "revised", "corrections")
_HEADING: Final = re.compile(r"(#{2,4}) +(.*?)(?: *\{#([a-z0-9-]+)\})?\s*", re.ASCII)
_LARGEST_CACHE: Final = 64


class TextError(ValueError):
    """What is wrong with a text, and in which file and line."""

    def __init__(self, path: Path, line: int, reason: str) -> None:
        super().__init__(f"{path}:{line}: {reason}")
        self.line = line
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Heading:
    """One heading of a text."""

    level: int
    """2 to 4; the title of the page is the first level."""
    words: str
    anchor: str
    """Empty where it has none: a fault that `proof` finds."""
    line: int
    """Of the file, from 1."""


@dataclass(frozen=True, slots=True)
class TextFacts:
    """What every page that explains something says about itself."""

    page: str
    scope: str | Promise
    """What the page is about, and what it is not."""
    revised: date
    corrections: str | Promise
    """What was corrected, or that nothing was."""


@dataclass(frozen=True, slots=True)
class TextFile:
    """One page in one language."""

    page: str
    language: str
    path: Path
    title: str
    summary: str
    """One sentence."""
    scope: str
    """What the page is about, and what it is not."""
    revised: date
    corrections: str
    """What was corrected, or that nothing was."""
    body: str
    """Everything below the head, tags and all."""
    first_line: int
    """The line of the file in which `body` begins, from 1."""

    @property
    def headings(self) -> tuple[Heading, ...]:
        """All headings, in order."""
        found = []
        for line, text in enumerate(self.body.splitlines(), self.first_line):
            heading = _HEADING.fullmatch(text)
            if heading is not None:
                found.append(Heading(len(heading[1]), heading[2], heading[3] or "", line))
        return tuple(found)


def text_path(page: str, language: str) -> Path:
    """Where the text lies, if it is there."""
    return FOLDER / page / f"{language}.md"


def find_text(page: str, language: str) -> TextFile | None:
    """The text in `language`, else in the original one, else None. Raises TextError for a broken file."""
    for wanted in dict.fromkeys((language, ORIGINAL)):
        path = text_path(page, wanted)
        if path.is_file():
            return _read_once(page, wanted, path.stat().st_mtime_ns)
    return None


@lru_cache(maxsize=_LARGEST_CACHE)
def _read_once(page: str, language: str, changed: int) -> TextFile:
    """The file, read again when it was `changed`."""
    del changed
    return read_text(page, language, text_path(page, language))


def read_text(page: str, language: str, path: Path) -> TextFile:
    """Read one file. Raises TextError."""
    lines = _words(path).splitlines()
    end = next((number for number, line in enumerate(lines) if not line.strip()), len(lines))
    head = _read_head(path, lines[:end])
    return TextFile(
        page=page,
        language=language,
        path=path,
        title=head["title"],
        summary=head["summary"],
        scope=head["scope"],
        revised=_day(path, HEAD.index("revised") + 1, head["revised"]),
        corrections=head["corrections"],
        body="\n".join(lines[end + 1 :]) + "\n",
        first_line=end + 2,
    )


def _words(path: Path) -> str:
    content = path.read_bytes()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise TextError(path, line, "this line is not written in UTF-8") from error


def _read_head(path: Path, lines: list[str]) -> dict[str, str]:
    head: dict[str, str] = {}
    for number, name in enumerate(HEAD, 1):
        given, colon, value = (lines[number - 1] if number <= len(lines) else "").partition(":")
        if not colon or given.strip() != name or not value.strip():
            raise TextError(path, number, f"here the head must say “{name}: …”")
        head[name] = value.strip()
    if len(lines) > len(HEAD):
        raise TextError(path, len(HEAD) + 1, "an empty line must end the head here")
    return head


def _day(path: Path, line: int, value: str) -> date:
    try:
        return date.fromisoformat(value)
    except ValueError as error:
        raise TextError(path, line, f"“{value}” is not a day such as 2026-11-30") from error
