"""Who a seat is, where it is no person by name: computers by their level, both sides of one person by colour."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules.levels import Level
from matches.wording.names import Words

LEVELS: dict[Level, Words] = {
    Level.BEGINNER: gettext_lazy("beginner"),
    Level.INTERMEDIATE: gettext_lazy("intermediate"),
    Level.ADVANCED: gettext_lazy("advanced"),
    Level.EXPERT: gettext_lazy("expert"),
}


def computer_name(level: Level) -> str:
    """Such as "Computer (expert)"."""
    return _("Computer (%(level)s)") % {"level": LEVELS[level]}
