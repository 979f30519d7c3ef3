"""Keeping progress: for accounts alone; guests have theirs in the browser."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils import timezone

from bgsite.lessons.course import keys
from bgsite.lessons.models import LessonProgress


def progress_keep(person_id: int, exercises: Iterable[str]) -> int:
    """Remember that an account has done exercises; give how many of them the course knows. Twice changes nothing."""
    known = sorted(keys().intersection(exercises))
    now = timezone.now()
    rows = [LessonProgress(person_id=person_id, exercise=key, done_at=now) for key in known]
    LessonProgress.objects.bulk_create(rows, ignore_conflicts=True)
    return len(known)


def progress_forget(person_id: int) -> None:
    """Forget what a person has done."""
    LessonProgress.objects.filter(person_id=person_id).delete()
