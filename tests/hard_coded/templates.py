"""Django's templates: text between tags, attributes, and words handed to other templates or to filters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.template.base import Lexer, Token, TokenType

from tests.hard_coded.found import HOLE, ROOT, Found, found, has_words
from tests.hard_coded.markup import said

_FOLDERS: Final = ("bgsite", "matches", "stats")
_ENDINGS: Final = ("html", "txt")
_GIVEN: Final = re.compile(r"\b(\w+)=(?:\"([^\"]*)\"|'([^']*)')")
"""A word handed on as it is: `submit="Send"`; `submit=_("Send")` is not one."""
_SHOWN: Final = frozenset({"cancel", "heading", "label", "lead", "note", "submit", "text", "title"})
"""Parameters of our templates that are shown; what else is handed on and looks like a name in code is one."""
_CODE: Final = re.compile(r"[a-z0-9_:.#/-]*")
_CLASSES: Final = re.compile(r"block \w*class")
_FILTERED: Final = re.compile(r"\|(?:default|default_if_none|yesno|pluralize|add):(?:\"([^\"]*)\"|'([^']*)')")
_PLURAL: Final = re.compile(r"\|pluralize\b")
_DATE: Final = re.compile(r"\|(?:date|time):(?:\"([^\"]*)\"|'([^']*)')")
_DATES: Final = re.compile(r"[A-Z_]+_FORMAT|c|Y-m-d|(?:Y-m-d )?H:i(?::s(?:\.u)?)?")
"""Formats that the language decides, and those of machines and logs."""


def in_templates() -> Iterator[Found]:
    """Find them in all templates."""
    for folder in _FOLDERS:
        for ending in _ENDINGS:
            for file in sorted((ROOT / folder).glob(f"**/templates/**/*.{ending}")):
                yield from in_template(file, file.read_text(encoding="utf-8"))


def in_template(file: Path, source: str) -> Iterator[Found]:
    """Find them in one template."""
    rest: list[str] = []
    skipped = ""
    for token in Lexer(source).tokenize():
        name = token.contents.split()[0] if token.token_type is TokenType.BLOCK else ""
        if skipped:
            if name == f"end{skipped}":
                skipped = ""
            rest.append("\n" * token.contents.count("\n"))
        elif token.token_type is TokenType.TEXT:
            rest.append(token.contents)
        else:
            if name in {"blocktranslate", "blocktrans", "comment"} or _CLASSES.match(token.contents):
                skipped = name
            rest.append("" if token.token_type is TokenType.COMMENT else HOLE)
            yield from (found(file, token.lineno or 0, text) for text in _in_tag(token, name))
    yield from _in_text(file, "".join(rest))


def _in_text(file: Path, text: str) -> Iterator[Found]:
    texts = said(text) if file.suffix == ".html" else enumerate(text.split("\n"), start=1)
    yield from (found(file, line, words) for line, words in texts if has_words(words))


def _in_tag(token: Token, name: str) -> Iterator[str]:
    code = token.contents
    if token.token_type is TokenType.BLOCK and name in {"include", "with"}:
        for given in _GIVEN.finditer(code):
            words = given[2] or given[3] or ""
            if has_words(words) and (given[1] in _SHOWN or not _CODE.fullmatch(words)):
                yield given[0]
    for filtered in _FILTERED.finditer(code):
        words = (filtered[1] or filtered[2] or "").replace("true,false", "")
        if has_words(words) and "-" not in words:
            yield filtered[0]
    if _PLURAL.search(code):
        yield "|pluralize knows English only"
    for date in _DATE.finditer(code):
        if not _DATES.fullmatch(date[1] or date[2] or ""):
            yield f"{date[0]} is not for every language"
