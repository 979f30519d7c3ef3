"""TypeScript: what lit templates show and say, and strings that read like a sentence or a caption."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from bgsite.serving.frontend import find_node, install_packages
from tests.hard_coded.found import HOLE, ROOT, Found, found, has_words
from tests.hard_coded.markup import said

_SOURCES: Final = ROOT / "bgsite" / "frontend" / "src"
_STATIC: Final = ("matches/static", "stats/static", "bgsite/static")
"""Scripts that are served as they are: gettext is not there, so they may have no words at all."""
_MODULES: Final = ROOT / "bgsite" / "frontend" / "node_modules"
_LISTER: Final = Path(__file__).with_name("literals.mjs")
_TWO_WORDS: Final = re.compile(r"[A-Za-z][a-z’']*[,.:;!?]? [A-Za-z(“]")
_CAPTION: Final = re.compile(r"[A-Z][a-z]+[a-z.!?…]*")
_NAMES: Final = re.compile(r"[a-z0-9\ufffc-]+(?: [a-z0-9\ufffc-]+)*")
"""Names of classes: small letters, and somewhere a hyphen."""
_CODE: Final = re.compile(r'[("]|\w+\(|.*(?:="|\[|\bserif$)', re.DOTALL)
"""Media queries, functions of CSS, pieces of markup, selectors, fonts."""


def in_scripts() -> Iterator[Found]:
    """Find them in all sources."""
    served = [file for folder in _STATIC for file in (ROOT / folder).rglob("*.js") if "dist" not in file.parts]
    yield from in_script_files(sorted([*_SOURCES.rglob("*.ts"), *served]))


def in_script_files(files: list[Path]) -> Iterator[Found]:
    """Find them in some sources."""
    node = find_node()
    install_packages(node)
    words = [*node.node, str(_LISTER), str(_MODULES), *map(str, files)]
    listed = subprocess.run(words, check=True, capture_output=True, text=True)
    for literal in json.loads(listed.stdout):
        yield from _in_literal(literal)


def _in_literal(literal: dict[str, Any]) -> Iterator[Found]:
    file, line, text = Path(literal["file"]), literal["line"], literal["text"]
    if literal["kind"] == "html" or "<" in text:
        for further, words in said(text):
            if has_words(words) and not _CODE.match(words):
                yield found(file, line + further - 1, words)
    elif is_for_people(text):
        yield found(file, line, text)


def is_for_people(text: str) -> bool:
    """Say whether a string reads like a sentence or a caption."""
    plain = text.replace(HOLE, "").strip()
    if not has_words(plain) or _CODE.match(plain) or (_NAMES.fullmatch(plain) and "-" in plain):
        return False
    return _TWO_WORDS.search(plain) is not None or _CAPTION.fullmatch(plain) is not None
