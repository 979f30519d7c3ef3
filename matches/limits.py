"""How much one socket may send."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

FRAMES_AT_ONCE = 40
FRAMES_A_SECOND = 20
RESYNCS_AT_ONCE = 10
RESYNCS_A_SECOND = 1
"""A `resync` is answered with up to a whole game's log: the dearest frame to answer."""


class TokenBucket:
    """Lets `capacity` through at once and `rate` a second in the long run."""

    __slots__ = ("_capacity", "_clock", "_rate", "_seen", "_tokens")

    def __init__(
        self,
        capacity: float = FRAMES_AT_ONCE,
        rate: float = FRAMES_A_SECOND,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._capacity = capacity
        self._rate = rate
        self._clock = clock
        self._tokens = capacity
        self._seen = clock()

    def take(self) -> bool:
        """Take one token; False when none is left."""
        now = self._clock()
        self._tokens = min(self._capacity, self._tokens + (now - self._seen) * self._rate)
        self._seen = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True
