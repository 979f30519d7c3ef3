"""Reports of mistakes: staff decide them and write the answer; the report itself stays as it was sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.http import HttpRequest

from bgsite.pages.corrections import correction_answer
from bgsite.pages.models import Correction, State

if TYPE_CHECKING:
    _CorrectionModelAdmin = admin.ModelAdmin[Correction]
else:
    _CorrectionModelAdmin = admin.ModelAdmin


@admin.register(Correction)
class CorrectionAdmin(_CorrectionModelAdmin):
    """Reports, the newest first."""

    list_display = ("sent_at", "state", "subject", "page", "place", "language")
    list_filter = ("state", "subject", "page", "language")
    search_fields = ("words", "answer", "place")
    fields = (
        *("subject", "page", "place", "match_code", "position", "words", "language", "sent_at"),
        *("state", "answer", "answered_at"),
    )
    readonly_fields = tuple(field for field in fields if field not in {"state", "answer"})

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody: reports come by the form."""
        del request
        return False

    def save_model(self, request: HttpRequest, obj: Correction, form: Any, change: bool) -> None:
        """Answer by the service."""
        del request, form, change
        answered = correction_answer(obj.pk, State(obj.state), obj.answer)
        obj.answered_at = answered.answered_at
