"""Position ID, GNUBG ID or XGID: whichever a text is."""

from __future__ import annotations

from dataclasses import replace

from games.notation.errors import Fault, NotationError
from games.notation.idstate import IdFields, PositionState
from games.notation.match_id import parse_gnubg_id
from games.notation.position_id import parse_position_id
from games.notation.xgid import parse_xgid
from games.rules.board import Board


def parse_id(text: str) -> tuple[Board, IdFields | None]:
    """The board, seen by the side on roll, and the rest if the text has it. Raises NotationError."""
    colons = text.count(":")
    if colons == 0:
        return parse_position_id(text), None
    state = parse_gnubg_id(text) if colons == 1 else parse_xgid(text)
    return state.board, state.fields


def parse_both_ids(gnubg_id: str, xgid: str) -> PositionState:
    """One position given both ways: together they say everything.

    Beavers and the cube limit are in the XGID only, ended games and resignations in the GNUBG ID only.
    Raises NotationError when they speak of different positions.
    """
    from_xgid = parse_xgid(xgid)
    from_gnubg = parse_gnubg_id(gnubg_id, jacoby_default=from_xgid.fields.jacoby)
    fields = replace(from_gnubg.fields, beavers=from_xgid.fields.beavers, max_cube=from_xgid.fields.max_cube)
    if PositionState(from_gnubg.board, replace(fields, phase=from_xgid.fields.phase)) != from_xgid:
        raise NotationError(Fault.ID_CONTRADICTION)
    return PositionState(from_gnubg.board, fields)
