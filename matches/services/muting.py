"""Taking the word from a person for a time, and giving it back. They play on, and are told at once."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from games.rules.rulecard import RuleCard
from matches.models import Mute, OwnDevice
from matches.publish import person_beside_changed
from matches.services.people import muted_until

MUTES_KEPT_FOR: Final = timedelta(days=365)
"""How long a mute that is over stays, so that who decides about the next one knows of it."""


def mute(person_id: int, lasts: timedelta, *, reason: str = "", by_id: int | None = None) -> Mute:
    """Let the person write nothing for so long from now; of several mutes the longest holds."""
    with transaction.atomic():
        get_user_model().objects.select_for_update(no_key=True).get(pk=person_id)
        given = Mute.objects.create(person_id=person_id, until=timezone.now() + lasts, reason=reason, by_id=by_id)
        _tell(person_id)
    return given


def unmute(person_id: int) -> int:
    """End every mute of the person that holds now; how many did."""
    now = timezone.now()
    with transaction.atomic():
        count = Mute.objects.filter(person_id=person_id, until__gt=now).update(until=now)
        _tell(person_id)
    return count


def is_muted_label(person_id: int, card: RuleCard) -> bool:
    """Whether the card carries words (the label of a stake) of a person who may write none."""
    return card.stake is not None and card.stake.label != "" and muted_until(person_id) is not None


def mutes_forget() -> int:
    """Delete the mutes that ended a year ago; how many."""
    count, _by_table = Mute.objects.filter(until__lt=timezone.now() - MUTES_KEPT_FOR).delete()
    return count


def _tell(person_id: int) -> None:
    devices = OwnDevice.objects.filter(owner_id=person_id).values_list("device_id", flat=True)
    person_beside_changed([person_id, *devices.distinct()])
