"""Reads the position of an exercise: board, dice, and what stands beside the board."""

from __future__ import annotations

import re
from typing import Final

from bgsite.lessons.fields import Fields
from bgsite.lessons.position import Position, Setting
from games.notation.errors import NotationError
from games.notation.xgid import parse_xgid
from games.rules.board import Board, checked_board, parse_board
from games.rules.cube import Cube
from games.rules.dice import Dice
from games.rules.errors import InvalidAction
from games.rules.score import Crawford
from games.rules.sides import Pair, Side

_DICE: Final = re.compile(r"[1-6]{2}")


def read_position(table: Fields) -> Position:
    """The position of an exercise that has one for all. Raises LessonError."""
    on_roll = table.one_of("on_roll", Side) if table.has("on_roll") else Side.WHITE
    board = read_board(table, "board")
    return Position(board, on_roll, read_dice(table), read_setting(table))


def read_board(table: Fields, name: str) -> Board:
    """White's frame: ``M`` of a board text and the side on roll of an XGID are White. Raises LessonError."""
    text = table.text(name)
    try:
        if text.startswith("XGID="):
            return checked_board(parse_xgid(text).board.cells)
        return parse_board(text)
    except (InvalidAction, NotationError) as error:
        raise table.error(name, f"is no position: {error}") from error


def read_dice(table: Fields) -> Dice | None:
    """The dice, None where none are thrown. Raises LessonError."""
    text = table.maybe("dice", str)
    if text is None:
        return None
    if not _DICE.fullmatch(text):
        raise table.error("dice", f"must be two numbers from 1 to 6, not {text!r}")
    return Dice.of(int(text[0]), int(text[1]))


def read_setting(table: Fields) -> Setting:
    """Cube, score and rules; money play without a cube where nothing is said. Raises LessonError."""
    if not table.has("setting"):
        return Setting(None, None, Pair(0, 0), Crawford.NONE, jacoby=False, is_offered=False)
    fields = table.table("setting")
    value, owner = fields.maybe("cube", int), fields.maybe("owner", str)
    if value is not None and value not in {1, 2, 4, 8, 16, 32, 64}:
        raise fields.error("cube", f"must be 1, 2, 4 … 64, not {value}")
    if owner not in {None, *Side}:
        raise fields.error("owner", "must be white or black")
    if owner is not None and value in {None, 1}:
        raise fields.error("owner", "nobody owns a cube before it was turned")
    length = fields.maybe("length", int)
    score = Pair(fields.maybe("white", int) or 0, fields.maybe("black", int) or 0)
    if length is not None and not (length <= 25 and all(0 <= points < length for points in score)):
        raise fields.error("length", "must be more than either side's points, and at most 25")
    setting = Setting(
        None if value is None else Cube(value, None if owner is None else Side(owner)),
        length,
        score,
        fields.one_of("crawford", Crawford) if fields.has("crawford") else Crawford.NONE,
        fields.maybe("jacoby", bool) or False,
        fields.maybe("offered", bool) or False,
    )
    fields.done()
    return setting
