"""In which colours and of which make a board is drawn.

The colours lie in ``geometry.json``, the drawings of the pieces in ``board_art/``; the browser's board reads the same
files (``bgsite/frontend/src/board/theme.ts``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from matches.board_layout import geometry

THEMES = ("classic", "night", "sand", "contrast")
CHECKERS = ("turned", "inlaid")
DICE = ("ivory", "matching")
DIRECTIONS = ("right", "left")

_KINDS = {"theme": THEMES, "checkers": CHECKERS, "dice": DICE, "direction": DIRECTIONS}
_ART = Path(__file__).parent / "board_art"


@dataclass(frozen=True, slots=True)
class BoardStyle:
    """How a reader wishes boards to look. Raises ``ValueError`` for what there is not."""

    theme: str = "classic"
    checkers: str = "turned"
    dice: str = "ivory"
    direction: str = "right"
    """The end at which the near player bears off."""

    def __post_init__(self) -> None:
        for name, known in _KINDS.items():
            value = getattr(self, name)
            if value not in known:
                raise ValueError(f"No board has {value!r} as its {name}; there are {', '.join(known)}.")

    @property
    def is_mirrored(self) -> bool:
        """Whether the near player bears off at the left."""
        return self.direction == "left"

    @property
    def colours(self) -> Mapping[str, str]:
        """Colour name -> ``#rrggbb``."""
        colours: Mapping[str, str] = geometry()["themes"][self.theme]
        return colours


def board_style(wishes: Mapping[str, object]) -> BoardStyle:
    """The style that table settings ask for; what they do not say, or say wrongly, is as usual."""
    return BoardStyle(**{name: str(wish) for name, known in _KINDS.items() if (wish := wishes.get(name)) in known})


def art(style: BoardStyle, prefix: str) -> str:
    """The drawings that a picture in this style refers to; every id begins with ``prefix``."""
    colours = {"id": prefix, **style.colours}
    return re.sub(r"\{([a-z_]+)\}", lambda found: colours[found[1]], _drawings(style))


def _drawings(style: BoardStyle) -> str:
    return _drawing("board") + _drawing(f"checkers_{style.checkers}") + _drawing(f"dice_{style.dice}")


@cache
def _drawing(name: str) -> str:
    """Drawings with ``{id}`` and ``{colour}`` places."""
    return (_ART / f"{name}.svg").read_text("utf-8")
