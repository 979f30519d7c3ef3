"""Sentences one after the other."""

from __future__ import annotations

import re

_FULL_WIDTH_ENDS = tuple("。！？：；」』）")
"""A full stop of Chinese has its own space."""
_NEEDLESS_SPACES = re.compile(rf"(?<=[{''.join(_FULL_WIDTH_ENDS)}])\s+")


def in_a_row(*sentences: str) -> str:
    """One text of them, without the empty ones."""
    text = ""
    for sentence in filter(None, sentences):
        text += sentence if not text or text.endswith(_FULL_WIDTH_ENDS) else f" {sentence}"
    return text


def without_needless_spaces(text: str) -> str:
    """The same without the spaces after a full stop of Chinese, which templates put between their sentences."""
    return _NEEDLESS_SPACES.sub("", text)
