"""`{% load texts %}`: what stands in the texts of the site beside words (loaded there by itself).

* `{% picture "<position>" "caption" %}` a figure of a board, White near. The position is an XGID, a GNU Backgammon ID,
  a position ID or a board text ("M 24:2 13:5 8:3 6:5; O 1:2 12:5 17:3 19:5": M is White, O is Black, both in White's
  numbering; `bar:1`; what is not listed is borne off). `dice="31"` puts White's dice on it, `near="black"` turns it.
* `{% shots %}` the table of shots · `{% openings %}` the opening plays · `{% options %}` the options of the rule card
* `{% start %}` the buttons that lead to a game
* `{% term "gammon" %}` a link to the glossary's `### … {#term-gammon}`; `{% term "bear-off" "bears off" %}` says which
  words are shown. In Chinese the second part is always given.

Each makes one line of HTML without empty lines, so that Markdown lets it pass; all but `term` stand by themselves in
a paragraph.
"""

from __future__ import annotations

from typing import Any, Final, cast

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from bgsite.pages.arrows import arrows_markup
from bgsite.pages.card_options import options_shown, presets_shown
from bgsite.pages.openings import OPENINGS
from bgsite.pages.pictures import read_picture, read_play
from games.odds import ROLLS, all_shots
from games.rules.dice import Dice
from matches.board_style import BoardStyle
from matches.board_svg import board_defs_svg, board_svg

register = template.Library()

_FIGURES: Final = "texts_figures"
_SHARED: Final = "text-boards"
_END: Final = "</svg>"


@register.simple_tag(takes_context=True)
def picture(  # noqa: PLR0913 - a tag has the arguments that texts give it
    context: template.Context, position: str, caption: str, *, near: str = "white", dice: str = "", play: str = ""
) -> SafeString:
    """A numbered figure of a position. Raises PictureError for one that cannot be, and for an illegal play."""
    drawn = read_picture(position, near=near, dice=dice)
    page = cast("dict[str, Any]", context.render_context.dicts[0])
    page[_FIGURES] = number = page.get(_FIGURES, 0) + 1
    style = context.get("board_style") or BoardStyle()
    svg = board_svg(drawn, key=f"figure-board-{number}", shared=_SHARED, style=style)
    if play:
        arrows = arrows_markup(drawn.board, read_play(drawn, play), style)
        svg = mark_safe(svg.replace(_END, arrows + _END))  # noqa: S308 - made of numbers
    defs = board_defs_svg(_SHARED, style) if number == 1 else ""
    values = {"number": number, "svg": svg, "defs": defs, "caption": caption, "page": context.get("page", "")}
    return _one_line("pages/texts/picture.html", values)


@register.simple_tag
def shots() -> SafeString:
    """The table of shots: how many rolls of 36 hit at each distance."""
    rows = [
        (found, found.total, round(100 * found.total / ROLLS), [_roll(dice) for dice in found.combined])
        for found in all_shots()
    ]
    return _one_line("pages/texts/shots.html", {"rows": rows, "rolls": ROLLS})


@register.simple_tag
def openings() -> SafeString:
    """The opening plays of the 15 rolls that are no doublets."""
    return _one_line("pages/texts/openings.html", {"rows": [(_roll(row.dice), row) for row in OPENINGS]})


@register.simple_tag
def options() -> SafeString:
    """The presets and every option of the rule card."""
    return _one_line("pages/texts/options.html", {"presets": presets_shown(), "options": options_shown()})


@register.simple_tag
def start() -> SafeString:
    """The buttons that lead to a game."""
    return _one_line("pages/texts/start.html", {})


@register.simple_tag
def term(name: str, words: str = "") -> SafeString:
    """A link to a term of the glossary."""
    address = f"{reverse('pages:glossary')}#term-{name}"
    return format_html('<a class="term" href="{}">{}</a>', address, words or name.replace("-", " "))


def _roll(dice: Dice) -> str:
    return f"{dice.high}-{dice.low}"


def _one_line(name: str, values: dict[str, Any]) -> SafeString:
    """The part without line breaks: Markdown ends a block of HTML at an empty line."""
    html = render_to_string(name, values)
    return mark_safe(" ".join(line.strip() for line in html.splitlines() if line.strip()))  # noqa: S308 - rendered
