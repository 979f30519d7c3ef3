"""How a service refuses: an exception whose fault has a sentence in `matches.wording`. Nothing has changed then."""

from __future__ import annotations

from enum import StrEnum
from typing import Generic, TypeVar

F = TypeVar("F", bound=StrEnum)


class FaultError(Exception, Generic[F]):
    """Nothing was done; `fault` says why."""

    def __init__(self, fault: F) -> None:
        super().__init__(fault.value)
        self.fault = fault
