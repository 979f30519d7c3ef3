"""Once more, colours swapped: after the end of a match, with the same terms.

The first who asks opens the next match and invites the other player; when the other one asks, too, it starts. Against
the computer, and when two play at one screen, it starts at once. Both asking in the same instant make one match: the
row of the match that is over is locked.

The same person may ask again after the own request was taken back; after a "no" only the other one can ask.
"""

from __future__ import annotations

from datetime import timedelta
from enum import StrEnum
from typing import Final

from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from games.rules.sides import Side
from matches.models import Match, OwnDevice, Seat
from matches.publish import beside_changed, match_changed
from matches.selectors.tables import sides_of
from matches.services.faults import FaultError
from matches.services.lifecycle import account_lock, creation_allow
from matches.services.people import has_blocked
from matches.services.start import match_start

REMATCH_LASTS: Final = timedelta(days=1)
"""How long the other one can say yes."""
_TERMS: Final = (
    "card", "kind", "preset", "length", "clock_preset", "clock_days", "take_back", "is_public", "origin", "is_rated",
    "pace",
)  # fmt: skip


class RematchFault(StrEnum):
    """Why there is no other one."""

    NOT_OVER = "not_over"
    NOT_PLAYER = "not_player"
    NOBODY_THERE = "nobody_there"
    """The other player's account is closed or deleted."""
    UNWANTED = "unwanted"
    """The other player said no, or one of the two blocked the other."""


class RematchError(FaultError[RematchFault]):
    """There is no other match."""


def rematch_ask(match_id: int, person: AbstractBaseUser) -> Match:
    """Ask for another match, or agree to what the other one asked; the next match, begun or waiting for the other.

    An own device asks for who let it in. Twice is as once. Raises RematchError, and LifecycleError (TOO_MANY,
    ACCOUNT_CLOSED).
    """
    with transaction.atomic():
        account_lock(person)
        match = Match.objects.select_for_update(no_key=True).get(pk=match_id)
        seats = {Side(seat.side): seat for seat in Seat.objects.filter(match=match)}
        asker = _asker(match, person, seats)
        again = Match.objects.select_for_update(no_key=True).filter(rematch_of=match).first()
        if again is None or _is_void(again):
            again = _asked_first(match, again, seats, asker)
        elif again.status == Match.Status.OPEN and again.invited_id == asker:
            _begin(again, match, seats)
        beside_changed(match.pk)
        return again


def _asker(match: Match, person: AbstractBaseUser, seats: dict[Side, Seat]) -> int:
    """For which player the person asks."""
    sides = sides_of(match.pk, person.pk)
    asker = seats[sides[0]].user_id if sides else None
    if asker is None:
        raise RematchError(RematchFault.NOT_PLAYER)
    if match.status != Match.Status.FINISHED:
        raise RematchError(RematchFault.NOT_OVER)
    return asker


def _is_void(again: Match) -> bool:
    """Taken back, declined, or not answered in time."""
    if again.status == Match.Status.OPEN:
        return again.expires_at is not None and again.expires_at <= timezone.now()
    return again.status == Match.Status.CANCELLED


def _asked_first(match: Match, earlier: Match | None, seats: dict[Side, Seat], asker: int) -> Match:
    """Open the next match; `earlier` was taken back or declined. Without another person it starts."""
    other = _other_player(match, seats, asker)
    if earlier is not None:
        if earlier.declined and earlier.created_by_id == asker:
            raise RematchError(RematchFault.UNWANTED)
        earlier.rematch_of = None
        earlier.status = Match.Status.CANCELLED
        earlier.ended_at = earlier.ended_at or timezone.now()
        earlier.save(update_fields=["rematch_of", "status", "ended_at"])
        match_changed(earlier)
    account = get_user_model().objects.get(pk=asker)
    creation_allow(account)
    side = next(side for side, seat in seats.items() if seat.user_id == asker).other
    again = Match.objects.create(
        rematch_of=match,
        created_by_id=asker,
        invited_id=other,
        creator_side=side.value,
        expires_at=timezone.now() + REMATCH_LASTS,
        **{name: getattr(match, name) for name in _TERMS},
    )
    if other is None:
        _begin(again, match, seats)
    return again


def _other_player(match: Match, seats: dict[Side, Seat], asker: int) -> int | None:
    """The other person; None: against the computer, or two at one screen."""
    if match.origin in {Match.Origin.COMPUTER, Match.Origin.HOT_SEAT}:
        return None
    others = _people(seats) - {asker}
    found = get_user_model().objects.filter(pk__in=others, is_active=True).first()
    if found is None:
        raise RematchError(RematchFault.NOBODY_THERE)
    if has_blocked(found.pk, asker):
        raise RematchError(RematchFault.UNWANTED)
    other: int = found.pk
    return other


def _begin(again: Match, match: Match, seats: dict[Side, Seat]) -> None:
    """Seat everybody on the other side, let the own devices in again, and start. Both rows are locked."""
    people = _people(seats)
    if get_user_model().objects.filter(pk__in=people, is_active=False).exists():
        raise RematchError(RematchFault.NOBODY_THERE)
    if has_blocked(min(people), max(people)):  # since the first one asked
        raise RematchError(RematchFault.UNWANTED)
    computer = match.origin == Match.Origin.COMPUTER
    Seat.objects.bulk_create(
        Seat(match=again, side=side.other.value, user_id=seat.user_id, level=seat.level if computer else "")
        for side, seat in seats.items()
    )
    OwnDevice.objects.bulk_create(
        OwnDevice(match=again, owner_id=one.owner_id, device_id=one.device_id)
        for one in OwnDevice.objects.filter(match=match)
    )
    match_start(again)


def _people(seats: dict[Side, Seat]) -> set[int]:
    return {seat.user_id for seat in seats.values() if seat.user_id is not None}
