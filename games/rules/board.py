"""The board as a value: 24 points, two bars, and what is borne off.

A ``Board`` is always seen by one player, the *near* one: points are numbered from the near player's
own side (rules.md 1.1), near checkers count positive and far ones negative. This is the one module
that turns a colour into a direction (``Board.seen_by``).
"""

from __future__ import annotations

from dataclasses import dataclass

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
        return Board((cells[25], *(-cells[25 - i] for i in range(1, 25)), cells[0]))

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
