"""A guest who registers or logs in takes the games along: everything of one person at matches goes to another.

The person who plays against the account in some match is somebody else at the same computer: then nothing moves
(docs/decisions/guests.md). Events and connections name sides, so none of them changes; guests rule and note nothing.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from matches.models import ChatLine, ChatReport, Match, Mute, OwnDevice, Seat
from matches.publish import match_changed
from matches.services.forgetting import matches_lock


def person_move(from_id: int, to_id: int) -> bool:
    """Give seats, opened matches, devices, chat lines and mutes of one person to the other, in one transaction.

    False, and nothing has changed, when the two play against each other. The caller holds both accounts, so that
    neither takes a new seat meanwhile. Twice is as once.
    """
    with transaction.atomic():
        matches_lock(from_id)
        if _are_opponents(from_id, to_id):
            return False
        moved = _moved_matches(from_id)
        Seat.objects.filter(user_id=from_id).update(user_id=to_id)
        Match.objects.filter(created_by_id=from_id).update(created_by_id=to_id)
        Match.objects.filter(invited_id=from_id).update(invited_id=to_id)
        _devices_move(from_id, to_id)
        ChatLine.objects.filter(author_id=from_id).update(author_id=to_id)
        ChatReport.objects.filter(accused_id=from_id).update(accused_id=to_id)
        Mute.objects.filter(person_id=from_id).update(person_id=to_id)
        for match in Match.objects.filter(pk__in=moved).only("pk", "created_by", "invited"):
            match_changed(match)
        return True


def _are_opponents(one_id: int, other_id: int) -> bool:
    opposite = Seat.objects.filter(match=OuterRef("match"), user_id=other_id)
    return Seat.objects.filter(Exists(opposite), user_id=one_id).exists()


def _moved_matches(person_id: int) -> list[int]:
    """Matches whose sockets have to look again."""
    seats = Seat.objects.filter(user_id=person_id).values_list("match_id", flat=True)
    devices = OwnDevice.objects.filter(device_id=person_id).values_list("match_id", flat=True)
    return sorted({*seats, *devices})


def _devices_move(from_id: int, to_id: int) -> None:
    """A browser that played for somebody goes on as the account; nobody is a device of themselves, or one twice.

    Nor of the other player: whoever has a seat, or is asked to take one, plays that side alone.
    """
    OwnDevice.objects.filter(owner_id=from_id, device_id=to_id).delete()
    OwnDevice.objects.filter(owner_id=to_id, device_id=from_id).delete()
    known = OwnDevice.objects.filter(match=OuterRef("match"), device_id=to_id)
    OwnDevice.objects.filter(Exists(known), device_id=from_id).delete()
    OwnDevice.objects.filter(owner_id=from_id).update(owner_id=to_id)
    OwnDevice.objects.filter(device_id=from_id).update(device_id=to_id)
    plays = Exists(Seat.objects.filter(match=OuterRef("match"), user_id=to_id))
    OwnDevice.objects.filter(plays | Q(match__invited_id=to_id), device_id=to_id).delete()
