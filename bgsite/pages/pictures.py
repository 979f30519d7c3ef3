"""Positions in texts: from the words of a `{% picture %}` tag to what is drawn."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from games.notation.errors import NotationError
from games.notation.ids import parse_id
from games.notation.play_text import parse_play
from games.rules.board import checked_board, parse_board
from games.rules.cube import Cube
from games.rules.dice import Dice
from games.rules.errors import InvalidAction
from games.rules.plays import Play
from games.rules.sides import Side
from matches.board_svg import BoardPicture

_BOTTOM: Final = Side.BLACK
"""Whose checkers an XGID writes as the player at the bottom (`games.notation`)."""


class PictureError(ValueError):
    """A position that cannot be read, or that no game can have; or a play that is not legal there."""


def read_picture(position: str, *, near: str = "white", dice: str = "") -> BoardPicture:
    """The picture of `position`: an XGID, a GNU Backgammon ID, a position ID, or a board text of `games.rules.board`.

    Who is at the bottom there, or on roll in IDs without a bottom, has White here. `near` says whose side the picture
    is seen from, `dice` ("31") what White has rolled where the text itself has no dice. Raises PictureError.
    """
    if near not in {"white", "black"}:
        raise PictureError(f"near is “white” or “black”, not “{near}”")
    try:
        picture = _read(position)
    except (NotationError, InvalidAction) as error:
        raise PictureError(str(error)) from error
    if dice:
        return replace(picture, near=Side(near), dice=_dice(dice), dice_side=Side.WHITE)
    return replace(picture, near=Side(near))


def _read(position: str) -> BoardPicture:
    if ";" in position:
        return BoardPicture(parse_board(position))
    board, fields = parse_id(position)
    checked = checked_board(board.cells)
    if fields is None:
        return BoardPicture(checked)
    is_xgid = position.count(":") > 1
    white = _BOTTOM if is_xgid else fields.on_roll
    side = Side.WHITE if fields.on_roll is white else Side.BLACK
    owner = fields.cube.owner
    if owner is not None:
        owner = Side.WHITE if owner is white else Side.BLACK
    return BoardPicture(
        board=checked.seen_by(side),
        cube=Cube(fields.cube.value, owner),
        dice=fields.dice,
        dice_side=side if fields.dice else None,
    )


def _dice(text: str) -> Dice:
    if len(text) != 2 or not (text.isascii() and text.isdigit()):
        raise PictureError(f"dice are two digits such as 31, not “{text}”")
    try:
        return Dice.of(int(text[0]), int(text[1]))
    except InvalidAction as error:
        raise PictureError(str(error)) from error


def read_play(picture: BoardPicture, text: str) -> Play:
    """The play of White's dice that `text` means ("24/18 13/11"). Raises PictureError for one that is not legal."""
    if picture.dice is None or picture.dice_side is not Side.WHITE or picture.near is not Side.WHITE:
        raise PictureError("a play needs White’s dice on the picture, and White near")
    try:
        return parse_play(picture.board, picture.dice, text)
    except NotationError as error:
        raise PictureError(str(error)) from error
