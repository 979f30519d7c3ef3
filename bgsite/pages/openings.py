"""The opening rolls that are no doublets, and how strong players play them; a test asks the engine about each.

An opening has two or three schools: `others` are as good by a hair's breadth, and named so that nobody takes the first
for the only one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.rules.dice import Dice


@dataclass(frozen=True, slots=True)
class Opening:
    """One roll."""

    dice: Dice
    play: str
    """In the mover's numbering."""
    others: tuple[str, ...]
    idea: str | Promise


OPENINGS: Final = (
    Opening(Dice(3, 1), "8/5 6/5", (), _("Makes the 5-point, the best point to have early on.")),
    Opening(Dice(4, 2), "8/4 6/4", (), _("Makes the 4-point, the next best.")),
    Opening(Dice(6, 1), "13/7 8/7", (), _("Makes the bar-point: three points in a row before the back checkers.")),
    Opening(Dice(5, 3), "8/3 6/3", (), _("Makes the 3-point, one more point in the home board.")),
    Opening(Dice(6, 5), "24/13", (), _("Runs one back checker to the midpoint, past everything dangerous.")),
    Opening(
        Dice(2, 1), "13/11 6/5", ("24/23 13/11",), _("Slots the 5-point to make it next turn, or builds and splits.")
    ),
    Opening(Dice(4, 1), "24/23 13/9", ("13/9 6/5",), _("A builder for a new point, and the back checkers move up.")),
    Opening(Dice(5, 1), "24/23 13/8", ("13/8 6/5",), _("A checker to the 8-point, and the back checkers move up.")),
    Opening(
        Dice(3, 2), "24/21 13/11", ("13/11 13/10",), _("Splits toward an anchor and builds, or brings two builders.")
    ),
    Opening(Dice(4, 3), "24/20 13/10", ("24/21 13/9", "13/10 13/9"), _("Splits and builds, or brings two builders.")),
    Opening(Dice(5, 2), "24/22 13/8", ("13/11 13/8",), _("Splits and builds, or brings two builders down.")),
    Opening(Dice(5, 4), "24/20 13/8", ("13/9 13/8",), _("Goes for an anchor on the 20-point, or builds.")),
    Opening(Dice(6, 2), "24/18 13/11", (), _("Fights for the bar-point of the other side, and builds.")),
    Opening(Dice(6, 3), "24/18 13/10", ("24/15",), _("The same with another builder, or runs.")),
    Opening(
        Dice(6, 4), "24/14", ("24/18 13/9", "8/2 6/2"), _("Three ways of equal strength: run, split, or make a point.")
    ),
)
"""The point makers first, then the runner, then the others."""
