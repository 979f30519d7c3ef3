"""The GNUBG position ID: 14 characters for where the checkers are (formats.md 1).

It does not say who is on roll; its board is always that of the side on roll.
"""

from __future__ import annotations

import re

from games.notation.bits import pack, unpack
from games.notation.errors import Fault, NotationError
from games.rules.board import BAR, CHECKERS, FAR_BAR, POINTS, Board

_LENGTH = 14
_PLACES = 25
_KEY = re.compile(r"[A-P]{20}")


def parse_position_id(text: str) -> Board:
    """The board, seen by the side on roll. Raises NotationError.

    Every board an ID can hold is accepted, the empty one as well; whether one can be played from there
    ``rules.board.checked_board`` says.
    """
    if _KEY.fullmatch(text):
        raise NotationError(Fault.POSITION_KEY)
    bits = unpack(text, _LENGTH, "position ID")
    far, bits = _read_side(bits)
    near, bits = _read_side(bits)
    if bits:
        raise NotationError(Fault.POSITION_PADDING)
    for point in POINTS:
        if near[point - 1] and far[24 - point]:
            raise NotationError(Fault.POSITION_SHARED, point=point)
    points = tuple(near[point - 1] - far[24 - point] for point in POINTS)
    return Board((far[24], *points, near[24]))


def _read_side(bits: int) -> tuple[list[int], int]:
    """How many checkers stand on a side's points 1-24 and bar, and the bits that follow."""
    counts = []
    for _ in range(_PLACES):
        count = 0
        while bits & 1:
            count += 1
            bits >>= 1
        bits >>= 1
        counts.append(count)
    if sum(counts) > CHECKERS:
        raise NotationError(Fault.POSITION_CHECKERS)
    return counts, bits


def format_position_id(board: Board) -> str:
    """The ID of a board seen by the side on roll, of at most 15 checkers a side."""
    cells = board.cells
    far = [-min(0, cells[25 - point]) for point in POINTS] + [cells[FAR_BAR]]
    near = [max(0, cells[point]) for point in POINTS] + [cells[BAR]]
    bits = place = 0
    for count in far + near:
        bits |= ((1 << count) - 1) << place
        place += count + 1
    return pack(bits, 10)
