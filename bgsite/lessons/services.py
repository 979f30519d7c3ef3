"""Keeping progress: for accounts alone; guests have theirs in the browser."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone

from bgsite.lessons.course import keys
from bgsite.lessons.models import LessonProgress
from matches.services.people import PeopleError, owner_lock


def progress_keep(person_id: int, exercises: Iterable[str]) -> int:
    """Remember that an account has done exercises; give how many of them the course knows. Twice changes nothing.

    Of an account that was closed meanwhile nothing is kept.
    """
    known = sorted(keys().intersection(exercises))
    now = timezone.now()
    rows = [LessonProgress(person_id=person_id, exercise=key, done_at=now) for key in known]
    try:
        with transaction.atomic():
            owner_lock(person_id)
            LessonProgress.objects.bulk_create(rows, ignore_conflicts=True)
    except PeopleError:
        return 0
    return len(known)


def progress_forget(person_id: int) -> None:
    """Forget what a person has done."""
    LessonProgress.objects.filter(person_id=person_id).delete()
