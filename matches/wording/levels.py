"""What a level of the computer plays like, in one line and in the figure that was measured."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.rules.levels import Level
from matches.wording.names import Words

LEVEL_LINES: dict[Level, Words] = {
    Level.BEGINNER: _("Often misjudges a position. For your first games."),
    Level.INTERMEDIATE: _("Knows its way, and makes clear mistakes. An even game for most."),
    Level.ADVANCED: _("A strong club player; its mistakes are small."),
    Level.EXPERT: _("Looks further ahead. World class."),
}
