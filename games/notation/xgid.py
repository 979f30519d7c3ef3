"""The XGID of eXtreme Gammon: ten fields in one line (formats.md 3).

The position is always seen by the bottom player, Black, whoever is on roll. While a double waits, the
turn field names the doubler. A beaver that waits is written as a double by the side that does not own the
cube, a raccoon with ``R``; cube and owner are then those of the match ID.
"""

from __future__ import annotations

import re

from games.notation.errors import Fault, NotationError
from games.notation.idstate import GamePhase, IdFields, PositionState, check_fields
from games.rules.board import CHECKERS, Board
from games.rules.cube import MAX_CUBE, Cube
from games.rules.dice import Dice
from games.rules.sides import Pair, Side

_PREFIX = "XGID="
_NUMBER = re.compile(r"-?[0-9]{1,4}", re.ASCII)
_DICE = re.compile(r"00|[1-6]{2}|[DBR]", re.ASCII)
_FIELDS = ("position", "cube", "owner", "turn", "dice", "bottom score", "top score", "rules", "length", "max cube")
_BOTTOM, _TOP = Side.BLACK, Side.WHITE
_SIGNS = {1: _BOTTOM, -1: _TOP}
_LARGEST = 9999
"""XGID readers cut longer numbers."""


def parse_xgid(text: str) -> PositionState:
    """The position of an XGID, with or without its prefix. Raises NotationError."""
    bare = text[len(_PREFIX) :] if text[: len(_PREFIX)].upper() == _PREFIX else text
    words = bare.split(":")
    if len(words) != len(_FIELDS):
        raise NotationError(Fault.XGID_FIELDS, got=len(words))
    bottom_board = _parse_position(words[0])
    turn = _SIGNS[_number(words, 3, (-1, 1), "1 or -1")]
    fields = _with_dice(words, turn, Cube(1 << _number(words, 1, range(13), "0 to 12"), _owner(words)))
    _check_score(fields)
    check_fields(fields)
    return PositionState(bottom_board if turn is _BOTTOM else bottom_board.mirror(), fields)


def _parse_position(word: str) -> Board:
    if len(word) != 26:
        raise NotationError(Fault.XGID_POSITION, got=len(word))
    cells = []
    for place, character in enumerate(word):
        count = _count(character)
        if count is None or (place == 0 and count > 0) or (place == 25 and count < 0):
            raise NotationError(Fault.XGID_CHARACTER, place=place + 1, character=character)
        cells.append(abs(count) if place == 0 else count)
    board = Board(tuple(cells))
    if max(board.near_on_board, board.far_on_board) > CHECKERS:
        raise NotationError(Fault.XGID_CHECKERS)
    return board


def _count(character: str) -> int | None:
    """Checkers a letter stands for, the top player's negative; None for anything else."""
    if character == "-":
        return 0
    if "A" <= character <= "P":
        return ord(character) - ord("A") + 1
    if "a" <= character <= "p":
        return ord("a") - ord(character) - 1
    return None


def _number(words: list[str], index: int, allowed: range | tuple[int, ...], expected: str) -> int:
    word = words[index]
    if _NUMBER.fullmatch(word) and int(word) in allowed:
        return int(word)
    raise NotationError(Fault.XGID_NUMBER, number=index + 1, field=_FIELDS[index], expected=expected, value=word[:20])


def _owner(words: list[str]) -> Side | None:
    sign = _number(words, 2, (-1, 0, 1), "1, 0 or -1")
    return _SIGNS[sign] if sign else None


def _with_dice(words: list[str], on_roll: Side, cube: Cube) -> IdFields:
    """All fields: the dice field decides who must act, and what the cube field means."""
    word = words[4]
    if not _DICE.fullmatch(word):
        expected = "00, two dice, D, B or R"
        raise NotationError(Fault.XGID_NUMBER, number=5, field=_FIELDS[4], expected=expected, value=word[:20])
    points = range(_LARGEST + 1)
    length = _number(words, 8, points, "a match length, or 0 for money")
    rules = _number(words, 7, range(2) if length else range(4), "0 or 1 in a match, 0 to 3 in money play")
    score = Pair(_number(words, 6, points, "a score"), _number(words, 5, points, "a score"))
    max_cube = _number(words, 9, range(16), "0 to 15")
    offer = word if word in ("D", "B", "R") else ""
    if offer == "D" and cube.owner is on_roll.other:
        offer = "B"
    if offer in ("B", "R"):
        cube = _accepted_so_far(cube, on_roll, offer)
    return IdFields(
        on_roll=on_roll,
        turn=on_roll.other if offer in ("D", "R") else on_roll,
        cube=cube,
        crawford=length > 0 and rules == 1,
        doubled=bool(offer),
        dice=None if offer or word == "00" else Dice.of(int(word[0]), int(word[1])),
        length=length,
        score=score,
        jacoby=length == 0 and rules & 1 == 1,
        beavers=length == 0 and rules & 2 == 2,
        max_cube=1 << max_cube if max_cube else None,
    )


def _accepted_so_far(cube: Cube, on_roll: Side, offer: str) -> Cube:
    """The cube while a beaver or raccoon waits: already the beaverer's.

    Where the text still names the cube before the first double (the doubler's or centred), it is turned
    for the double, and once more for an accepted beaver.
    """
    if cube.owner is on_roll.other:
        return cube
    value = cube.value * (2 if offer == "B" else 4)
    if value > MAX_CUBE:
        raise NotationError(Fault.XGID_CUBE)
    return Cube(value, on_roll.other)


def _check_score(fields: IdFields) -> None:
    white, black = fields.score
    if fields.length and max(white, black) >= fields.length:
        raise NotationError(Fault.SCORE_LENGTH, white=white, black=black, length=fields.length)


def format_xgid(state: PositionState) -> str:
    """The XGID of a position. Raises NotationError for what it cannot say: an ended game, a resignation, ..."""
    fields = state.fields
    _check_expressible(fields)
    board = state.board if fields.on_roll is _BOTTOM else state.board.mirror()
    cells = (-board.cells[0], *board.cells[1:])
    rules = int(fields.crawford) if fields.length else int(fields.jacoby) + 2 * bool(fields.beavers)
    words = (
        "".join(_letter(count) for count in cells),
        fields.cube.value.bit_length() - 1,
        0 if fields.cube.owner is None else _sign(fields.cube.owner),
        _sign(fields.on_roll),
        _dice_word(fields),
        fields.score.of(_BOTTOM),
        fields.score.of(_TOP),
        rules,
        fields.length,
        0 if fields.max_cube is None else fields.max_cube.bit_length() - 1,
    )
    return _PREFIX + ":".join(str(word) for word in words)


def _check_expressible(fields: IdFields) -> None:
    what = ""
    if fields.phase is not GamePhase.PLAYING:
        what = "that no game is being played"
    elif fields.resigned is not None:
        what = "that a resignation waits for its answer"
    elif fields.cube.value > MAX_CUBE:
        what = f"a cube of {fields.cube.value}"
    elif max(*fields.score, fields.length) > _LARGEST:
        what = "a score or match length of five digits"
    if what:
        raise NotationError(Fault.XGID_INEXPRESSIBLE, what=what)
    _check_score(fields)


def _letter(count: int) -> str:
    if count == 0:
        return "-"
    return chr(ord("A") + count - 1) if count > 0 else chr(ord("a") - count - 1)


def _sign(side: Side) -> int:
    return 1 if side is _BOTTOM else -1


def _dice_word(fields: IdFields) -> str:
    if fields.doubled:
        return "R" if fields.is_raccoon_pending else "D"
    return str(fields.dice) if fields.dice else "00"
