"""A position in words and characters, for ``python -m games show``. English only, like all of that command."""

from __future__ import annotations

from games.notation.board_text import format_board_text
from games.notation.idstate import GamePhase, IdFields
from games.rules.board import Board
from games.rules.sides import Side

_BOTTOM = Side.BLACK
_NAMES = {Side.WHITE: "White", Side.BLACK: "Black"}
_RESIGNED = {1: "a single game", 2: "a gammon", 3: "a backgammon"}


def position_text(board: Board, fields: IdFields | None) -> str:
    """The board drawn, and what is known beside it. ``board`` is seen by the side on roll.

    Black is drawn at the bottom; of a bare position ID the side on roll is.
    """
    if fields is None:
        return "\n".join(_drawing(board, "the other side", "the side on roll"))
    seen_from_bottom = board if fields.on_roll is _BOTTOM else board.mirror()
    lines = _drawing(seen_from_bottom, "White", "Black")
    return "\n".join([*lines, _cube_line(fields), _score_line(fields), _turn_line(fields)])


def _drawing(board: Board, top: str, bottom: str) -> list[str]:
    other = board.mirror()
    return [
        f"O: {top}, {other.pip_count} pips, {other.near_off} off",
        format_board_text(board),
        f"X: {bottom}, {board.pip_count} pips, {board.near_off} off",
    ]


def _cube_line(fields: IdFields) -> str:
    owner = fields.cube.owner
    place = "in the middle" if owner is None else f"with {_NAMES[owner]}"
    return f"Cube at {fields.cube.value}, {place}"


def _score_line(fields: IdFields) -> str:
    score = f"White {fields.score.white}, Black {fields.score.black}"
    if fields.length:
        crawford = ", Crawford game" if fields.crawford else ""
        return f"Match to {fields.length}: {score}{crawford}"
    rules = [name for name, on in (("Jacoby", fields.jacoby), ("beavers", fields.beavers)) if on]
    return f"Money play{' with ' + ' and '.join(rules) if rules else ''}: {score}"


def _turn_line(fields: IdFields) -> str:
    turn = _NAMES[fields.turn]
    if fields.phase is not GamePhase.PLAYING:
        return "No game is being played" if fields.phase is GamePhase.NONE else "The game is over"
    if fields.resigned is not None:
        return f"{_NAMES[fields.turn.other]} offers to resign {_RESIGNED[fields.resigned]}; {turn} answers"
    if fields.doubled:
        return f"{_NAMES[fields.turn.other]} {_turned(fields)} to {2 * fields.cube.value}; {turn} answers"
    if fields.dice is not None:
        return f"{turn} to play {fields.dice}"
    return f"{turn} to roll or double" if _may_double(fields) else f"{turn} to roll"


def _turned(fields: IdFields) -> str:
    if fields.is_beaver_pending:
        return "beavers"
    return "raccoons" if fields.is_raccoon_pending else "doubles"


def _may_double(fields: IdFields) -> bool:
    """Whether the cube lets the side on roll double: not the other's, at its limit or dead (rules.md 2.2, 2.5)."""
    cube, side = fields.cube, fields.on_roll
    if fields.crawford or cube.owner is side.other:
        return False
    if fields.max_cube is not None and cube.value >= fields.max_cube:
        return False
    return not fields.length or cube.value < fields.length - fields.score.of(side)
