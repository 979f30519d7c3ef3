"""What registered players set for their tables, kept on the account. Guests keep theirs in the browser."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from matches.models import PlayerSettings
from matches.services.people import owner_lock
from matches.table_settings import checked, still_allowed


def table_settings_change(person_id: int, changes: object) -> dict[str, Any]:
    """Keep the changes beside what was chosen before, and give all of it.

    Raises SettingError where a setting is unknown or has no such value, PeopleError (NOT_REGISTERED) for guests and
    closed accounts; nothing is changed then.
    """
    known = checked(changes)
    with transaction.atomic():
        owner_lock(person_id)
        row, _is_new = PlayerSettings.objects.get_or_create(person_id=person_id)
        kept = {**still_allowed(row.table), **known}
        row.table = kept
        row.save(update_fields=["table"])
    return kept
