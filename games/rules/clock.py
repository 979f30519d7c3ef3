"""The clock: a reserve for each side and a simple delay (rules.md 6). Time is handed in."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.rules.sides import Pair, Side

Millis = int
"""Milliseconds; as a moment: since the Unix epoch, always the server's."""


class ClockPreset(StrEnum):
    """The clocks of rules.md 6.2."""

    UNTIMED = "untimed"
    TOURNAMENT = "tournament"
    NORMAL = "normal"
    FAST = "fast"
    CASUAL = "casual"
    CORRESPONDENCE = "correspondence"


@dataclass(frozen=True, slots=True)
class ClockSetting:
    """What was agreed: the preset, and the days a turn for correspondence (1-14, else None)."""

    preset: ClockPreset
    days: int | None = None


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a timed match. For an untimed match there is none."""

    delay: Millis
    """Free time each time the clock passes to a side; for correspondence the days a turn."""
    reserve: Pair[Millis]
    """What each side had left when the clock last turned; the delay of a running turn is not in it."""
    running: Side | None
    """Whose clock runs; None between games, in a pause and after the end."""
    since: Millis
    """The moment ``running`` began (delay first, then reserve)."""
    overtime_used: Pair[bool]

    @property
    def deadline(self) -> Millis | None:
        """The moment the running side's flag falls; None when nobody's clock runs."""
        if self.running is None:
            return None
        return self.since + self.delay + self.reserve.of(self.running)
