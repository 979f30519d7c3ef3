"""The same thing with the colours exchanged, for any value of the rules."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TypeVar, cast

from games.rules.board import Board
from games.rules.events import OpeningThrown
from games.rules.sides import Pair, Side

V = TypeVar("V")


def mirrored(value: V) -> V:
    """``value`` with White and Black exchanged everywhere: sides, pairs, boards, opening throws."""
    return cast(V, _mirrored(value))


def _mirrored(value: object) -> object:
    match value:
        case Side():
            return value.other
        case Board():
            return value.mirror()
        case Pair(white, black):
            return Pair(_mirrored(black), _mirrored(white))
        case OpeningThrown(white, black):
            return OpeningThrown(black, white)
        case tuple():
            return tuple(_mirrored(item) for item in value)
        case frozenset():
            return frozenset(_mirrored(item) for item in value)
        case _ if is_dataclass(value) and not isinstance(value, type):
            return replace(value, **{field.name: _mirrored(getattr(value, field.name)) for field in fields(value)})
        case _:
            return value
