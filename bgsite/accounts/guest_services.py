"""What happens to guests: made, named, used. A guest is a row of `User` that nobody can log in to."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import get_random_string

from bgsite.accounts.models import User
from bgsite.accounts.names import GUEST_BEGINNING
from bgsite.accounts.services import name_claim_check

KEY_LENGTH: Final = 18
_KEY_LETTERS: Final = "abcdefghjknpqrstuxyz23456789"
"""Without letters that look alike: technical names are compared as all names are."""


def guest_make() -> User:
    """Make a guest, used today. Its name is technical, and says nothing about anybody."""
    while True:
        name = f"{GUEST_BEGINNING}{get_random_string(KEY_LENGTH, _KEY_LETTERS)}"
        try:
            with transaction.atomic():
                return User.objects.create_user(name, is_guest=True, date_joined=_today(), last_login=_today())
        except IntegrityError:  # once in a very long while
            continue


def guest_key(guest: User) -> str:
    """The secret half of what the cookie says."""
    return guest.username.removeprefix(GUEST_BEGINNING)


def guest_with(guest_id: int, key: str) -> User | None:
    """The guest of a cookie; None when it is gone, or the number belongs to another one by now."""
    name = f"{GUEST_BEGINNING}{key}"
    return User.objects.filter(pk=guest_id, username=name, is_guest=True, is_active=True).first()


def guest_used(guest: User) -> bool:
    """Note that the guest was here today (the day, not the hour); True when that was not known yet."""
    today = _today()
    if guest.last_login is not None and guest.last_login >= today:
        return False
    User.objects.filter(pk=guest.pk, is_guest=True).update(last_login=today)
    guest.last_login = today
    return True


def guest_name_check(name: str) -> str:
    """The name as a guest would get it: the rules for names of accounts, and none that an account has.

    Raises ValidationError with its sentence. Blanks around it go; the empty name is allowed.
    """
    bare = name.strip()
    return name_claim_check(bare) if bare else ""


def guest_rename(person: User, name: str) -> None:
    """Call the guest so; people with an account keep their name. Raises ValidationError with its sentence."""
    if not person.is_guest:
        return
    person.guest_name = guest_name_check(name)
    User.objects.filter(pk=person.pk, is_guest=True, deleted_at=None).update(guest_name=person.guest_name)


def _today() -> datetime:
    return timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)
