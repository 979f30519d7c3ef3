"""Open offers in the lobby: posted, withdrawn, taken, kept alive, swept.

Each service is one transaction. Locks are taken in the order account (two of them by number), then seek: the order of
`services.lifecycle`, so that nobody waits in a circle. Of many who take one seek in the same instant exactly one finds
the row. An offer lives until `alive_until`, which the owner's open lobby moves on (`seeks_keep`): nobody is matched
with somebody who is gone. A refusal is a `SeekError`; its sentence is in `matches.wording.seeks`.
"""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from typing import Final

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from games.rules.state import TakeBackRule
from matches.codec import encode_card
from matches.guests import is_guest
from matches.models import Match, Seek
from matches.publish import lobby_changed, people_changed
from matches.services.faults import FaultError
from matches.services.lifecycle import Terms, two_begin
from matches.services.muting import is_muted_label
from matches.services.people import has_blocked
from matches.services.quota import Quota

OPEN_AT_ONCE: Final = 5
"""How many offers one person may have open."""
SEEKS_AN_HOUR: Final = 30
TAKEN_AN_HOUR: Final = 60
"""Nobody empties the lobby: who takes an offer begins a match with somebody who waits for one."""
BY_PERSON: Final = Quota("seek-person", SEEKS_AN_HOUR)
TAKEN: Final = Quota("seek-taken", TAKEN_AN_HOUR)
BY_ADDRESS: Final = Quota("seek-address", SEEKS_AN_HOUR)


class SeekFault(StrEnum):
    """Why a service of this module refuses."""

    REGISTERED_ONLY = "seek_registered_only"
    CLOSED = "seek_closed"
    SAME = "seek_same"
    TOO_MANY_OPEN = "seek_too_many_open"
    TOO_MANY = "seek_too_many"
    TOO_MANY_TAKEN = "seek_too_many_taken"
    RATED_TERMS = "seek_rated_terms"
    GONE = "seek_gone"
    OWN = "seek_own"
    BLOCKED = "seek_blocked"
    MUTED = "seek_muted"
    """The stake has a label, and the person may write nothing at present."""


class SeekError(FaultError[SeekFault]):
    """The offer was not posted, withdrawn or taken."""


def seek_post(person: AbstractBaseUser, terms: Terms, address: str = "") -> Seek:
    """Offer a match under `terms` to anybody; `address` is where the person sits, for the limit an hour.

    Raises SeekError (REGISTERED_ONLY, CLOSED, RATED_TERMS, SAME, TOO_MANY_OPEN, TOO_MANY, MUTED).
    """
    with transaction.atomic():
        _accounts_lock(person.pk)
        _terms_check(terms)
        if is_muted_label(person.pk, terms.card):
            raise SeekError(SeekFault.MUTED)
        now = timezone.now()
        Seek.objects.filter(owner_id=person.pk, alive_until__lte=now).delete()
        fingerprint = _fingerprint(terms)
        _place_check(person.pk, fingerprint)
        _quota_check(str(person.pk), address)
        seek = Seek.objects.create(
            owner_id=person.pk,
            **terms.columns(),
            owner_side=terms.side_wish,
            is_rated=terms.is_rated,
            fingerprint=fingerprint,
            created_at=now,
            alive_until=_alive_until(now),
        )
        lobby_changed()
    return seek


def seek_withdraw(seek_id: int, person: AbstractBaseUser) -> None:
    """Take the own offer back. Raises SeekError(GONE) when it is not there any more, or somebody else's."""
    with transaction.atomic():
        found = Seek.objects.select_for_update().filter(pk=seek_id, owner_id=person.pk).first()
        if found is None:
            raise SeekError(SeekFault.GONE)
        found.delete()
        lobby_changed()


def seek_take(seek_id: int, person: AbstractBaseUser) -> Match:
    """Take up somebody's offer: the match begins at once, and the offer is gone.

    Raises SeekError (GONE, OWN, REGISTERED_ONLY, CLOSED, BLOCKED, TOO_MANY_TAKEN).
    """
    with transaction.atomic():
        owner_id = Seek.objects.filter(pk=seek_id).values_list("owner_id", flat=True).first()
        if owner_id is None:
            raise SeekError(SeekFault.GONE)
        if owner_id == person.pk:
            raise SeekError(SeekFault.OWN)
        _accounts_lock(person.pk, owner_id)
        seek = Seek.objects.select_for_update().filter(pk=seek_id, alive_until__gt=timezone.now()).first()
        if seek is None:
            raise SeekError(SeekFault.GONE)
        if has_blocked(owner_id, person.pk):
            raise SeekError(SeekFault.BLOCKED)
        if not TAKEN.is_left(str(person.pk)):
            raise SeekError(SeekFault.TOO_MANY_TAKEN)
        TAKEN.take(str(person.pk))
        match = _match_begin(seek, person)
        seek.delete()
        lobby_changed()
        people_changed(owner_id, person.pk)
    return match


def seeks_keep(person_id: int) -> int:
    """The owner is there: the offers that still live go on living. Returns how many; those that lapsed stay so."""
    now = timezone.now()
    return Seek.objects.filter(owner_id=person_id, alive_until__gt=now).update(alive_until=_alive_until(now))


def seeks_sweep() -> int:
    """Drop the offers whose owner is gone. Idempotent; returns how many."""
    count, _by_table = Seek.objects.filter(alive_until__lte=timezone.now()).delete()
    if count:
        lobby_changed()
    return count


def _accounts_lock(person_id: int, owner_id: int | None = None) -> None:
    """Hold the accounts until the transaction ends. The person's must be open and registered, the owner's open."""
    numbers = {person_id} if owner_id is None else {person_id, owner_id}
    accounts = get_user_model().objects.select_for_update(no_key=True).filter(pk__in=numbers).order_by("pk")
    found = {account.pk: account for account in accounts}
    person = found.get(person_id)
    if person is None or not person.is_active:
        raise SeekError(SeekFault.CLOSED)
    if is_guest(person):
        raise SeekError(SeekFault.REGISTERED_ONLY)
    if owner_id is not None and (owner_id not in found or not found[owner_id].is_active):
        raise SeekError(SeekFault.GONE)


def _terms_check(terms: Terms) -> None:
    """Whether the match could count for the rating, if it is to (rules.md 8.1)."""
    if terms.is_rated and not terms.can_count:
        raise SeekError(SeekFault.RATED_TERMS)


def _place_check(person_id: int, fingerprint: str) -> None:
    """Whether the person, whose account is locked, may open another offer."""
    prints = list(Seek.objects.filter(owner_id=person_id).values_list("fingerprint", flat=True))
    if fingerprint in prints:
        raise SeekError(SeekFault.SAME)
    if len(prints) >= OPEN_AT_ONCE:
        raise SeekError(SeekFault.TOO_MANY_OPEN)


def _quota_check(person: str, address: str) -> None:
    if not (BY_PERSON.is_left(person) and BY_ADDRESS.is_left(address)):
        raise SeekError(SeekFault.TOO_MANY)
    BY_PERSON.take(person)
    BY_ADDRESS.take(address)


def _fingerprint(terms: Terms) -> str:
    """Equal for what plays the same; the colour makes no other offer."""
    clock = (terms.clock.preset.value, terms.clock.days)
    text = json.dumps([encode_card(terms.card), clock, terms.is_rated], sort_keys=True)
    return sha256(text.encode()).hexdigest()


def _alive_until(now: datetime) -> datetime:
    return now + timedelta(seconds=settings.SEEK_SECONDS)


def _match_begin(seek: Seek, player: AbstractBaseUser) -> Match:
    """Make the match of the locked offer, seat its owner and `player`, and start."""
    match = Match.objects.create(
        origin=Match.Origin.SEEK,
        created_by_id=seek.owner_id,
        invited_id=player.pk,
        creator_side=seek.owner_side,
        card=seek.card,
        kind=seek.kind,
        preset=seek.preset,
        length=seek.length,
        clock_preset=seek.clock_preset,
        clock_days=seek.clock_days,
        take_back=TakeBackRule.NEVER.value,
        is_public=True,
        is_rated=seek.is_rated,
    )
    return two_begin(match, player)
