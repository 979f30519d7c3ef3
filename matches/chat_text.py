"""A line of chat as it is stored: nothing in it can cover, turn around or break the lines beside it (case 170)."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

MARKS_A_LETTER: Final = 3
"""Combining marks that may stand on one letter; more would climb into other lines."""
_JOINERS: Final = "\u200c\u200d"
"""Zero-width joiners: some scripts and emoji are not written without them."""
_GAPS: Final = re.compile(r"[\s\u115f\u1160\u2800\u3164\uffa0]+")
"""White space, and letters that are empty."""
_JOINER_RUNS: Final = re.compile(f"(?<=[{_JOINERS}])[{_JOINERS}]+")
_LOOSE_JOINERS: Final = re.compile(rf"(?:^|(?<= ))[{_JOINERS}]|[{_JOINERS}](?= |$)")
_PICTURES: Final = range(0x1F000, 0x1FB00)
"""Where new emoji come: what this Python does not know yet is no reason to drop them."""


def normalised(text: str) -> str:
    """`text` in NFC, on one line, without control and direction characters, with at most three marks a letter.

    Empty when nothing is left that could be seen. What is normalised stays as it is when it is normalised again.
    """
    visible = "".join(letter for letter in _GAPS.sub(" ", text) if not _is_unseen(letter))
    line = _marks_clipped(unicodedata.normalize("NFC", visible))
    line = _LOOSE_JOINERS.sub("", _JOINER_RUNS.sub("", _GAPS.sub(" ", line)))
    line = _GAPS.sub(" ", line).strip()
    return line if any(_is_seen(letter) for letter in line) else ""


def _marks_clipped(text: str) -> str:
    """Without the marks that no letter carries, and those beyond the third; a joiner carries none and ends no count."""
    kept: list[str] = []
    marks = MARKS_A_LETTER
    for letter in text:
        if _is_mark(letter):
            marks += 1
            if marks > MARKS_A_LETTER:
                continue
        elif letter == " ":
            marks = MARKS_A_LETTER
        elif letter not in _JOINERS:
            marks = 0
        kept.append(letter)
    return "".join(kept)


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter) in {"Mn", "Me"}


def _is_unseen(letter: str) -> bool:
    """Controls, direction marks, surrogates, unassigned and private letters; joiners may stay."""
    if letter in _JOINERS or ord(letter) in _PICTURES:
        return False
    return unicodedata.category(letter).startswith("C")


def _is_seen(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LNPS" or ord(letter) in _PICTURES
