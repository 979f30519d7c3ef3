"""Where everything of a board's picture lies: spot -> place, in the picture's own unit (a sixtieth of a checker).

The numbers are ``geometry.json``'s, which the browser's board uses as well; ``bgsite/frontend/src/board/layout.ts``
does the same sums. A *spot* is a place seen by the near player: 1-24 the points, ``BAR_FAR`` 0, ``BAR_NEAR`` 25,
``OFF_NEAR`` 26, ``OFF_FAR`` 27.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

BAR_FAR = 0
BAR_NEAR = 25
OFF_NEAR = 26
OFF_FAR = 27

_HERE = Path(__file__).parent


@cache
def geometry() -> dict[str, Any]:
    """The sizes of the board and the colours of its themes, as geometry.json has them."""
    loaded: dict[str, Any] = json.loads((_HERE / "geometry.json").read_text("utf-8"))
    return loaded


class Place(NamedTuple):
    """A point of the picture."""

    x: int
    y: int


class Box(NamedTuple):
    """A rectangle of the picture."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Layout:
    """All places of one kind of picture: ``narrow`` has no tray for the cube."""

    narrow: bool
    edge: int
    rim: int
    rail: int
    tray: int
    cube_tray: int
    bar_width: int
    bar_start: int
    number: int
    """Size of the numbers."""
    mirrored: bool = False
    """The near player bears off at the left."""

    def _across(self, x: int) -> int:
        return self.width - x if self.mirrored else x

    def _box(self, x: int, y: int, width: int, height: int) -> Box:
        return Box(self.width - x - width if self.mirrored else x, y, width, height)

    @property
    def _first_field(self) -> int:
        return self.edge + (self.cube_tray + self.rail if self.cube_tray else 0)

    @property
    def _bar_x(self) -> int:
        return self._first_field + _half()

    @property
    def _second_field(self) -> int:
        return self._bar_x + self.bar_width

    @property
    def _tray_x(self) -> int:
        return self._second_field + _half() + self.rail

    @property
    def width(self) -> int:
        """Width of the picture."""
        return self._tray_x + self.tray + self.edge

    @property
    def height(self) -> int:
        """Height of the picture."""
        return _field_height() + 2 * self.rim

    @property
    def _top(self) -> int:
        return self.rim

    @property
    def _bottom(self) -> int:
        return self.rim + _field_height()

    @property
    def _middle(self) -> int:
        return self.rim + _field_height() // 2

    @property
    def bar(self) -> Box:
        """The bar between the fields."""
        return self._box(self._bar_x, self._top, self.bar_width, _field_height())

    def well(self, spot: int) -> Box:
        """The tray of OFF_NEAR or OFF_FAR."""
        height = (_field_height() - geometry()["tray_gap"]) // 2
        return self._box(self._tray_x, self._bottom - height if spot == OFF_NEAR else self._top, self.tray, height)

    @property
    def wells(self) -> tuple[Box, ...]:
        """Everything sunk into the wood: fields, trays, and the cube's tray if there is one."""
        fields = (
            self._box(self._first_field, self._top, _half(), _field_height()),
            self._box(self._second_field, self._top, _half(), _field_height()),
        )
        cube_tray = (self._box(self.edge, self._top, self.cube_tray, _field_height()),) if self.cube_tray else ()
        return (*fields, self.well(OFF_NEAR), self.well(OFF_FAR), *cube_tray)

    @property
    def rails(self) -> tuple[Box, ...]:
        """The strips of wood between the wells, the bar in its two halves."""
        top, height, half_bar = self._top, _field_height(), self.bar_width // 2
        upper = self.well(OFF_FAR)
        rails = (
            self._box(self._bar_x, top, half_bar, height),
            self._box(self._bar_x + half_bar, top, half_bar, height),
            self._box(self._tray_x - self.rail, top, self.rail, height),
            self._box(self._tray_x, top + upper.height, self.tray, geometry()["tray_gap"]),
        )
        return (*rails, self._box(self._first_field - self.rail, top, self.rail, height)) if self.cube_tray else rails

    def base(self, point: int) -> Place:
        """The middle of a point's base."""
        column = 12 - point if point <= 12 else point - 13
        start = self._first_field + column * _point() if column < 6 else self._second_field + (column - 6) * _point()
        return Place(self._across(start + _point() // 2), self._bottom if point <= 12 else self._top)

    def tip(self, point: int) -> Place:
        """The tip of a point."""
        x, y = self.base(point)
        return Place(x, y - geometry()["point_height"] if point <= 12 else y + geometry()["point_height"])

    def checker(self, spot: int, index: int) -> Place:
        """The middle of the ``index``-th checker of a spot, 0 first."""
        if spot in (OFF_NEAR, OFF_FAR):
            inset: int = 4 + geometry()["flat_height"] // 2 + index * geometry()["flat_step"]
            well = self.well(spot)
            return Place(well.x + self.tray // 2, self._bottom - inset if spot == OFF_NEAR else self._top + inset)
        size: int = geometry()["checker"]
        if spot in (BAR_NEAR, BAR_FAR):
            away = self.bar_start + size * min(index, geometry()["bar_stack"] - 1)
            x = self._across(self._bar_x + self.bar_width // 2)
            return Place(x, self._middle + away if spot == BAR_NEAR else self._middle - away)
        x, y = self.base(spot)
        away = size // 2 + size * min(index, geometry()["stack"])
        return Place(x, y - away if spot <= 12 else y + away)

    def dice(self, near: bool, count: int) -> tuple[Place, ...]:
        """The middles of ``count`` dice of the near or the far player."""
        centre = self._across((self._second_field if near else self._first_field) + _half() // 2)
        step: int = geometry()["die_step"]
        return tuple(Place(centre + (2 * index - count + 1) * step // 2, self._middle) for index in range(count))

    def cube(self, near: bool | None) -> Place:
        """The middle of the cube: owned by the near or the far player, or centred (None)."""
        x = self._across(self.edge + self.cube_tray // 2 if self.cube_tray else self._bar_x + self.bar_width // 2)
        inset = geometry()["cube"] // 2 + 8
        if near is None:
            return Place(x, self._middle)
        return Place(x, self._bottom - inset if near else self._top + inset)

    def rim_place(self, x: int, lower: bool) -> Place:
        """The middle of a number on the rim."""
        return Place(x, self.height - self.rim // 2 if lower else self.rim // 2)


def _half() -> int:
    return 6 * _point()


def _point() -> int:
    size: int = geometry()["point"]
    return size


def _field_height() -> int:
    size: int = geometry()["field_height"]
    return size


def layout_of(*, narrow: bool, mirrored: bool = False) -> Layout:
    """The layout of the wide or the narrow picture."""
    sizes = geometry()["narrow" if narrow else "wide"]
    return Layout(
        narrow=narrow,
        edge=sizes["edge"],
        rim=sizes["rim"],
        rail=sizes["rail"],
        tray=sizes["tray"],
        cube_tray=sizes["cube_tray"],
        bar_width=sizes["bar"],
        bar_start=sizes["bar_start"],
        number=sizes["number"],
        mirrored=mirrored,
    )
