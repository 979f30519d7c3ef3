"""The doubling cube and a pending offer of it."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.sides import Side

MAX_CUBE = 4096
"""Hard stop of every cube (rules.md 2.1)."""


@dataclass(frozen=True, slots=True)
class Cube:
    """Value 1, 2, 4 ... and who owns it; ``owner`` None means centred."""

    value: int = 1
    owner: Side | None = None


@dataclass(frozen=True, slots=True)
class CubeOffer:
    """A turn of the cube that waits for an answer; the stored ``Cube`` is unchanged meanwhile.

    ``depth`` 0 is a double or redouble, 1 a beaver, 2 a raccoon, and so on (rules.md 3.3). A further
    turn accepts the one before it, so the stored cube always shows what refusing costs.
    """

    by: Side
    """Who turned the cube last."""
    value: int
    """The value if this turn is accepted."""
    depth: int

    @property
    def responder(self) -> Side:
        """Who must answer."""
        return self.by.other

    @property
    def first_doubled(self) -> Side:
        """Who was doubled first: the owner after acceptance, whatever the depth."""
        return self.by.other if self.depth % 2 == 0 else self.by

    @property
    def drop_cost(self) -> int:
        """What refusing costs: the value before this turn, never more (rules.md 2.3)."""
        return self.value // 2
