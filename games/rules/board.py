"""The board as a value: 24 points, two bars, and what is borne off.

A ``Board`` is always seen by one player, the *near* one: points are numbered from the near player's
own side (rules.md 1.1), near checkers count positive and far ones negative. This is the one module
that turns a colour into a direction (``Board.seen_by``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from operator import neg

from games.rules.errors import InvalidAction
from games.rules.sides import Side

BAR = 25
OFF = 0
FAR_BAR = 0
"""Index in ``Board.cells`` of the far player's bar (a count >= 0)."""
POINTS = range(1, 25)
HOME = range(1, 7)
CHECKERS = 15

_START = (0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0)


@dataclass(frozen=True, slots=True)
class Board:
    """Where the checkers are, in the near player's numbering.

    ``cells`` has 26 integers: index 1-24 the points (near > 0, far < 0), 25 the near player's bar
    (count >= 0), 0 the far player's bar (count >= 0). What is missing from 15 is borne off.
    Construct untrusted positions through ``checked_board``.
    """

    cells: tuple[int, ...]

    @classmethod
    def start(cls) -> Board:
        """The starting position, the same for both sides (rules.md 1.1)."""
        return cls(_START)

    def mirror(self) -> Board:
        """The same position seen by the other player."""
        cells = self.cells
        return Board((cells[25], *map(neg, cells[24:0:-1]), cells[0]))

    def seen_by(self, side: Side) -> Board:
        """This board, held in White's frame, in ``side``'s frame (and back: it is its own inverse)."""
        return self if side is Side.WHITE else self.mirror()

    @property
    def near_on_board(self) -> int:
        """How many near checkers are not borne off."""
        return self.cells[25] + sum(n for n in self.cells[1:25] if n > 0)

    @property
    def far_on_board(self) -> int:
        """How many far checkers are not borne off."""
        return self.cells[0] - sum(n for n in self.cells[1:25] if n < 0)

    @property
    def near_off(self) -> int:
        """How many checkers the near player has borne off."""
        return CHECKERS - self.near_on_board

    @property
    def far_off(self) -> int:
        """How many checkers the far player has borne off."""
        return CHECKERS - self.far_on_board

    @property
    def pip_count(self) -> int:
        """Pips the near player needs to bear off; a checker on the bar counts 25."""
        cells = self.cells
        return sum(i * cells[i] for i in range(1, 26) if cells[i] > 0)

    @property
    def has_contact(self) -> bool:
        """Whether the sides can still hit or block each other."""
        cells = self.cells
        if cells[0] or cells[25]:
            return True
        rearmost_near = max((i for i in POINTS if cells[i] > 0), default=0)
        foremost_far = min((i for i in POINTS if cells[i] < 0), default=25)
        return rearmost_near > foremost_far


def checked_board(cells: Sequence[object]) -> Board:
    """The board of 26 untrusted ``cells`` (see ``Board``).

    Raises InvalidAction, with the reason, unless there are 26 whole numbers, no negative bar, at most
    15 checkers a side, at least one checker on the board, and somebody who can ever move again.
    """
    if len(cells) != 26:
        raise InvalidAction(f"a board has 26 numbers, not {len(cells)}")
    numbers = tuple(n for n in cells if isinstance(n, int) and not isinstance(n, bool))
    if len(numbers) != 26:
        raise InvalidAction("a board has whole numbers only")
    board = Board(numbers)
    _check_counts(board)
    if board.near_on_board == board.far_on_board == 0:
        raise InvalidAction("all 30 checkers are off")
    if _is_deadlock(board):
        raise InvalidAction("both sides are on the bar against closed boards, so nobody can ever move")
    return board


def _check_counts(board: Board) -> None:
    if board.cells[FAR_BAR] < 0 or board.cells[BAR] < 0:
        raise InvalidAction("a bar cannot hold fewer than 0 checkers")
    for name, count in (("near", board.near_on_board), ("far", board.far_on_board)):
        if count > CHECKERS:
            # a wild count may have more digits than Python agrees to print
            shown = count if count < 1000 else "over 999"
            raise InvalidAction(f"the {name} player has {shown} checkers; there are only {CHECKERS}")


def is_closed_out(board: Board) -> bool:
    """Whether the near player is on the bar against a closed board: every roll is a dance."""
    return board.cells[BAR] > 0 and all(board.cells[BAR - i] <= -2 for i in HOME)


def _is_deadlock(board: Board) -> bool:
    return is_closed_out(board) and is_closed_out(board.mirror())


_GROUP = re.compile(r"(bar|[0-9]{1,2}):([0-9]{1,2})", re.ASCII)


def parse_board(text: str) -> Board:
    """The board of a one-line text, e.g. ``"M bar:1 24:1 6:13; O 4:2 16:2"``.

    ``M`` is the near player, ``O`` the far one, both in the near player's numbering; ``bar`` is that
    side's own bar; a checker not listed is borne off. Raises InvalidAction when it is not that, or when
    ``checked_board`` refuses the position.
    """
    near, semicolon, far = text.partition(";")
    if not semicolon or near.split()[:1] != ["M"] or far.split()[:1] != ["O"]:
        raise InvalidAction("a board text reads 'M point:count ...; O point:count ...'")
    cells = [0] * 26
    for place, count in _groups(near):
        cells[place or BAR] += count
    for place, count in _groups(far):
        if cells[place] > 0 and place:
            raise InvalidAction(f"both sides are on the {place} point")
        cells[place] += count if place == FAR_BAR else -count
    return checked_board(cells)


def _groups(half: str) -> list[tuple[int, int]]:
    """``(place, count)`` for each ``place:count`` of one side, place 0 for that side's bar."""
    groups = []
    for word in half.split()[1:]:
        match = _GROUP.fullmatch(word)
        if match is None:
            raise InvalidAction(f"not a point and a count: {word!r}")
        place = 0 if match[1] == "bar" else int(match[1])
        if match[1] != "bar" and place not in POINTS:
            raise InvalidAction(f"there is no {match[1]} point")
        groups.append((place, int(match[2])))
    return groups


def format_board(board: Board) -> str:
    """The one-line text that ``parse_board`` reads, highest point first."""
    cells = board.cells
    near = [f"bar:{cells[BAR]}"] if cells[BAR] else []
    near += [f"{i}:{cells[i]}" for i in reversed(POINTS) if cells[i] > 0]
    far = [f"bar:{cells[FAR_BAR]}"] if cells[FAR_BAR] else []
    far += [f"{i}:{-cells[i]}" for i in reversed(POINTS) if cells[i] < 0]
    return f"{' '.join(['M', *near])}; {' '.join(['O', *far])}"
