"""Markdown to HTML: CommonMark with tables, anchors at headings, and links to elsewhere in a new tab.

HTML in the text passes as it is: the texts are the site's own, and their tags make figures and tables.
"""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from functools import cache
from typing import Any, Final
from urllib.parse import urlencode

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markdown_it.utils import OptionsDict

_ANCHOR: Final = re.compile(r" *\{#([a-z0-9-]+)\}$", re.ASCII)
_OUTSIDE: Final = re.compile(r"https?://", re.IGNORECASE)


def render_markdown(text: str, page: str) -> SafeString:
    """The HTML of `text`, a part of `page`, in the active language."""
    html: str = _markdown().render(text, {"page": page})
    return mark_safe(html)  # noqa: S308 - the site’s own text, never a reader’s


@cache
def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": True}).enable("table")
    markdown.core.ruler.push("anchors", _take_anchors)
    markdown.core.ruler.push("labels", _label_cells)
    markdown.add_render_rule("heading_close", _heading_close)
    markdown.add_render_rule("heading_open", _heading_open)
    markdown.add_render_rule("link_open", _link_open)
    markdown.add_render_rule("link_close", _link_close)
    markdown.add_render_rule("table_open", _table_open)
    markdown.add_render_rule("table_close", _table_close)
    return markdown


def _take_anchors(state: StateCore) -> None:
    """Make the anchor at the end of a heading its id, and remember its words for the links beside it."""
    for opening, inline in zip(state.tokens, state.tokens[1:], strict=False):
        if opening.type == "heading_open" and inline.children:
            last = inline.children[-1]
            found = _ANCHOR.search(last.content)
            if found is not None:
                last.content = last.content[: found.start()]
                opening.attrSet("id", found[1])
    headings = [token for token in state.tokens if token.type == "heading_open"]
    for heading, closing in zip(headings, _closings(state.tokens), strict=True):
        closing.meta["anchor"] = heading.attrGet("id")


def _label_cells(state: StateCore) -> None:
    """Make the first cell of each row its heading, and write into the others what their column is called.

    On a phone a row becomes a card, which needs the names.
    """
    columns: list[str] = []
    column = 0
    for opening, inline, closing in zip(state.tokens, state.tokens[1:], state.tokens[2:], strict=False):
        match opening.type:
            case "table_open":
                columns = []
            case "tr_open":
                column = 0
            case "th_open":
                columns.append(inline.content)
                opening.attrSet("scope", "col")
            case "td_open":
                if column == 0:
                    opening.tag = closing.tag = "th"
                    opening.attrSet("scope", "row")
                elif columns[column]:
                    opening.attrSet("data-label", columns[column])
                column += 1
            case _:
                pass


def _closings(tokens: Sequence[Token]) -> list[Token]:
    return [token for token in tokens if token.type == "heading_close"]


_Env = MutableMapping[str, Any]


def _heading_open(renderer: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: _Env) -> str:
    return '<div class="heading">' + renderer.renderToken(tokens, index, options, env)


def _heading_close(renderer: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: _Env) -> str:
    closing = renderer.renderToken(tokens, index, options, env).rstrip("\n")
    anchor = tokens[index].meta.get("anchor")
    if anchor is None:
        return f"{closing}</div>\n"
    name = tokens[index - 1].content
    report = f"{reverse('pages:correct')}?{urlencode({'page': env['page'], 'anchor': anchor})}"
    links = render_to_string(
        "pages/_heading_links.html", {"anchor": anchor, "report": report, "name": _ANCHOR.sub("", name)}
    )
    return f"{closing}{''.join(links.splitlines())}</div>\n"


def _link_open(renderer: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: _Env) -> str:
    if _OUTSIDE.match(str(tokens[index].attrGet("href") or "")):
        tokens[index].attrSet("target", "_blank")
        tokens[index].attrSet("rel", "noopener")
        tokens[index].attrSet("class", "outside")
    return renderer.renderToken(tokens, index, options, env)


def _link_close(renderer: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: _Env) -> str:
    closing = renderer.renderToken(tokens, index, options, env)
    opening = _opening(tokens, index)
    if opening.attrGet("target") == "_blank":
        return f'<span class="visually-hidden"> ({escape(gettext("opens in a new tab"))})</span>{closing}'
    return closing


def _opening(tokens: Sequence[Token], index: int) -> Token:
    """The opening of the link that closes at `index`: links do not nest."""
    return next(token for token in reversed(tokens[:index]) if token.type == "link_open")


def _table_open(renderer: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: _Env) -> str:
    tokens[index].attrSet("class", "table table-collapse")
    return '<div class="table-wrap" tabindex="0">' + renderer.renderToken(tokens, index, options, env)


def _table_close(renderer: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: _Env) -> str:
    return renderer.renderToken(tokens, index, options, env).rstrip("\n") + "</div>\n"
