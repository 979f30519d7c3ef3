"""``{% load board %}``: the picture of a position, drawn by the server.

``{% board_svg view near %}``, narrow with ``narrow=True``. A page with many pictures says ``{% board_defs %}`` once
before the first, outside anything that can be hidden: its pictures then share one empty board and stay small. All
pictures of a page are in the style of ``board_style`` in its context, or the usual one.
"""

from __future__ import annotations

from typing import Any, cast

from django import template
from django.utils.safestring import SafeString

from games.rules.sides import Side
from matches.board_style import BoardStyle
from matches.board_svg import BoardPicture, board_defs_svg, picture_of
from matches.board_svg import board_svg as drawn
from matches.view import View

register = template.Library()

_DRAWN = "board_svg_drawn"
_SHARED = "board_svg_shared"


def _page(context: template.Context) -> dict[str, Any]:
    """What is remembered while one page is rendered, the same in its included parts."""
    return cast("dict[str, Any]", context.render_context.dicts[0])


def _style(context: template.Context) -> BoardStyle:
    style = context.get("board_style")
    return style if isinstance(style, BoardStyle) else BoardStyle()


@register.simple_tag(takes_context=True)
def board_svg(
    context: template.Context,
    shown: View | BoardPicture,
    near: Side = Side.WHITE,
    *,
    narrow: bool = False,
    decorative: bool = False,
) -> SafeString:
    """An SVG of a view's position seen by ``near``, or of a picture as it is. Pictures of a page are numbered.

    ``decorative``: the page has it in words, screen readers pass it over.
    """
    page = _page(context)
    page[_DRAWN] = page.get(_DRAWN, 0) + 1
    picture = shown if isinstance(shown, BoardPicture) else picture_of(shown, near, narrow=narrow)
    key, shared = f"board{page[_DRAWN]}", page.get(_SHARED)
    return drawn(picture, key=key, shared=shared, style=_style(context), decorative=decorative)


@register.simple_tag(takes_context=True)
def board_defs(context: template.Context) -> SafeString:
    """The empty boards that the pictures after it refer to."""
    page = _page(context)
    page[_SHARED] = "boards"
    return board_defs_svg(page[_SHARED], _style(context))
