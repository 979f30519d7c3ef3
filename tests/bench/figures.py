"""Times of many like things, as a row of a table."""

from __future__ import annotations

import statistics
import sys
from dataclasses import dataclass

HEADINGS = f"{'':34}{'mean':>8}{'median':>8}{'95 %':>8}{'99 %':>8}{'a second':>10}{'CPU':>8}"


@dataclass(frozen=True, slots=True)
class Figures:
    """`times` of single things in seconds, how long all together took, and what the server's processes computed."""

    name: str
    times: tuple[float, ...]
    elapsed: float
    cpu: float | None = None

    @property
    def mean(self) -> float:
        """In seconds."""
        return statistics.fmean(self.times)

    @property
    def rate(self) -> float:
        """How many a second."""
        return len(self.times) / self.elapsed

    def row(self) -> str:
        """Milliseconds; the last column is the server's computing time for one."""
        cuts = statistics.quantiles(self.times, n=100)
        millis = [1000 * seconds for seconds in (self.mean, statistics.median(self.times), cuts[94], cuts[98])]
        cpu = "-" if self.cpu is None else f"{1000 * self.cpu / len(self.times):.2f}"
        return f"{self.name:34}" + "".join(f"{one:8.2f}" for one in millis) + f"{self.rate:10.0f}{cpu:>8}"


def say(line: str = "") -> None:
    """Print it at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
