"""What the columns of our tables are called in the administration.

Here and not beside each column: a name is no part of a table, and a hundred of them would be a migration that changes
none. `fields_name` gives them to the models when these are loaded.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.db import models
from django.utils.translation import pgettext_lazy

NAMES: Final = {
    "accused": pgettext_lazy("column", "accused"),
    "alive_until": pgettext_lazy("column", "alive until"),
    "ask": pgettext_lazy("column", "ask"),
    "at": pgettext_lazy("column", "at"),
    "author": pgettext_lazy("column", "author"),
    "bot_due_at": pgettext_lazy("column", "bot due at"),
    "by": pgettext_lazy("column", "by"),
    "card": pgettext_lazy("column", "card"),
    "clock_days": pgettext_lazy("column", "clock days"),
    "clock_preset": pgettext_lazy("column", "clock preset"),
    "code": pgettext_lazy("column", "code"),
    "context": pgettext_lazy("column", "context"),
    "crawford": pgettext_lazy("column", "crawford"),
    "created_at": pgettext_lazy("column", "created at"),
    "created_by": pgettext_lazy("column", "created by"),
    "creator_side": pgettext_lazy("column", "creator side"),
    "cube_owner": pgettext_lazy("column", "cube owner"),
    "cube_value": pgettext_lazy("column", "cube value"),
    "data": pgettext_lazy("column", "data"),
    "deadline_at": pgettext_lazy("column", "deadline at"),
    "decline_reason": pgettext_lazy("column", "decline reason"),
    "declined": pgettext_lazy("column", "declined"),
    "device": pgettext_lazy("column", "device"),
    "ended_at": pgettext_lazy("column", "ended at"),
    "expires_at": pgettext_lazy("column", "expires at"),
    "fingerprint": pgettext_lazy("column", "fingerprint"),
    "first_event": pgettext_lazy("column", "first event"),
    "handled_at": pgettext_lazy("column", "handled at"),
    "handled_by": pgettext_lazy("column", "handled by"),
    "hidden": pgettext_lazy("column", "hidden"),
    "invited": pgettext_lazy("column", "invited"),
    "is_public": pgettext_lazy("column", "is public"),
    "is_rated": pgettext_lazy("column", "is rated"),
    "joined_at": pgettext_lazy("column", "joined at"),
    "kind": pgettext_lazy("column", "kind"),
    "last_event": pgettext_lazy("column", "last event"),
    "length": pgettext_lazy("column", "length"),
    "level": pgettext_lazy("column", "level"),
    "line_number": pgettext_lazy("column", "line number"),
    "link_token": pgettext_lazy("column", "link token"),
    "mailed_decision": pgettext_lazy("column", "mailed decision"),
    "match": pgettext_lazy("column", "match"),
    "next_at": pgettext_lazy("column", "next at"),
    "number": pgettext_lazy("column", "number"),
    "origin": pgettext_lazy("column", "origin"),
    "owner": pgettext_lazy("column", "owner"),
    "owner_side": pgettext_lazy("column", "owner side"),
    "owner_token": pgettext_lazy("column", "owner token"),
    "pace": pgettext_lazy("column", "pace"),
    "paused": pgettext_lazy("column", "paused"),
    "paused_at": pgettext_lazy("column", "paused at"),
    "person": pgettext_lazy("column", "person"),
    "points": pgettext_lazy("column", "points"),
    "preset": pgettext_lazy("column", "preset"),
    "reason": pgettext_lazy("column", "reason"),
    "rematch_of": pgettext_lazy("column", "rematch of"),
    "reporter": pgettext_lazy("column", "reporter"),
    "result_kind": pgettext_lazy("column", "result kind"),
    "schema": pgettext_lazy("column", "schema"),
    "score_black": pgettext_lazy("column", "score black"),
    "score_white": pgettext_lazy("column", "score white"),
    "seq": pgettext_lazy("column", "seq"),
    "shift_due": pgettext_lazy("column", "shift due"),
    "side": pgettext_lazy("column", "side"),
    "snapshot": pgettext_lazy("column", "snapshot"),
    "snapshot_schema": pgettext_lazy("column", "snapshot schema"),
    "started_at": pgettext_lazy("column", "started at"),
    "status": pgettext_lazy("column", "status"),
    "take_back": pgettext_lazy("column", "take back"),
    "taken_over": pgettext_lazy("column", "taken over"),
    "termination": pgettext_lazy("column", "termination"),
    "text": pgettext_lazy("column", "text"),
    "to_act": pgettext_lazy("column", "to act"),
    "until": pgettext_lazy("column", "until"),
    "user": pgettext_lazy("column", "user"),
    "version": pgettext_lazy("column", "version"),
    "winner": pgettext_lazy("column", "winner"),
}
"""Each column's name, in whichever table it is."""


def fields_name(tables: Iterable[type[models.Model]]) -> None:
    """Give the columns of these tables their names."""
    for table in tables:
        for field in table._meta.local_fields:  # noqa: SLF001 - Django's documented interface
            if field.name in NAMES:
                field.verbose_name = NAMES[field.name]
