"""Positions drawn both by the server and by the browser's board.

The expected pictures lie in bgsite/frontend/test/board/pictures/; the browser's unit tests read the same files.
Made anew by ``python -m tests.matches.board_pictures`` after a wished change of the look.
"""

from __future__ import annotations

from pathlib import Path

from games.rules.board import Board
from games.rules.cube import Cube
from games.rules.dice import Dice
from games.rules.sides import Side
from matches.board_style import BoardStyle
from matches.board_svg import BoardPicture, board_svg

FOLDER = Path(__file__).parents[2] / "bgsite/frontend/test/board/pictures"

MIDDLE = Board((1, -2, 0, 0, 0, 2, 4, 0, 3, 0, 0, 0, -4, 3, 0, 0, 0, -3, 0, -4, -1, 0, 0, 0, 2, 0))
STACKS = Board((6, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -7, 5))

PICTURES = {
    "opening": BoardPicture(Board.start()),
    "middle": BoardPicture(MIDDLE, Side.WHITE, Cube(2, Side.BLACK), Dice(5, 3), Side.WHITE),
    "middle_black_narrow": BoardPicture(MIDDLE, Side.BLACK, Cube(1, None), Dice(4, 4), Side.WHITE, narrow=True),
    "stacks": BoardPicture(STACKS, Side.WHITE, Cube(512, Side.WHITE), Dice(6, 2), Side.BLACK),
}
STYLES = {
    "opening": BoardStyle(),
    "middle": BoardStyle("night", "inlaid", "matching", "left"),
    "middle_black_narrow": BoardStyle("sand", "inlaid", "ivory"),
    "stacks": BoardStyle("contrast", "turned", "matching"),
}
"""Each theme and each make of checkers and dice once."""


def drawn(name: str, *, key: str = "board") -> str:
    """One of the pictures, in its style."""
    return board_svg(PICTURES[name], key=key, style=STYLES[name])


def main() -> None:
    """Write every picture anew."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in PICTURES:
        (FOLDER / f"{name}.svg").write_text(drawn(name) + "\n", "utf-8")


if __name__ == "__main__":
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bgsite.settings")

    django.setup()
    main()
