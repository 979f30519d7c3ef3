"""From the type hints of frozen dataclasses to JSON and back, strictly: the workings of `matches.codec`.

A shape is a pair of functions, made once per type. Numbers, strings, booleans and None are themselves, enums their
value, tuples lists, frozen sets sorted lists, dataclasses objects with every field. Where several dataclasses may
stand, the object carries its snake_case class name as `"is"`. A few small classes are lists of their fields
(`rows`), so that a checker move is `[13, 7, 6]`.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

Json = Any
"""What `json.loads` gives."""
TAG = "is"


class DecodeError(ValueError):
    """The JSON is not what the schema says; the text names the place."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How values of one type are written and read."""

    encode: Callable[[Any], Json]
    decode: Callable[[Json], Any]
    described: str
    """The shape in words, the same in every run: what a schema number promises."""


def snake_case(name: str) -> str:
    """`CheckersPlayed` as `checkers_played`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Shapes:
    """Makes shapes and remembers them, one for each type."""

    def __init__(self, rows: Sequence[type]) -> None:
        self._rows = frozenset(rows)
        self._made: dict[Any, Shape] = {}

    def of(self, hint: Any) -> Shape:
        """The shape of a type hint. Raises TypeError for what has none."""
        if hint not in self._made:
            self._made[hint] = self._make(hint)
        return self._made[hint]

    def _make(self, hint: Any) -> Shape:
        origin: Any = get_origin(hint)
        if origin in (Union, types.UnionType):
            return self._union(get_args(hint))
        if origin is tuple:
            return self._tuple(get_args(hint))
        if origin is frozenset:
            return self._set(self.of(get_args(hint)[0]))
        if isinstance(origin, type) and is_dataclass(origin):
            parameters: Any = vars(origin)["__parameters__"]
            return self._record(origin, dict(zip(parameters, get_args(hint), strict=True)))
        if hint in (int, str, bool):
            return _plain(hint)
        if isinstance(hint, type) and issubclass(hint, Enum):
            return _enum(hint)
        if isinstance(hint, type) and is_dataclass(hint):
            return self._row(hint) if hint in self._rows else self._record(hint, {})
        raise TypeError(f"no shape for {hint!r}")

    def _union(self, options: tuple[Any, ...]) -> Shape:
        rest = [option for option in options if option is not type(None)]
        inner = self.of(rest[0]) if len(rest) == 1 else self._tagged(rest)
        return _optional(inner) if len(rest) < len(options) else inner

    def _tagged(self, options: Sequence[type]) -> Shape:
        names = {option: snake_case(option.__name__) for option in options}
        encoders = {option: (name, self.of(option).encode) for option, name in names.items()}
        decoders = {name: self.of(option).decode for option, name in names.items()}

        def encode(value: Any) -> Json:
            name, inner = encoders[type(value)]
            return {TAG: name, **inner(value)}

        def decode(data: Json) -> Any:
            if not isinstance(data, dict) or data.get(TAG) not in decoders:
                raise DecodeError(f"none of {sorted(decoders)}: {data!r:.80}")
            return decoders[data[TAG]]({key: value for key, value in data.items() if key != TAG})

        return Shape(encode, decode, " | ".join(f"{name}{self.of(o).described}" for o, name in names.items()))

    def _tuple(self, inner: tuple[Any, ...]) -> Shape:
        if len(inner) == 2 and inner[1] is Ellipsis:
            return _many(self.of(inner[0]), tuple, plain=inner[0] is int)
        return _several([self.of(one) for one in inner])

    def _set(self, inner: Shape) -> Shape:
        many = _many(inner, frozenset, plain=False)
        return Shape(lambda value: sorted(many.encode(value)), many.decode, many.described)

    def _row(self, cls: type) -> Shape:
        names = [field.name for field in fields(cls)]
        hints = get_type_hints(cls)
        inner = _several([self.of(hints[name]) for name in names])
        return Shape(
            lambda value: inner.encode([getattr(value, name) for name in names]),
            lambda data: cls(*inner.decode(data)),
            inner.described,
        )

    def _record(self, cls: type, arguments: dict[Any, Any]) -> Shape:
        hints = get_type_hints(cls)
        shapes = {field.name: self.of(_filled(hints[field.name], arguments)) for field in fields(cls)}
        encoders = [(name, shape.encode) for name, shape in shapes.items()]
        decoders = [(name, shape.decode) for name, shape in shapes.items()]
        known = shapes.keys()

        def encode(value: Any) -> Json:
            return {name: inner(getattr(value, name)) for name, inner in encoders}

        def decode(data: Json) -> Any:
            if not isinstance(data, dict) or data.keys() != known:
                raise DecodeError(f"not the fields of {cls.__name__}: {data!r:.80}")
            return cls(**{name: inner(data[name]) for name, inner in decoders})

        described = ", ".join(f"{name}: {shape.described}" for name, shape in shapes.items())
        return Shape(encode, decode, f"{{{described}}}")


def _filled(hint: Any, arguments: dict[Any, Any]) -> Any:
    return arguments.get(hint, hint) if isinstance(hint, TypeVar) else hint


def _same(value: Any) -> Json:
    return value


def _plain(cls: type) -> Shape:
    def decode(data: Json) -> Any:
        if type(data) is not cls:
            raise DecodeError(f"not {cls.__name__}: {data!r:.80}")
        return data

    return Shape(_same, decode, cls.__name__)


def _enum(cls: type[Enum]) -> Shape:
    members = {(type(member.value), member.value): member for member in cls}

    def decode(data: Json) -> Any:
        if (type(data), data) not in members:
            raise DecodeError(f"not a {cls.__name__}: {data!r:.80}")
        return members[type(data), data]

    return Shape(lambda value: value.value, decode, f"{cls.__name__}({', '.join(str(m.value) for m in cls)})")


def _optional(inner: Shape) -> Shape:
    return Shape(
        lambda value: None if value is None else inner.encode(value),
        lambda data: None if data is None else inner.decode(data),
        f"({inner.described})?",
    )


def _listed(data: Json) -> list[Json]:
    if not isinstance(data, list):
        raise DecodeError(f"not a list: {data!r:.80}")
    return data


def _many(inner: Shape, collect: Callable[[Any], Any], *, plain: bool) -> Shape:
    encode: Callable[[Any], Json] = list if plain else lambda value: [inner.encode(one) for one in value]
    return Shape(encode, lambda data: collect(map(inner.decode, _listed(data))), f"[{inner.described}…]")


def _several(inner: list[Shape]) -> Shape:
    def decode(data: Json) -> Any:
        if len(_listed(data)) != len(inner):
            raise DecodeError(f"not {len(inner)} values: {data!r:.80}")
        return tuple(shape.decode(one) for shape, one in zip(inner, data, strict=True))

    return Shape(
        lambda value: [shape.encode(one) for shape, one in zip(inner, value, strict=True)],
        decode,
        f"[{', '.join(shape.described for shape in inner)}]",
    )
