"""Sending a report of a mistake, and answering it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.db import transaction
from django.utils import timezone

from bgsite.pages.models import Correction, State
from matches.services.quota import Quota

BY_ADDRESS: Final = Quota("correction-address", 10)
"""Reports an hour from one address."""


def correction_send(words: Mapping[str, str], language: str) -> Correction:
    """Keep a report: `words` are the checked answers of the form, by the fields of `Correction`."""
    return Correction.objects.create(**words, language=language)


def correction_answer(correction_id: int, state: State, answer: str) -> Correction:
    """Decide a report, or open it again, with the words that whoever sent it reads."""
    with transaction.atomic():
        correction = Correction.objects.select_for_update().get(pk=correction_id)
        correction.state = state
        correction.answer = answer
        correction.answered_at = None if state is State.OPEN and not answer else timezone.now()
        correction.save(update_fields=["state", "answer", "answered_at"])
    return correction
