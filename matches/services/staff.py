"""The groups of staff: reviewers read, directors rule as well. Superusers need no group."""

from __future__ import annotations

from typing import Final

from django.contrib.auth.models import Group, Permission

REVIEWERS: Final = "Reviewers"
DIRECTORS: Final = "Directors"
_READ: Final = frozenset(
    {
        "view_match",
        "view_gamerecord",
        "view_seat",
        "view_matchevent",
        "view_ruling",
        "view_reviewnote",
        "view_connection",
        "view_chatline",
    }
)
_RULE: Final = frozenset({"rule_match", "flag_match", "add_reviewnote"})
_RIGHTS: Final = {REVIEWERS: _READ, DIRECTORS: _READ | _RULE}


def groups_ensure() -> None:
    """See that both groups are there, with these rights at least: what an administrator added stays."""
    for name, rights in _RIGHTS.items():
        group, _is_new = Group.objects.get_or_create(name=name)
        group.permissions.add(*Permission.objects.filter(content_type__app_label="matches", codename__in=rights))
