"""What happens to guests: made, named, used, taken along by an account, forgotten.

A guest is a row of `User` that nobody can log in to.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import get_random_string

from bgsite.accounts import events
from bgsite.accounts.events import AccountBusyError
from bgsite.accounts.models import User
from bgsite.accounts.names import GUEST_BEGINNING
from bgsite.accounts.services import name_claim_check

UNUSED_KEPT_FOR: Final = timedelta(days=30)
"""How long after their last day guests without a game are kept."""
PLAYED_KEPT_FOR: Final = timedelta(days=90)
"""The same for guests with games."""
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


def guest_adopt(guest_id: int, account_id: int) -> bool:
    """Give everything of the guest to the account, and drop the guest: one transaction, all or nothing.

    False where there is no such guest (any more), or where the two play against each other: then the guest stays.
    """
    with transaction.atomic():
        # In one order, and no_key: see services.account_delete.
        held = User.objects.select_for_update(no_key=True).filter(pk__in=(guest_id, account_id)).order_by("pk")
        rows = {row.pk: row for row in held}
        guest, account = rows.get(guest_id), rows.get(account_id)
        if guest is None or not guest.is_guest or account is None or account.is_guest or not account.is_active:
            return False
        # First, so that sockets hear that the guest is gone before they hear that the seat is another's.
        events.tell_sessions_ended(guest_id)
        if not events.tell_guest_leaves(guest_id, account_id):
            return False  # the sockets look, and stay
        if guest.statistics is False:
            account.statistics = False  # off wins: the games that came along were not to be counted
            account.save(update_fields=["statistics"])
        guest.delete()
        return True


def guest_forget(guest_id: int) -> bool:
    """Forget a guest as a deleted account is forgotten, and drop the row: nothing counts guests.

    False where there is no such guest (any more). Raises AccountBusyError, and then nothing has changed.
    """
    with transaction.atomic():
        guest = User.objects.select_for_update(no_key=True).filter(pk=guest_id, is_guest=True).first()
        if guest is None:
            return False
        events.tell_sessions_ended(guest_id)  # first: as above
        events.tell_account_deleted(guest_id)
        guest.delete()
        return True


def guests_purge() -> int:
    """Forget the guests who have not been here for long, `UNUSED_KEPT_FOR` or `PLAYED_KEPT_FOR`; give how many.

    A guest with a match that is busy at this moment waits for the next night.
    """
    now = timezone.now()
    idle = User.objects.filter(is_guest=True, last_login__lt=now - UNUSED_KEPT_FOR).order_by("pk")
    last_used = dict(idle.values_list("pk", "last_login"))
    kept = events.ask_worth_keeping(list(last_used))
    until = now - PLAYED_KEPT_FOR
    return sum(
        _is_forgotten(guest_id)
        for guest_id, used in last_used.items()
        if guest_id not in kept or (used is not None and used < until)
    )


def _is_forgotten(guest_id: int) -> bool:
    try:
        return guest_forget(guest_id)
    except AccountBusyError:
        return False


def _today() -> datetime:
    return timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)
