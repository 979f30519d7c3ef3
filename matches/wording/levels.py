"""What a level of the computer plays like, in one line and in the figures that were measured."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engines.strength import measured
from games.rules.levels import Level
from matches.wording.names import Words
from matches.wording.rows import in_a_row

LEVEL_LINES: dict[Level, Words] = {
    Level.BEGINNER: gettext_lazy("Often misjudges a position. For your first games."),
    Level.INTERMEDIATE: gettext_lazy("Knows its way and makes clear mistakes, as most players do."),
    Level.ADVANCED: gettext_lazy("Hardly makes a mistake. Stronger than nearly everybody."),
    Level.EXPERT: gettext_lazy("Looks further ahead before it plays. As strong as it gets here."),
}


def level_words(level: Level) -> str:
    """Such as "Often misjudges … Error rate 24.3, always 20–36 (400 decisions measured)."."""
    try:
        strength = measured(level)
    except (FileNotFoundError, KeyError):  # somebody is measuring anew, or took the level's figures away to do so
        return str(LEVEL_LINES[level])
    figures = _("Error rate %(rate).1f, within %(low)s–%(high)s; measured over %(decisions)d decisions.") % {
        "rate": strength.error_rate,
        "low": f"{strength.low:g}",
        "high": f"{strength.high:g}",
        "decisions": strength.decisions,
    }
    return in_a_row(str(LEVEL_LINES[level]), figures)
