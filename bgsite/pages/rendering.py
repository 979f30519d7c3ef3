"""A text as a page: its tags filled in, its Markdown as HTML, its headings as a table of contents."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from django.template import engines
from django.utils import translation
from django.utils.safestring import SafeString

from bgsite.pages.markdown import render_markdown
from bgsite.pages.text_files import Heading, TextFile
from matches.board_style import BoardStyle

_TAGS: Final = "{% load texts %}"
_CONTENTS_LEVEL: Final = 2


@dataclass(frozen=True, slots=True)
class TextPage:
    """What a page shows of a text."""

    text: TextFile
    html: SafeString
    contents: tuple[Heading, ...]
    """The headings that the table of contents names."""


_USUAL: Final = BoardStyle()


@lru_cache(maxsize=64)
def text_page(text: TextFile, style: BoardStyle = _USUAL) -> TextPage:
    """The page of a text in the text's own language, made once for each state of its file and each style of boards."""
    with translation.override(text.language):
        filled = engines["django"].from_string(_TAGS + text.body).render({"page": text.page, "board_style": style})
        html = render_markdown(filled, text.page)
    contents = tuple(heading for heading in text.headings if heading.level == _CONTENTS_LEVEL)
    return TextPage(text, html, contents)
