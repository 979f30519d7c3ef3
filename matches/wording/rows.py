"""Sentences one after the other."""

from __future__ import annotations

_FULL_WIDTH_ENDS = tuple("。！？：；」』）")
"""A full stop of Chinese has its own space."""


def in_a_row(*sentences: str) -> str:
    """One text of them, without the empty ones."""
    text = ""
    for sentence in filter(None, sentences):
        text += sentence if not text or text.endswith(_FULL_WIDTH_ENDS) else f" {sentence}"
    return text
