"""A board as a static picture: for lists, game pages, the admin, print, and the first view of a table.

Everything is SVG text with presentation attributes (no stylesheet, no ``style``), so that it shows the same anywhere
under a strict content security policy. ``bgsite/frontend/src/board/markup.ts`` writes the same picture, character for
character; both are tested against the same files.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from games.rules.board import Board
from games.rules.cube import Cube
from games.rules.dice import Dice
from games.rules.sides import Side
from matches.board_layout import BAR_FAR, BAR_NEAR, OFF_FAR, OFF_NEAR, Box, Layout, Place, geometry, layout_of
from matches.board_style import BoardStyle, art
from matches.view import View

_INK = "#14181d"
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Which pips a die shows, as columns and rows -1, 0, 1."""
_TILTS = (-5, 6, -3, 4)
"""Degrees by which dice lie askew."""


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """What a picture shows. ``board`` is in White's frame."""

    board: Board
    near: Side = Side.WHITE
    cube: Cube | None = None
    """None: played without a cube."""
    dice: Dice | None = None
    dice_side: Side | None = None
    narrow: bool = False
    """The narrow picture has larger points and no tray for the cube."""


@dataclass(frozen=True, slots=True)
class _Pen:
    layout: Layout
    style: BoardStyle
    id: str

    def colour(self, name: str) -> str:
        return self.style.colours[name]


def picture_of(view: View, near: Side, *, narrow: bool = False) -> BoardPicture:
    """What the picture of a table's view shows."""
    return BoardPicture(
        board=Board(tuple(view.board)),
        near=near,
        cube=Cube(view.cube.value, view.cube.owner) if view.cube.in_use else None,
        dice=Dice(*view.dice) if view.dice else None,
        dice_side=view.dice_side,
        narrow=narrow,
    )


_USUAL = BoardStyle()


def board_svg(
    picture: BoardPicture,
    *,
    key: str = "board",
    shared: str | None = None,
    style: BoardStyle = _USUAL,
    decorative: bool = False,
) -> SafeString:
    """The picture as an ``<svg>`` element with a text of the position for screen readers.

    ``key`` makes its ids its own among others of the page. ``shared`` is the key of a ``board_defs_svg`` on the same
    page: then the picture only refers to that one's definitions and empty board, and must be in the same style.
    ``decorative``: the page says in words what matters, so that screen readers pass the picture over.
    """
    layout = layout_of(narrow=picture.narrow, mirrored=style.is_mirrored)
    pen = _Pen(layout, style, f"{shared or key}-")
    empty = board_markup(pen) if shared is None else f'<use href="#{_empty_id(pen)}"/>'
    dice, side, cube = picture.dice, picture.dice_side, picture.cube
    inner = (
        empty
        + checkers_markup(picture, pen)
        + (dice_markup(dice, side, picture.near, pen) if dice and side else "")
        + (cube_markup(cube, picture.near, pen) if cube else "")
    )
    spoken = 'aria-hidden="true"' if decorative else f'role="img" aria-label="{escape(board_text(picture))}"'
    return mark_safe(  # noqa: S308 - made here from numbers, and the label is escaped
        f'<svg class="board-picture" viewBox="0 0 {layout.width} {layout.height}" {spoken}>{inner}</svg>'
    )


def board_defs_svg(key: str, style: BoardStyle = _USUAL) -> SafeString:
    """Definitions and both empty boards, without a place on the page, for pictures with ``shared=key``."""
    wide, narrow = (
        _Pen(layout_of(narrow=is_narrow, mirrored=style.is_mirrored), style, f"{key}-") for is_narrow in (False, True)
    )
    boards = "".join(f'<g id="{_empty_id(pen)}">{empty_board_markup(pen)}</g>' for pen in (wide, narrow))
    return mark_safe(  # noqa: S308 - made here from numbers
        f'<svg class="board-defs" width="0" height="0" aria-hidden="true" focusable="false">'
        f"<defs>{art(style, wide.id)}{_point_art(wide)}{boards}</defs></svg>"
    )


def _empty_id(pen: _Pen) -> str:
    return f"{pen.id}{'narrow' if pen.layout.narrow else 'wide'}"


def board_text(picture: BoardPicture) -> str:
    """Where the checkers are, in words, in the near player's numbering."""
    return gettext("White: %(white)s. Black: %(black)s.") % {
        "white": side_text(picture.board, Side.WHITE, picture.near),
        "black": side_text(picture.board, Side.BLACK, picture.near),
    }


def side_text(board: Board, side: Side, near: Side) -> str:
    """Where ``side``'s checkers are, in ``near``'s numbering: "24: 2, 13: 5, bar: 1, off: 3".

    ``board`` is in White's frame.
    """
    own = board.seen_by(side)
    points = [(point if side is near else 25 - point, own.cells[point]) for point in range(1, 25)]
    parts = [f"{point}: {count}" for point, count in sorted(points, reverse=True) if count > 0]
    if own.cells[25]:
        parts.append(ngettext("bar: %(count)s", "bar: %(count)s", own.cells[25]) % {"count": own.cells[25]})
    if own.near_off:
        parts.append(ngettext("off: %(count)s", "off: %(count)s", own.near_off) % {"count": own.near_off})
    return gettext(", ").join(parts)


# --- the empty board ------------------------------------------------------------------------------------------


def board_markup(pen: _Pen) -> str:
    """The definitions, then the empty board."""
    return f"<defs>{art(pen.style, pen.id)}{_point_art(pen)}</defs>" + empty_board_markup(pen)


def empty_board_markup(pen: _Pen) -> str:
    """Everything that never moves."""
    return "".join(
        (
            _wood(pen),
            '<g class="board-wells">',
            *(_well(well, pen) for well in pen.layout.wells),
            "</g>",
            *(_point(point, pen) for point in range(1, 25)),
            '<g class="board-edges">',
            _bar(pen),
            *(_well_edge(well, pen) for well in pen.layout.wells),
            "</g>",
            _numbers(pen),
        )
    )


def _texts(class_name: str, size: int, fill: str, inner: str, font: str = "system-ui, sans-serif") -> str:
    return (
        f'<g class="{class_name}" font-family="{font}" font-size="{size}" font-weight="600" '
        f'text-anchor="middle" fill="{fill}">{inner}</g>'
    )


def _text(place: Place, size: int, text: int) -> str:
    return f'<text x="{place.x}" y="{place.y + math.floor(size * 0.36 + 0.5)}">{text}</text>'


def _rect(box: Box, attributes: str) -> str:
    return f'<rect x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}" {attributes}/>'


def _polygon(corners: tuple[int, ...], attributes: str) -> str:
    return f'<path d="M{" ".join(map(str, corners))}z" {attributes}/>'


def _point_art(pen: _Pen) -> str:
    """The inlaid points as drawings to refer to, standing on the origin."""
    half, tall = geometry()["point"] // 2 - 1, geometry()["point_height"]
    whole, inlay = (-half, 0, half, 0, 0, -tall), pen.colour("inlay")
    sides = f'd="M-{half} 0L0-{tall} {half} 0"'
    return "".join(
        f'<g id="{pen.id}{tone}" class="board-point-{tone}">'
        f'<path {sides} fill="{pen.colour(f"point_{tone}")}" stroke="#000" stroke-opacity=".45" stroke-width="5"/>'
        + _polygon(whole, f'fill="{pen.colour(f"point_{tone}")}"')
        + _polygon(whole, f'fill="url(#{pen.id}vein)"')
        + _polygon((-half, 0, 0, 0, 0, -tall), 'fill="#fff" fill-opacity=".1"')
        + f'<path {sides} fill="none" stroke="{inlay}" stroke-width="1.2"/>'
        "</g>"
        for tone in ("light", "dark")
    )


def _wood(pen: _Pen) -> str:
    w, h, rim, edge = pen.layout.width, pen.layout.height, pen.layout.rim, pen.layout.edge
    right, bottom = w - edge, h - rim
    upper = (0, 0, w, 0, right, rim, edge, rim)
    lower = (0, h, w, h, right, bottom, edge, bottom)
    inlay = pen.colour("inlay")
    sides = (Box(0, 0, edge, h), Box(right, 0, edge, h))
    return "".join(
        (
            f'<clipPath id="{_empty_id(pen)}-frame"><rect width="{w}" height="{h}" rx="14"/></clipPath>',
            f'<g class="board-wood" clip-path="url(#{_empty_id(pen)}-frame)">',
            f'<rect width="{w}" height="{h}" fill="url(#{pen.id}wood-v)"/>',
            *(_rounded(rail, pen) for rail in (*sides, *pen.layout.rails)),
            *(
                _polygon(rail, f'fill="url(#{pen.id}wood-h)"') + _polygon(rail, f'fill="url(#{pen.id}round-h)"')
                for rail in (upper, lower)
            ),
            (
                f'<path d="M0 0 {edge} {rim}M{w} 0 {right} {rim}M0 {h} {edge} {bottom}M{w} {h} {right} {bottom}" '
                'stroke="#000" stroke-opacity=".4"/>'
            ),
            *(
                _rect(_grown(well), f'rx="2" fill="none" stroke="{inlay}" stroke-opacity=".75" stroke-width="1.5"')
                for well in pen.layout.wells
            ),
            (
                f'<rect x="1" y="1" width="{w - 2}" height="{h - 2}" rx="13" fill="none" stroke="#fff" '
                'stroke-opacity=".16" stroke-width="2"/>'
            ),
            "</g>",
        )
    )


def _rounded(rail: Box, pen: _Pen) -> str:
    return _rect(rail, f'fill="url(#{pen.id}round-{"h" if rail.width > rail.height else "v"})"')


def _grown(box: Box) -> Box:
    return Box(box.x - 3, box.y - 3, box.width + 6, box.height + 6)


def _well(well: Box, pen: _Pen) -> str:
    return _rect(well, f'fill="url(#{pen.id}felt)"') + _rect(well, f'fill="url(#{pen.id}nap)"')


def _well_edge(well: Box, pen: _Pen) -> str:
    """What the wood's shadow leaves dark, and its lit edge."""
    x, y, right, bottom = well.x, well.y, well.x + well.width, well.y + well.height
    return (
        _rect(well._replace(height=22), f'fill="url(#{pen.id}fall)"')
        + _rect(well._replace(width=16), f'fill="url(#{pen.id}side)"')
        + f'<path d="M{x} {bottom}V{y}H{right}" fill="none" stroke="#000" stroke-opacity=".6" stroke-width="3"/>'
        f'<path d="M{x} {bottom}H{right}V{y}" fill="none" stroke="#fff" stroke-opacity=".2" stroke-width="2"/>'
    )


def _point(point: int, pen: _Pen) -> str:
    base = pen.layout.base(point)
    name = f"{pen.id}{'light' if point % 2 == 0 else 'dark'}"
    if point <= 12:
        return _use(name, base)
    return f'<use href="#{name}" transform="translate({base.x} {base.y}) scale(1 -1)"/>'


def _bar(pen: _Pen) -> str:
    bar = pen.layout.bar
    middle = bar.x + bar.width // 2
    hinges = "" if pen.layout.narrow else _hinge(middle, bar.y + 14, pen) + _hinge(middle, bar.y + bar.height - 78, pen)
    return f'<path d="M{middle} {bar.y}v{bar.height}" stroke="#000" stroke-opacity=".65" stroke-width="2"/>' + hinges


def _hinge(middle: int, top: int, pen: _Pen) -> str:
    left, inner = middle - 14, middle - 2
    return (
        f'<rect x="{left}" y="{top - 1}" width="30" height="68" rx="5" fill="#000" fill-opacity=".4"/>'
        f'<rect x="{left}" y="{top}" width="28" height="64" rx="4" fill="url(#{pen.id}metal)"/>'
        f'<path d="M{inner} {top}v64M{middle + 2} {top}v64M{inner} {top + 21}h4m-4 22h4" stroke="#000" '
        'stroke-opacity=".5"/>'
        f'<path d="M{middle - 8} {top + 10}h0m16 0h0m0 22h0m-16 0h0m0 22h0m16 0h0" '
        f'stroke="{pen.colour("metal_dark")}" stroke-width="6" stroke-linecap="round"/>'
    )


def _numbers(pen: _Pen) -> str:
    layout = pen.layout
    numbers = (
        _text(layout.rim_place(layout.base(point).x, point <= 12), layout.number, point) for point in range(1, 25)
    )
    return _texts("board-numbers", layout.number, pen.colour("number"), "".join(numbers))


# --- what lies on it ------------------------------------------------------------------------------------------


def _use(name: str, place: Place) -> str:
    return f'<use href="#{name}" x="{place.x}" y="{place.y}"/>'


def _piles(picture: BoardPicture) -> Iterator[tuple[int, Side, int]]:
    """(spot, side, count) of every spot that has checkers."""
    board, near = picture.board.seen_by(picture.near), picture.near
    if board.cells[0]:
        yield BAR_FAR, near.other, board.cells[0]
    for point in range(1, 25):
        if board.cells[point]:
            yield point, near if board.cells[point] > 0 else near.other, abs(board.cells[point])
    if board.cells[25]:
        yield BAR_NEAR, near, board.cells[25]
    if board.near_off:
        yield OFF_NEAR, near, board.near_off
    if board.far_off:
        yield OFF_FAR, near.other, board.far_off


def _shown(spot: int, count: int) -> int:
    """How many checkers of a pile are drawn."""
    if spot in (OFF_NEAR, OFF_FAR):
        return count
    most: int = geometry()["bar_stack" if spot in (BAR_NEAR, BAR_FAR) else "stack"]
    return min(count, most)


def checkers_markup(picture: BoardPicture, pen: _Pen) -> str:
    """All checkers, with the number on piles that are higher than shown."""
    parts: list[str] = []
    for spot, side, count in _piles(picture):
        name = f"{pen.id}{side.value}{'-flat' if spot in (OFF_NEAR, OFF_FAR) else ''}"
        parts.extend(_use(name, pen.layout.checker(spot, index)) for index in range(_shown(spot, count)))
        parts.append(_count(spot, count, pen))
    return "".join(parts)


def _count(spot: int, count: int, pen: _Pen) -> str:
    size, colour = pen.layout.number, pen.colour("count")
    if spot in (OFF_NEAR, OFF_FAR):
        well = pen.layout.well(spot)
        y = well.y + 16 if spot == OFF_NEAR else well.y + well.height - 16
        return _texts("board-count", size, colour, _text(Place(well.x + well.width // 2, y), size, count))
    shown = _shown(spot, count)
    if shown == count:
        return ""
    top = pen.layout.checker(spot, shown - 1)
    return (
        f'<circle cx="{top.x}" cy="{top.y}" r="{size / 2 + 5:g}" fill="{_INK}" stroke="{colour}" stroke-width="2"/>'
    ) + _texts("board-count", size, colour, _text(top, size, count))


def dice_markup(dice: Dice, side: Side, near: Side, pen: _Pen) -> str:
    """The dice of one side, in its half: two, or four for doubles."""
    numbers = dice.numbers
    places = pen.layout.dice(side is near, len(numbers))
    return "".join(
        _die(number, side, place, tilt, pen) for number, place, tilt in zip(numbers, places, _TILTS, strict=False)
    )


def _die(number: int, side: Side, place: Place, tilt: int, pen: _Pen) -> str:
    pips = "".join(_use(f"{pen.id}{side.value}-pip", Place(x * 14, y * 14)) for x, y in _PIPS[number])
    return (
        f'<g class="board-die" transform="translate({place.x} {place.y}) rotate({tilt})">'
        f'<use href="#{pen.id}{side.value}-die"/>{pips}</g>'
    )


def cube_markup(cube: Cube, near: Side, pen: _Pen) -> str:
    """The cube; one that was never turned shows 64."""
    place = pen.layout.cube(None if cube.owner is None else cube.owner is near)
    value = 64 if cube.value == 1 else cube.value
    size = 14 if value > 999 else 18 if value > 99 else 27 if value > 9 else 34
    return _use(f"{pen.id}cube", place) + _texts(
        "board-cube-value", size, pen.colour("cube_value"), _text(place, size, value), "Georgia, serif"
    )
