"""The position on the settings page: something of everything that can be set is seen in it, and it can be played."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from msgspec import to_builtins

from games.rules.board import Board
from games.rules.cube import Cube
from games.rules.dice import Dice
from games.rules.plays import CheckerMove, board_after
from games.rules.sides import Side
from matches.board_svg import BoardPicture
from matches.view import graph_view

_WHITE_PLAYED: Final = (CheckerMove(8, 5, 3), CheckerMove(6, 5, 1))
_BLACK_PLAYED: Final = (CheckerMove(24, 18, 6), CheckerMove(13, 11, 2))
_DICE: Final = Dice(6, 4)
"""White can hit, and move one checker with both dice."""


def preview_picture() -> BoardPicture:
    """The picture before a script has drawn the board, and without one."""
    return BoardPicture(_now(), Side.WHITE, Cube(), _DICE, Side.WHITE)


@cache
def preview_positions() -> dict[str, Any]:
    """`before` Black's play and `now`, as the board takes positions (`BoardPosition` of src/board/types.ts)."""
    played = {"side": Side.BLACK, "moves": [[move.from_, move.to, move.die] for move in _BLACK_PLAYED]}
    return {
        "before": _position(_before()),
        "now": _position(_now())
        | {
            "dice": [_DICE.high, _DICE.low],
            "dice_side": Side.WHITE,
            "last_play": played,
            "graph": to_builtins(graph_view(_now(), _DICE)),
        },
    }


def _before() -> Board:
    return board_after(Board.start(), _WHITE_PLAYED)


def _now() -> Board:
    return board_after(_before().mirror(), _BLACK_PLAYED).mirror()


def _position(board: Board) -> dict[str, Any]:
    return {
        "board": list(board.cells),
        "off": {"white": board.near_off, "black": board.far_off},
        "cube": {"value": 1, "owner": None, "in_use": True},
        "dice": None,
        "dice_side": None,
        "last_play": None,
        "graph": None,
        "offer": None,
    }
