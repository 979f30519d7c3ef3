"""What staff says of a match beside rulings: notes for those who look later, and the flag that asks for a look."""

from __future__ import annotations

from enum import StrEnum

from matches.chat_text import normalised
from matches.models import Match, ReviewNote
from matches.models.review import NOTE_LENGTH
from matches.services.faults import FaultError

__all__ = ["NOTE_LENGTH", "NoteFault", "flag_set", "note_write"]


class NoteFault(StrEnum):
    """Why a note is not written."""

    EMPTY = "empty"
    TOO_LONG = "too_long"
    NO_SUCH_EVENT = "no_such_event"
    """The match has no event of that number, or there is no such match."""


def note_write(match_id: int, author_id: int, version: int, text: str) -> None:
    """Note something about event `version` of the match. Raises FaultError[NoteFault].

    The caller has asked for the right `matches.add_reviewnote`.
    """
    line = normalised(text)
    if not line:
        raise FaultError(NoteFault.EMPTY)
    if len(line) > NOTE_LENGTH:
        raise FaultError(NoteFault.TOO_LONG)
    if version < 1 or not Match.objects.filter(pk=match_id, version__gte=version).exists():
        raise FaultError(NoteFault.NO_SUCH_EVENT)
    ReviewNote.objects.create(match_id=match_id, author_id=author_id, version=version, text=line)


def flag_set(match_id: int, on: bool) -> None:
    """Flag the match for a look, or take the flag away. The caller has asked for the right `matches.flag_match`."""
    Match.objects.filter(pk=match_id).update(is_flagged=on)
