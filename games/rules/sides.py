"""The two sides of a match and the pair type for whatever each of them has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

T = TypeVar("T")
U = TypeVar("U")


class Side(StrEnum):
    """Who plays: White or Black. Says nothing about direction (see ``board``)."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> Side:
        """The opponent's side."""
        return Side.BLACK if self is Side.WHITE else Side.WHITE


@dataclass(frozen=True, slots=True)
class Pair(Generic[T]):
    """One value for each side."""

    white: T
    black: T

    def of(self, side: Side) -> T:
        """The value of ``side``."""
        return self.white if side is Side.WHITE else self.black

    def with_(self, side: Side, value: T) -> Pair[T]:
        """The same pair with ``side``'s value replaced."""
        return Pair(value, self.black) if side is Side.WHITE else Pair(self.white, value)

    def map(self, function: Callable[[T], U]) -> Pair[U]:
        """``function`` applied to both values."""
        return Pair(function(self.white), function(self.black))

    def __iter__(self) -> Iterator[T]:
        yield self.white
        yield self.black
