"""Python: words in places whose words people meet, without `_()`, `gettext()` or another marking around them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.hard_coded.found import HOLE, ROOT, Found, found, has_words
from tests.hard_coded.markup import said

_FOLDERS: Final = ("bgsite", "matches", "stats")
_SHOWN_NAMES: Final = frozenset(
    {
        "description",
        "empty_value_display",
        "error_message",
        "help_text",
        "index_title",
        "label",
        "placeholder",
        "short_description",
        "site_header",
        "site_title",
        "subtitle",
        "title",
        "verbose_name",
        "verbose_name_plural",
    }
)
"""Keyword arguments, class attributes and keys whose words are shown."""
_SHOWING: Final = frozenset({"ValidationError", "add_error", "format_html", "message_user", "mark_safe"})
_MESSAGES: Final = frozenset({"debug", "error", "info", "success", "warning"})


def in_modules() -> Iterator[Found]:
    """Find them in all modules."""
    for folder in _FOLDERS:
        for file in sorted((ROOT / folder).rglob("*.py")):
            if not {"migrations", "commands", "node_modules"} & set(file.parts):
                yield from in_module(file, file.read_text(encoding="utf-8"))


def in_module(file: Path, source: str) -> Iterator[Found]:
    """Find them in one module."""
    for node in ast.walk(ast.parse(source)):
        for shown in _shown(node):
            text = _text(shown)
            if text is None:
                continue
            texts = [words for _line, words in said(text)] if "<" in text else [text]
            yield from (found(file, shown.lineno, words) for words in texts if has_words(words))


def _shown(node: ast.AST) -> Iterator[ast.expr]:
    match node:
        case ast.Call():
            yield from (word.value for word in node.keywords if word.arg in _SHOWN_NAMES)
            if _is_showing(node.func):
                # The first word of these two says where, not what.
                says_where = isinstance(node.func, ast.Attribute) and node.func.attr in {"add_error", "message_user"}
                yield from node.args[says_where:]
        case ast.Assign(targets=[ast.Name(id="label")]):
            pass  # the name of an app
        case ast.Assign(targets=[ast.Name(id=name) | ast.Attribute(attr=name)]) if name in _SHOWN_NAMES:
            yield node.value
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value) if name in _SHOWN_NAMES:
            yield value
        case ast.Dict():
            for key, one in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and key.value in _SHOWN_NAMES:
                    yield one


def _is_showing(function: ast.expr) -> bool:
    match function:
        case ast.Name(id=name):
            return name in _SHOWING
        case ast.Attribute(value=ast.Name(id="messages"), attr=name):
            return name in _MESSAGES
        case ast.Attribute(attr=name):
            return name in _SHOWING
    return False


def _text(node: ast.expr) -> str | None:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr():
            return "".join(str(part.value) if isinstance(part, ast.Constant) else HOLE for part in node.values)
    return None
