"""How lists are narrowed down, in words instead of stored values."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.rules.levels import Level
from games.rules.rulecard import Preset
from games.rules.score import ResultKind
from matches.wording.names import LEVELS, PRESETS, RESULT_KINDS, Words


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
        return queryset.filter(**{self.field: value}).distinct()


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
    """The level of a computer that plays."""

    title = _("computer")
    parameter_name = "computer"
    field = "seats__level"
    words: ClassVar[Mapping[Level, Words]] = LEVELS
