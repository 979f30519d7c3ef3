"""The ready-made lines of chat. Only their ids are sent and stored; each reader sees them in the own language."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

CHAT_PRESETS: Mapping[str, str | Promise] = MappingProxyType(
    {
        "hello": _("Hello!"),
        "good_luck": _("Good luck!"),
        "well_played": _("Well played!"),
        "nice_roll": _("What a roll!"),
        "unlucky": _("That was unlucky."),
        "one_moment": _("One moment, please."),
        "back": _("I am back."),
        "sorry": _("Sorry, my mistake."),
        "thanks": _("Thank you."),
        "good_game": _("Good game!"),
        "again": _("Another one?"),
        "goodbye": _("Goodbye!"),
    }
)


def chat_presets() -> dict[str, str]:
    """Each id and its line in the active language."""
    return {name: str(line) for name, line in CHAT_PRESETS.items()}
