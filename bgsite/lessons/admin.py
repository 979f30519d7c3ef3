"""Progress in the administration: a list to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin

from bgsite.lessons.models import LessonProgress
from matches.admin.looking import LookOnly

if TYPE_CHECKING:
    LessonProgressModelAdmin = admin.ModelAdmin[LessonProgress]
else:
    LessonProgressModelAdmin = admin.ModelAdmin


@admin.register(LessonProgress)
class LessonProgressAdmin(LookOnly, LessonProgressModelAdmin):
    """Who has done which exercise, and when."""

    list_display = ("exercise", "person", "done_at")
    list_display_links = None
    list_select_related = ("person",)
    search_fields = ("=exercise", "=person__name_folded")
    ordering = ("-done_at", "-pk")
    list_per_page = 100
