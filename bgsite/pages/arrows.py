"""A play drawn over the picture of a position: an arrow for each checker move, a ring where it ends."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from games.rules.board import BAR, OFF, Board
from games.rules.plays import Play, board_after
from matches.board_layout import BAR_NEAR, OFF_NEAR, Layout, Place, geometry, layout_of
from matches.board_style import BoardStyle

_HEAD: Final = 24
"""Length of an arrow's head, in the picture's unit; half its width is two thirds of that."""
_BEND: Final = 0.22
"""How far an arrow between two points of one side leans towards the middle, by its length."""


def arrows_markup(board: Board, play: Play, style: BoardStyle) -> str:
    """SVG text over a picture of `board`, whose near player makes `play`."""
    layout = layout_of(narrow=False, mirrored=style.is_mirrored)
    gold, dark = style.colours["gold"], style.colours["gold_dark"]
    arrows = list(_ways(board, play, layout))
    rings = "".join(_ring(end, gold, dark) for _start, end, is_off in arrows if not is_off)
    return f'<g class="board-arrows">{rings}{"".join(_arrow(*way[:2], layout, gold, dark) for way in arrows)}</g>'


def _ways(board: Board, play: Play, layout: Layout) -> Iterator[tuple[Place, Place, bool]]:
    """From where to where each move goes, and whether it leaves the board; the moves before it being made."""
    for number, move in enumerate(play.moves):
        before, after = board_after(board, play.moves[:number]), board_after(board, play.moves[: number + 1])
        source = BAR_NEAR if move.from_ == BAR else move.from_
        start = layout.checker(source, before.cells[move.from_] - 1)
        if move.to == OFF:
            yield start, layout.checker(OFF_NEAR, after.near_off - 1), True
        else:
            yield start, layout.checker(move.to, after.cells[move.to] - 1), False


def _ring(at: Place, gold: str, dark: str) -> str:
    radius = geometry()["checker"] // 2 - 3
    circle = f'<circle cx="{at.x}" cy="{at.y}" r="{radius}" fill="none"'
    return f'{circle} stroke="{dark}" stroke-width="8"/>{circle} stroke="{gold}" stroke-width="4"/>'


def _arrow(start: Place, end: Place, layout: Layout, gold: str, dark: str) -> str:
    bend = _bend(start, end, layout)
    angle = math.atan2(end.y - bend.y, end.x - bend.x)
    neck = Place(round(end.x - _HEAD * math.cos(angle)), round(end.y - _HEAD * math.sin(angle)))
    shaft = f'd="M{start.x} {start.y}Q{bend.x} {bend.y} {neck.x} {neck.y}" fill="none" stroke-linecap="round"'
    head = f'd="M{end.x} {end.y}L{_corner(end, angle + 0.59)}L{_corner(end, angle - 0.59)}z" stroke-linejoin="round"'
    return (
        f'<path {shaft} stroke="{dark}" stroke-width="13"/>'
        f'<path {head} fill="{dark}" stroke="{dark}" stroke-width="6"/>'
        f'<path {shaft} stroke="{gold}" stroke-width="8"/><path {head} fill="{gold}"/>'
    )


def _bend(start: Place, end: Place, layout: Layout) -> Place:
    """Where the arrow leans to: towards the middle of the board, so that it does not hide the checkers between."""
    middle = layout.height // 2
    lean = round(_BEND * math.dist(start, end))
    lower, upper = start.y > middle and end.y > middle, start.y < middle and end.y < middle
    y = min(start.y, end.y) - lean if lower else max(start.y, end.y) + lean if upper else (start.y + end.y) // 2
    return Place((start.x + end.x) // 2, y)


def _corner(end: Place, angle: float) -> str:
    length = _HEAD * 1.2
    return f"{round(end.x - length * math.cos(angle))} {round(end.y - length * math.sin(angle))}"
