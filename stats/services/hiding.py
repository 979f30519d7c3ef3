"""What of a count may be seen. Pure."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

SMALLEST: Final = 5
"""Buckets with fewer events are not shown."""

Bucket = TypeVar("Bucket", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Shown(Generic[Bucket]):
    """The buckets that may be seen, and how many events are in all others together."""

    counts: Mapping[Bucket, int]
    others: int
    """Zero, or at least `SMALLEST`."""


def shown(counts: Mapping[Bucket, int]) -> Shown[Bucket]:
    """Leave out the buckets that are too small, and whatever would tell them.

    The total is known from other tables. So if what is left out is fewer than `SMALLEST` events together, the smallest
    of the shown buckets is left out as well: the difference to the total is then no smaller than a bucket may be.
    """
    seen = {bucket: count for bucket, count in counts.items() if count >= SMALLEST}
    left_out = sum(count for count in counts.values() if count < SMALLEST)
    if 0 < left_out < SMALLEST and seen:
        smallest = min(seen, key=lambda bucket: (seen[bucket], str(bucket)))
        left_out += seen.pop(smallest)
    return Shown(seen, left_out if left_out >= SMALLEST else 0)
