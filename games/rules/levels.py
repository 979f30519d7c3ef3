"""How strong a computer plays. The rules only remember the name; `games.engines` knows what it means."""

from __future__ import annotations

from enum import StrEnum


class Level(StrEnum):
    """From the weakest to the strongest."""

    BEGINNER = "beginner"
    INTERMEDIATE = "intermediate"
    ADVANCED = "advanced"
    EXPERT = "expert"
