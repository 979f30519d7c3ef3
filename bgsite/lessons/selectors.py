"""Reading progress."""

from __future__ import annotations

from bgsite.lessons.models import LessonProgress


def done_by(person_id: int) -> frozenset[str]:
    """The keys of the exercises that an account has done."""
    return frozenset(LessonProgress.objects.filter(person_id=person_id).values_list("exercise", flat=True))
