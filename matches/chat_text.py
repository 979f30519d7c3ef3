"""A line of chat as it is stored: nothing in it can cover, turn around or break the lines beside it (case 170)."""

from __future__ import annotations

import re
import unicodedata

MARKS_A_LETTER = 3
"""Combining marks that may stand on one letter; more would climb into other lines."""
_JOINERS = "\u200c\u200d"
"""Zero-width joiners: some scripts and emoji are not written without them."""
_GAPS = re.compile(r"\s+")


def normalised(text: str) -> str:
    """`text` in NFC, on one line, without control and direction characters, with at most three marks a letter.

    Empty when nothing is left that could be seen.
    """
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", _GAPS.sub(" ", text)):
        category = unicodedata.category(letter)
        marks = marks + 1 if category in {"Mn", "Me"} else 0
        if marks <= MARKS_A_LETTER and not _is_unseen(letter, category):
            kept.append(letter)
    line = _GAPS.sub(" ", "".join(kept)).strip(f" {_JOINERS}")
    return line if any(_is_seen(letter) for letter in line) else ""


def _is_unseen(letter: str, category: str) -> bool:
    """Controls, direction marks, surrogates, unassigned and private letters; joiners may stay."""
    return category.startswith("C") and letter not in _JOINERS


def _is_seen(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LNPS"
