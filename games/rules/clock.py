"""The clock: a reserve for each side and a simple delay (rules.md 6). Time is handed in."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.rules.errors import IllegalAction, Refusal
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

    def is_late(self, now: Millis) -> bool:
        """Whether the running side's flag has fallen at ``now``."""
        return self.deadline is not None and now >= self.deadline

    def charged(self, now: Millis) -> Pair[Millis]:
        """The reserves at ``now``: the running side pays what went beyond the delay (rules.md 6.1)."""
        if self.running is None:
            return self.reserve
        beyond = max(0, now - self.since - self.delay)
        return self.reserve.with_(self.running, max(0, self.reserve.of(self.running) - beyond))


SECOND: Millis = 1_000
DAY: Millis = 86_400_000
OVERTIME: Millis = 120_000
"""The one overtime (rules.md 5.7)."""
GAME_POINTS = 5
"""A game without a match length gets the reserve of so many points (rules.md 6.2)."""
MAX_DAYS = 14

_DELAY_AND_RESERVE_A_POINT = {
    ClockPreset.TOURNAMENT: (12 * SECOND, 120 * SECOND),
    ClockPreset.NORMAL: (10 * SECOND, 60 * SECOND),
    ClockPreset.FAST: (8 * SECOND, 20 * SECOND),
    ClockPreset.CASUAL: (15 * SECOND, 180 * SECOND),
}


def checked_clock(setting: ClockSetting) -> ClockSetting:
    """``setting`` if it exists. Raises IllegalAction(CARD_OPTION_RANGE) for days that do not fit it."""
    if setting.preset is ClockPreset.CORRESPONDENCE:
        fits = setting.days is not None and 1 <= setting.days <= MAX_DAYS
    else:
        fits = setting.days is None
    if not fits:
        raise IllegalAction(Refusal.CARD_OPTION_RANGE, option="days")
    return setting


def clock_for(setting: ClockSetting, length: int | None) -> Clock | None:
    """The stopped clock at the start of a match to ``length`` points; None: untimed.

    Without a length (a session, a single game) it is the clock of one game (rules.md 6.2).
    """
    if setting.preset is ClockPreset.UNTIMED:
        return None
    delay, reserve = DAY * (setting.days or 1), 0
    if setting.preset is not ClockPreset.CORRESPONDENCE:
        delay, a_point = _DELAY_AND_RESERVE_A_POINT[setting.preset]
        reserve = a_point * (GAME_POINTS if length is None else length)
    return Clock(delay, Pair(reserve, reserve), None, 0, Pair(False, False))
