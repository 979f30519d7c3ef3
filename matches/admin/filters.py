"""How lists are narrowed down: by fixed choices, in words instead of stored values. Each has an index (see `quick`)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, ClassVar, Final

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.rules.levels import Level
from games.rules.rulecard import Preset
from games.rules.score import ResultKind
from matches.models import Seat
from matches.wording.names import LEVELS, PRESETS, RESULT_KINDS, Words

LENGTHS: Final = (1, 3, 5, 7, 9, 11, 13, 15, 17, 21, 25)
"""The lengths that are offered; any other can stand in the address."""
NO_LENGTH: Final = "none"
LARGE_CUBE: Final = 128
LONGEST: Final = 127


class WordsFilter(admin.SimpleListFilter):
    """Values of an enumeration by their words."""

    field: ClassVar[str]
    """What is compared with the value."""
    words: ClassVar[Mapping[Any, Words]]

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Value and words."""
        del request, model_admin
        return [(str(one.value if isinstance(one, Enum) else one), words) for one, words in self.words.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Those with the chosen value."""
        del request
        value = self.value()
        if value is None or value not in dict(self.lookup_choices):
            return queryset
        return self.narrowed(queryset, value)

    def narrowed(self, queryset: QuerySet[Any], value: str) -> QuerySet[Any]:
        """Those with this value."""
        return queryset.filter(**{self.field: value})


class PresetFilter(WordsFilter):
    """Rule cards."""

    title = _("rule card")
    parameter_name = field = "preset"
    words: ClassVar[Mapping[Preset, Words]] = PRESETS


class ResultKindFilter(WordsFilter):
    """How much was won."""

    title = _("kind of win")
    parameter_name = field = "result_kind"
    words: ClassVar[Mapping[ResultKind, Words]] = RESULT_KINDS


class ComputerFilter(WordsFilter):
    """The level of a computer that plays there."""

    title = _("computer")
    parameter_name = "computer"
    words: ClassVar[Mapping[Level, Words]] = LEVELS

    def narrowed(self, queryset: QuerySet[Any], value: str) -> QuerySet[Any]:
        """Those with a seat of that level."""
        return queryset.filter(pk__in=Seat.objects.filter(level=value).values("match_id"))


class LengthFilter(WordsFilter):
    """Points of a match."""

    title = _("length")
    parameter_name = field = "length"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """The usual lengths, one that the address names, and what has no length."""
        del request, model_admin
        asked = self.value() or ""
        is_length = asked.isdecimal() and len(asked) <= len(str(LONGEST)) and 1 <= int(asked) <= LONGEST
        usual = {*LENGTHS, *([int(asked)] if is_length else [])}
        return [*((str(length), str(length)) for length in sorted(usual)), (NO_LENGTH, _("without a length"))]

    def narrowed(self, queryset: QuerySet[Any], value: str) -> QuerySet[Any]:
        """Those to so many points."""
        return queryset.filter(length=None if value == NO_LENGTH else int(value))


class CubeFilter(WordsFilter):
    """What the cube showed at the end, or shows now."""

    title = _("cube value")
    parameter_name = field = "cube_value"
    words: ClassVar[Mapping[int, Words]] = {
        **{2**turns: str(2**turns) for turns in range(7)},
        LARGE_CUBE: _("128 or more"),
    }

    def narrowed(self, queryset: QuerySet[Any], value: str) -> QuerySet[Any]:
        """Those with that cube; the last choice is everything above."""
        cube = int(value)
        return queryset.filter(cube_value__gte=cube) if cube == LARGE_CUBE else queryset.filter(cube_value=cube)


class OnlyFilter(admin.SimpleListFilter):
    """Only what has a mark. Who has none is everybody else, and no list of its own: that would have no index."""

    field: ClassVar[str]

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """The one choice beside all."""
        del request, model_admin
        return [("1", _("Only these"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Those with the mark."""
        del request
        return queryset.filter(**{self.field: True}) if self.value() == "1" else queryset


class FlaggedFilter(OnlyFilter):
    """What a director wants looked at."""

    title = _("flagged")
    parameter_name = "flagged"
    field = "is_flagged"


class FlaggedGameFilter(FlaggedFilter):
    """The games of flagged matches."""

    field = "match__is_flagged"


class PausedFilter(OnlyFilter):
    """What is paused, by the players or by a director."""

    title = _("paused")
    parameter_name = field = "paused"


class RatedFilter(OnlyFilter):
    """What counts for the rating."""

    title = _("rated")
    parameter_name = "rated"
    field = "is_rated"


class TakenOverFilter(OnlyFilter):
    """Where a computer took a person's seat."""

    title = _("taken over")
    parameter_name = field = "taken_over"
