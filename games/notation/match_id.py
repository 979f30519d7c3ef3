"""The GNUBG match ID: 12 characters for cube, score, dice and who must act (formats.md 2)."""

from __future__ import annotations

from games.notation.bits import pack, unpack
from games.notation.errors import Fault, NotationError
from games.notation.idstate import PLAYERS, GamePhase, IdFields, PositionState, check_fields
from games.notation.position_id import format_position_id, parse_position_id
from games.rules.cube import Cube
from games.rules.dice import Dice
from games.rules.score import ResultKind
from games.rules.sides import Pair

_LENGTH = 12
_CENTRED = 3
_PHASES = tuple(GamePhase)
_WIDTHS = {
    "cube": 4,
    "owner": 2,
    "on_roll": 1,
    "crawford": 1,
    "phase": 3,
    "turn": 1,
    "doubled": 1,
    "resigned": 2,
    "die": 3,
    "other_die": 3,
    "length": 15,
    "white": 15,
    "black": 15,
    "no_jacoby": 1,
    "spare": 5,
}
"""The fields in their order, with their bits."""


def parse_match_id(text: str, *, jacoby_default: bool = True) -> IdFields:
    """What a match ID says. Raises NotationError.

    In money play the ID can only say that Jacoby is *not* used. When it does not, either GNU Backgammon
    1.07 wrote it with Jacoby on, or an older program that did not know the bit: then the rule is
    ``jacoby_default``, the setting of the table. In a match the bit means nothing and is ignored.
    """
    raw = _split(unpack(text, _LENGTH, "match ID"))
    if raw["phase"] >= len(_PHASES):
        raise NotationError(Fault.MATCH_STATE, value=raw["phase"])
    if raw["owner"] not in (0, 1, _CENTRED):
        raise NotationError(Fault.MATCH_OWNER, value=raw["owner"])
    if raw["spare"]:
        raise NotationError(Fault.MATCH_SPARE)
    on_roll, turn = PLAYERS[raw["on_roll"]], PLAYERS[raw["turn"]]
    doubled = bool(raw["doubled"])
    owner = None if raw["owner"] == _CENTRED else PLAYERS[raw["owner"]]
    is_money = raw["length"] == 0
    beavers = None if is_money else False
    if is_money and doubled and owner is on_roll.other:
        beavers = True
    fields = IdFields(
        on_roll=on_roll,
        turn=turn,
        cube=Cube(1 << raw["cube"], owner),
        crawford=bool(raw["crawford"]),
        phase=_PHASES[raw["phase"]],
        doubled=doubled,
        resigned=ResultKind(raw["resigned"]) if raw["resigned"] else None,
        dice=_dice(raw["die"], raw["other_die"]),
        length=raw["length"],
        score=Pair(raw["white"], raw["black"]),
        jacoby=is_money and not raw["no_jacoby"] and jacoby_default,
        beavers=beavers,
    )
    check_fields(fields)
    return fields


def _split(bits: int) -> dict[str, int]:
    raw = {}
    for name, width in _WIDTHS.items():
        raw[name] = bits & ((1 << width) - 1)
        bits >>= width
    return raw


def _dice(one: int, other: int) -> Dice | None:
    if one == other == 0:
        return None
    if not (1 <= one <= 6 and 1 <= other <= 6):
        raise NotationError(Fault.MATCH_DICE, one=one, other=other)
    return Dice.of(one, other)


def format_match_id(fields: IdFields) -> str:
    """The match ID, as GNU Backgammon 1.07 writes it. Raises NotationError when a number does not fit."""
    owner = fields.cube.owner
    raw = {
        "cube": fields.cube.value.bit_length() - 1,
        "owner": _CENTRED if owner is None else PLAYERS.index(owner),
        "on_roll": PLAYERS.index(fields.on_roll),
        "crawford": int(fields.crawford),
        "phase": _PHASES.index(fields.phase),
        "turn": PLAYERS.index(fields.turn),
        "doubled": int(fields.doubled),
        "resigned": int(fields.resigned or 0),
        "die": fields.dice.high if fields.dice else 0,
        "other_die": fields.dice.low if fields.dice else 0,
        "length": fields.length,
        "white": fields.score.white,
        "black": fields.score.black,
        "no_jacoby": int(fields.length > 0 or not fields.jacoby),
        "spare": 0,
    }
    bits = place = 0
    for name, width in _WIDTHS.items():
        if not 0 <= raw[name] < 1 << width:
            raise NotationError(Fault.FIELD_RANGE, field=name, value=raw[name])
        bits |= raw[name] << place
        place += width
    return pack(bits, 9)


def parse_gnubg_id(text: str, *, jacoby_default: bool = True) -> PositionState:
    """The position of a GNUBG ID, ``position ID:match ID``. Raises NotationError."""
    position, colon, match = text.partition(":")
    if not colon:
        raise NotationError(Fault.GNUBG_COLON)
    return PositionState(parse_position_id(position), parse_match_id(match, jacoby_default=jacoby_default))


def format_gnubg_id(state: PositionState) -> str:
    """The GNUBG ID of a position."""
    return f"{format_position_id(state.board)}:{format_match_id(state.fields)}"
