"""The creator's own devices: a private link lets another browser of the same person play on at one match.

The secret is `Match.owner_token`. Who was let in controls what the owner controls (`selectors.tables.sides_of`), at
this match and no other. Opening the link lets nobody in: only its button does.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from matches.models import Match, OwnDevice, Seat
from matches.publish import match_changed
from matches.services.faults import FaultError
from matches.services.lifecycle import account_lock


class DeviceFault(StrEnum):
    """Why the device is not let in."""

    NO_SUCH_LINK = "no_such_link"
    OTHER_PLAYER = "other_player"
    """Who asks plays the other side."""
    NO_OWNER = "no_owner"
    """The account of who opened the match is gone."""


class DeviceError(FaultError[DeviceFault]):
    """The device was not let in."""


@dataclass(frozen=True, slots=True)
class OwnLink:
    """What stands behind a private link."""

    code: str
    owner: str
    """The name of the creator."""
    is_in: bool
    """The reader plays here already."""
    waits: bool
    """The other player has not come yet, and the reader is let in: there is no table to go to."""


def own_link(token: str, user_id: int | None) -> OwnLink | None:
    """What the page of the private link shows; None when no match has this secret."""
    match = Match.objects.select_related("created_by").defer("snapshot").filter(owner_token=token).first()
    if match is None or match.created_by is None or match.status == Match.Status.CANCELLED:
        return None
    is_in = user_id is not None and (
        user_id == match.created_by_id
        or OwnDevice.objects.filter(match=match, device_id=user_id, owner_id=match.created_by_id).exists()
    )
    waits = is_in and match.status == Match.Status.OPEN and user_id != match.created_by_id
    return OwnLink(match.code, str(match.created_by), is_in, waits)


def device_let_in(token: str, person: AbstractBaseUser) -> Match:
    """Let `person`, which is the account or guest of another browser, play for the creator of the match.

    Twice is as once; the creator needs nothing. Raises DeviceError, and LifecycleError (ACCOUNT_CLOSED).
    """
    with transaction.atomic():
        account_lock(person)
        match = Match.objects.select_for_update(no_key=True).filter(owner_token=token).first()
        if match is None or match.status == Match.Status.CANCELLED:
            raise DeviceError(DeviceFault.NO_SUCH_LINK)
        if match.created_by_id is None:
            raise DeviceError(DeviceFault.NO_OWNER)
        if person.pk == match.created_by_id:
            return match
        if person.pk == match.invited_id or Seat.objects.filter(match=match, user_id=person.pk).exists():
            raise DeviceError(DeviceFault.OTHER_PLAYER)
        OwnDevice.objects.get_or_create(match=match, device_id=person.pk, defaults={"owner_id": match.created_by_id})
        match_changed(match)
        return match
