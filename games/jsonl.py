"""The rules and notations over standard input and output: one JSON object a line in, one a line out.

Rows are encoded like the project's test vectors: a board is 26 numbers in the frame of the side on roll,
dice a list of two numbers, steps a list of ``[from, to]``. Keys a command does not write are kept. A row
that cannot be used is answered by ``{"id": ..., "line": ..., "error": ...}``, and the run goes on; no other
answer has an ``error``, even if its row had one.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import permutations
from typing import Any, BinaryIO, NoReturn

from games.notation.errors import NotationError
from games.notation.ids import parse_both_ids
from games.notation.idstate import PLAYERS, IdFields, PositionState
from games.notation.match_id import format_gnubg_id, format_match_id, parse_gnubg_id
from games.notation.play_text import format_play, parse_play
from games.notation.position_id import format_position_id
from games.notation.xgid import format_xgid, parse_xgid
from games.rules.board import BAR, OFF, Board, checked_board
from games.rules.dice import Dice
from games.rules.errors import InvalidAction
from games.rules.legal import legal_plays, step_graph
from games.rules.plays import Play, board_after

Row = dict[str, Any]
Command = Callable[[Row], Row]

LONGEST_LINE = 1_000_000
"""Bytes of the longest row read; a longer one is skipped and answered by an error."""


class BadRowError(ValueError):
    """A row that is not what the command reads. ``str()`` says what is wrong."""


def run(command: Command, rows: BinaryIO, answers: BinaryIO) -> None:
    """Answer every line of ``rows`` in turn, flushing each, so that a pipe can be used as a dialogue."""
    number = 0
    while line := rows.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            _skip_line(rows)
            answer = _encoded(_error_row({}, number, f"the line is longer than {LONGEST_LINE} bytes"))
        elif line.strip():
            answer = _answer(command, line, number)
        else:
            continue
        answers.write(answer)
        answers.flush()


def _skip_line(rows: BinaryIO) -> None:
    while (part := rows.readline(LONGEST_LINE)) and not part.endswith(b"\n"):
        pass


def _answer(command: Command, line: bytes, number: int) -> bytes:
    row: Row = {}
    try:
        row = _decoded(line)
        answer = row | command(row)
        answer.pop("error", None)
        return _encoded(answer)
    except RecursionError:
        return _encoded(_error_row({}, number, "the row is nested too deeply"))
    except (BadRowError, NotationError, InvalidAction) as error:
        return _encoded(_error_row(row, number, str(error)))


def _decoded(line: bytes) -> Row:
    try:
        row = json.loads(line.decode("utf-8-sig"), parse_constant=_refuse_constant, parse_float=_finite)
    except UnicodeDecodeError:
        raise BadRowError("the line is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise BadRowError(f"the line is not JSON: {error.msg} at character {error.pos + 1}") from None
    except BadRowError:
        raise
    except ValueError:
        raise BadRowError("the line has a number with too many digits") from None
    if not isinstance(row, dict):
        raise BadRowError("the line is not a JSON object")
    return row


def _refuse_constant(name: str) -> NoReturn:
    raise BadRowError(f"the line is not JSON: {name} is not a number")


def _finite(word: str) -> float:
    number = float(word)
    if number in (float("inf"), float("-inf")):
        raise BadRowError(f"the number {word} is too large")
    return number


def _encoded(row: Row) -> bytes:
    return json.dumps(row, separators=(",", ":"), allow_nan=False).encode("ascii") + b"\n"


def _error_row(row: Row, number: int, error: str) -> Row:
    """The answer to a bad row; its ``id`` comes along if it is a plain value."""
    has_id = "id" in row and isinstance(row["id"], str | int | None)
    return ({"id": row["id"]} if has_id else {}) | {"line": number, "error": error}


# --- the commands ---------------------------------------------------------------------------------


def plays(row: Row) -> Row:
    """``board``, ``dice`` -> ``results``, the sorted final boards of all legal plays, and ``dice_used``."""
    board, dice = _board(row), _dice(row)
    found = legal_plays(board, dice)
    results = sorted(list(board_after(board, play.moves).cells) for play in found)
    return {"results": results, "dice_used": len(found[0].moves) if found else 0}


def ids(row: Row) -> Row:
    """``gnubg_id`` or ``xgid`` (or both, of one position) -> ``board``, ``fields`` and all IDs."""
    state = _state(row)
    return {
        "board": list(state.board.cells),
        "position_id": format_position_id(state.board),
        "match_id": format_match_id(state.fields),
        "gnubg_id": format_gnubg_id(state),
        "xgid": _xgid_or_none(state),
        "fields": _fields(state.fields),
    }


def notation(row: Row) -> Row:
    """``board``, ``dice`` and ``steps`` -> ``text``; or ``board``, ``dice`` and ``text`` -> ``steps``."""
    board, dice = _board(row), _dice(row)
    if row.get("steps") is not None:
        return {"text": format_play(board, _play(board, dice, _steps(row["steps"])))}
    text = row.get("text")
    if not isinstance(text, str):
        raise BadRowError("the row has neither 'steps' nor a 'text'")
    return {"steps": [[move.from_, move.to] for move in parse_play(board, dice, text).moves]}


# --- reading values -------------------------------------------------------------------------------


def _value(row: Row, key: str) -> Any:
    if row.get(key) is None:
        raise BadRowError(f"the row has no '{key}'")
    return row[key]


def _board(row: Row) -> Board:
    cells = _value(row, "board")
    if not isinstance(cells, list):
        raise BadRowError("'board' must be a list of 26 whole numbers")
    return checked_board(cells)


def _dice(row: Row) -> Dice:
    dice = _value(row, "dice")
    if not isinstance(dice, list) or len(dice) != 2 or not all(_is_number(die, 1, 6) for die in dice):
        raise BadRowError("'dice' must be a list of two numbers from 1 to 6")
    return Dice.of(dice[0], dice[1])


def _is_number(value: object, lowest: int, highest: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and lowest <= value <= highest


def _steps(value: object) -> tuple[tuple[int, int], ...]:
    if not isinstance(value, list) or len(value) > 4 or not all(_is_step(step) for step in value):
        raise BadRowError("'steps' must be a list of at most four [from, to], numbers from 0 to 25")
    return tuple((step[0], step[1]) for step in value)


def _is_step(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(_is_number(place, OFF, BAR) for place in value)


def _play(board: Board, dice: Dice, steps: tuple[tuple[int, int], ...]) -> Play:
    """The play of ``steps``, in the order given or in any other that can be played."""
    graph = step_graph(board, dice)
    orders = (graph.complete(order) for order in permutations(steps))
    moves = next((moves for moves in orders if moves is not None), None)
    if moves is None:
        raise BadRowError(f"these steps are not a legal play of {dice}")
    return Play(moves)


def _state(row: Row) -> PositionState:
    gnubg_id, xgid = row.get("gnubg_id"), row.get("xgid")
    for value in (gnubg_id, xgid):
        if not isinstance(value, str | None):
            raise BadRowError("an ID must be a text")
    if gnubg_id is not None and xgid is not None:
        return parse_both_ids(gnubg_id, xgid)
    if gnubg_id is not None:
        return parse_gnubg_id(gnubg_id)
    if xgid is not None:
        return parse_xgid(xgid)
    raise BadRowError("the row has neither 'gnubg_id' nor 'xgid'")


# --- writing values -------------------------------------------------------------------------------


def _xgid_or_none(state: PositionState) -> str | None:
    try:
        return format_xgid(state)
    except NotationError:
        return None


def _fields(fields: IdFields) -> Row:
    owner = fields.cube.owner
    return {
        "cube": fields.cube.value,
        "cube_owner": None if owner is None else PLAYERS.index(owner),
        "on_roll": PLAYERS.index(fields.on_roll),
        "turn": PLAYERS.index(fields.turn),
        "crawford": fields.crawford,
        "game_state": fields.phase.value,
        "doubled": fields.doubled,
        "resigned": int(fields.resigned or 0),
        "dice": [fields.dice.high, fields.dice.low] if fields.dice else None,
        "match_length": fields.length,
        "score": list(fields.score),
        "jacoby": fields.jacoby,
        "beavers": fields.beavers,
    }
