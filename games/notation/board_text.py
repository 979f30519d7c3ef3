"""The board drawn with characters, for terminals and logs.

The bottom player is drawn as X, the top one as O, in the bottom player's numbering with the home board at
the lower right (rules.md 1.1). Five checkers stand on each other; of more than five the innermost shows the
number. A side's bar is in its own half.
"""

from __future__ import annotations

from games.rules.board import BAR, FAR_BAR, Board

_HEIGHT = 5
_UPPER = tuple(range(13, 25))
_LOWER = tuple(range(12, 0, -1))
_TOP_RULE = "+13-14-15-16-17-18------19-20-21-22-23-24-+"
_BOTTOM_RULE = "+12-11-10--9--8--7-------6--5--4--3--2--1-+"
_MIDDLE = "|                  |BAR|                  |"


def format_board_text(board: Board) -> str:
    """Thirteen lines: ``board`` with its near player at the bottom."""
    cells = board.cells
    upper = [_line(cells, _UPPER, -cells[FAR_BAR], level) for level in range(1, _HEIGHT + 1)]
    lower = [_line(cells, _LOWER, cells[BAR], level) for level in range(_HEIGHT, 0, -1)]
    return "\n".join([_TOP_RULE, *upper, _MIDDLE, *lower, _BOTTOM_RULE])


def _line(cells: tuple[int, ...], points: tuple[int, ...], bar: int, level: int) -> str:
    """The row ``level`` checkers away from the edge, left to right."""
    marks = [_mark(cells[point], level) for point in points]
    return f"|{''.join(marks[:6])}|{_mark(bar, level)}|{''.join(marks[6:])}|"


def _mark(count: int, level: int) -> str:
    """Three characters: a checker of a stack of ``count`` (near > 0), its number, or nothing."""
    if abs(count) < level:
        return "   "
    if level == _HEIGHT and abs(count) > _HEIGHT:
        return f"{abs(count):^3}"
    return " X " if count > 0 else " O "
