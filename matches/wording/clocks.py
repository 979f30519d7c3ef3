"""A clock in minutes (rules.md 6.2)."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.clock import ClockPreset, ClockSetting, Millis, clock_for
from matches.wording.names import CLOCKS


def clock_title(setting: ClockSetting) -> str:
    """Such as "Normal", "Correspondence: 3 days a turn"."""
    if setting.preset is ClockPreset.CORRESPONDENCE:
        return _("%(clock)s: %(days)s a turn") % {
            "clock": CLOCKS[setting.preset],
            "days": days_words(setting.days or 1),
        }
    return str(CLOCKS[setting.preset])


def clock_meaning(setting: ClockSetting, length: int | None) -> str:
    """What the clock means in time for a match to ``length`` points, or (None) for one game."""
    if setting.preset is ClockPreset.CORRESPONDENCE:
        return _("Some days for each turn, without a reserve.")
    clock = clock_for(setting, length)
    if clock is None:
        return _("Nobody is hurried.")
    words = {"delay": duration_words(clock.delay), "reserve": duration_words(clock.reserve.white)}
    if length is None:
        return _("%(delay)s for each move, and %(reserve)s in reserve for the game.") % words
    return _("%(delay)s for each move, and %(reserve)s in reserve for the match.") % words


def clock_words(setting: ClockSetting, length: int | None) -> str:
    """Name and meaning together, for an invitation."""
    if setting.preset is ClockPreset.CORRESPONDENCE:
        return clock_title(setting)
    return f"{clock_title(setting)} – {clock_meaning(setting, length)}"


def duration_words(millis: Millis) -> str:
    """Such as "12 s", "5 min", "1 min 40 s"."""
    minutes, seconds = divmod(millis // 1000, 60)
    parts = []
    if minutes:
        parts.append(_("%(minutes)d min") % {"minutes": minutes})
    if seconds or not minutes:
        parts.append(_("%(seconds)d s") % {"seconds": seconds})
    return " ".join(parts)


def time_left_words(millis: Millis) -> str:
    """What a clock shows: "4:05", "1:02:09", or "2 days 3 h" for long ones."""
    seconds = max(0, millis) // 1000
    days, rest = divmod(seconds, 86_400)
    hours, rest = divmod(rest, 3600)
    minutes, seconds = divmod(rest, 60)
    if days:
        return _("%(days)s %(hours)d h") % {"days": days_words(days), "hours": hours}
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def days_words(days: int) -> str:
    """Such as "1 day", "3 days"."""
    return ngettext("%(days)d day", "%(days)d days", days) % {"days": days}
