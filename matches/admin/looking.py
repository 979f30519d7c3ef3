"""What the pages of the administration share: nothing can be changed, and who plays."""

from __future__ import annotations

import json

from django.db.models import Model
from django.http import HttpRequest

from matches.models import Match, MatchEvent
from matches.selectors.lists import player_names

NOTHING = "–"


class LookOnly:
    """Nothing can be added, changed or deleted; looking needs the right to view."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody."""
        del request, obj
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody."""
        del request, obj
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody."""
        del request, obj
        return False


def players_of(match: Match) -> str:
    """Both players; for an open match who opened it and who was asked."""
    seats = list(match.seats.all())
    if seats:
        names = player_names(seats)
        return f"{names.white} – {names.black}"
    return " → ".join(str(person) for person in (match.created_by, match.invited) if person is not None)


def as_json(event: MatchEvent) -> str:
    """The event's fields as they are stored."""
    return json.dumps(event.data, ensure_ascii=False)
