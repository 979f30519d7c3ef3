"""Events, states and terms to JSON and back. Law: `decode(encode(x)) == x`.

Each stored event carries `SCHEMA`, the number of the shapes it was written in. Reading goes through the upcasters of
all later numbers, so the rest of the program knows today's shapes alone. A snapshot of an older number is not read:
it is rebuilt from the log. Raise SCHEMA whenever `tests/matches/test_codec.py` says that the shapes changed, put the
upcaster into `UPCASTERS`, and add the golden log it asks for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args

from games.rules.clock import ClockPreset, ClockSetting
from games.rules.dice import Dice
from games.rules.events import Event
from games.rules.plays import CheckerMove
from games.rules.rulecard import RuleCard
from games.rules.state import MatchState
from matches.shape import DecodeError, Json, Shapes, snake_case

__all__ = [
    "SCHEMA",
    "DecodeError",
    "decode_card",
    "decode_event",
    "decode_state",
    "encode_card",
    "encode_event",
    "encode_state",
    "event_kind",
    "event_kinds",
]

SCHEMA = 3
"""The number of today's shapes."""

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]
"""From an event's data in one schema to the next."""


def _no_computers(data: dict[str, Any]) -> dict[str, Any]:
    """Before schema 2 only people played."""
    return {**data, "computers": {"white": None, "black": None}}


UPCASTERS: Mapping[tuple[str, int], Upcaster] = {("match_started", 1): _no_computers}
"""`(kind, n)`: how data of that kind in schema n reads in schema n + 1; absent where nothing changed."""

_SHAPES = Shapes(rows=(CheckerMove, Dice))
_EVENTS: Mapping[str, type] = {snake_case(cls.__name__): cls for cls in get_args(Event)}
_KINDS: Mapping[type, str] = {cls: kind for kind, cls in _EVENTS.items()}
_EVENT_SHAPES = {kind: _SHAPES.of(cls) for kind, cls in _EVENTS.items()}
_STATE = _SHAPES.of(MatchState)
_CARD = _SHAPES.of(RuleCard)


def event_kinds() -> tuple[str, ...]:
    """Every kind of event there is, as stored."""
    return tuple(_EVENTS)


def event_kind(event: Event) -> str:
    """The stored name of the event's class: `CheckersPlayed` is `checkers_played`."""
    return _KINDS[type(event)]


def encode_event(event: Event) -> Json:
    """The event's fields as JSON values, in schema `SCHEMA`; its kind is stored beside them."""
    return _EVENT_SHAPES[_KINDS[type(event)]].encode(event)


def decode_event(kind: str, schema: int, data: Json) -> Event:
    """Read what `encode_event` wrote in any schema so far. Raises DecodeError."""
    if not 1 <= schema <= SCHEMA:
        raise DecodeError(f"schema {schema} is not known here (up to {SCHEMA})")
    if kind not in _EVENT_SHAPES:
        raise DecodeError(f"no such event: {kind!r:.40}")
    for number in range(schema, SCHEMA):
        upcaster = UPCASTERS.get((kind, number))
        data = upcaster(data) if upcaster else data
    event: Event = _EVENT_SHAPES[kind].decode(data)
    return event


def encode_state(state: MatchState) -> Json:
    """The state as JSON values, in schema `SCHEMA`."""
    return _STATE.encode(state)


def decode_state(data: Json) -> MatchState:
    """Read a snapshot of schema `SCHEMA`. Raises DecodeError."""
    state: MatchState = _STATE.decode(data)
    return state


def encode_card(card: RuleCard) -> Json:
    """The rule card as JSON values, for `Match.card`."""
    return _CARD.encode(card)


def decode_card(data: Json) -> RuleCard:
    """Read what `encode_card` wrote. Raises DecodeError."""
    card: RuleCard = _CARD.decode(data)
    return card


def clock_setting(preset: str, days: int | None) -> ClockSetting:
    """The clock that was agreed, from the two columns of `Match`. Raises ValueError."""
    return ClockSetting(ClockPreset(preset), days)


def described() -> str:
    """Today's shapes in words, the same in every run: the tests compare it with the text kept for `SCHEMA`."""
    lines = [f"{kind} {shape.described}" for kind, shape in _EVENT_SHAPES.items()]
    return "\n".join([*lines, f"state {_STATE.described}", ""])
