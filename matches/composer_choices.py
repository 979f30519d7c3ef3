"""What the rule composer offers for each option, in the words of its lists.

The empty value everywhere means "as usual for what is played": without script that is what the lists begin with; with
script the page puts the card's own value in its place.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from django.utils.functional import Promise, lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.rules.clock import ClockPreset
from games.rules.rulecard import UNLIMITED, BeaverRefusal, Multipliers, Opening, PlayKind, Preset
from matches.wording.names import BEAVER_REFUSALS, CLOCKS, KINDS, MULTIPLIERS, OPENINGS, PRESETS, Words

Choices = list[tuple[str | int, str | Promise]]


def filled(words: Words, **values: int) -> Words:
    """The words with these values, in the language of whoever reads them; `%` would fix that of the start."""
    return lazy(lambda: str(words) % values, str)()


AS_USUAL: Final = ""
ON: Final = "on"
OFF: Final = "off"

COMMON_LENGTHS: Final = (1, 3, 5, 7, 9, 11, 15, 21, 25)
_USUAL: Final = (AS_USUAL, _("As usual for the choice above"))

PRESET_CHOICES: Final[Choices] = [(preset.value, PRESETS[preset]) for preset in Preset]
KIND_CHOICES: Final[Choices] = [_USUAL, *((kind.value, KINDS[kind]) for kind in PlayKind)]
LENGTH_CHOICES: Final[Choices] = [(length, str(length)) for length in COMMON_LENGTHS]
OPENING_CHOICES: Final[Choices] = [(opening.value, OPENINGS[opening]) for opening in Opening]
SWITCH_CHOICES: Final[Choices] = [_USUAL, (ON, _("On")), (OFF, _("Off"))]
CLOCK_CHOICES: Final[Choices] = [(preset.value, CLOCKS[preset]) for preset in ClockPreset]
REFUSAL_CHOICES: Final[Choices] = [(how.value, BEAVER_REFUSALS[how]) for how in BeaverRefusal]
MULTIPLIER_CHOICES: Final[Choices] = [_USUAL, *((how.value, MULTIPLIERS[how]) for how in Multipliers)]
CUBE_CHOICES: Final[Choices] = [
    _USUAL,
    (1, _("No cube")),
    *((2**turns, str(2**turns)) for turns in range(1, UNLIMITED + 1)),
]


def _times(count: int) -> Words:
    return filled(ngettext_lazy("At most once a game", "At most %(count)d times a game", count), count=count)


AUTOMATIC_CHOICES: Final[Choices] = [
    _USUAL,
    (0, _("None")),
    *((count, _times(count)) for count in range(1, UNLIMITED)),
    (UNLIMITED, _("Every time, as far as the cube goes")),
]
REDOUBLE_CHOICES: Final[Choices] = [
    _USUAL,
    (0, _("None")),
    (1, _("Beaver")),
    (2, _("Beaver and raccoon")),
    *((count, filled(_("Up to %(count)d turns in answer"), count=count)) for count in range(3, UNLIMITED)),
    (UNLIMITED, _("As often as the cube allows")),
]


class Colour(StrEnum):
    """Which side who sits down first asks for."""

    WHITE = "white"
    BLACK = "black"
    RANDOM = "random"
