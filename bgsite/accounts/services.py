"""What changes an account: names claimed, bans, sessions ended, and forgetting a person."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from bgsite.accounts import events
from bgsite.accounts.models import AccountSession, BlockedName, User
from bgsite.accounts.names import (
    DELETED_NAME,
    NameFault,
    name_error,
    name_fold,
    name_is_reserved,
    name_normalize,
    name_skeleton,
    name_validate,
)

NAME_BLOCKED_FOR: Final = timedelta(days=365)


def name_claim_check(name: str) -> str:
    """Give the name as it will be stored; raise ValidationError with its sentence if a new account may not have it."""
    normal = name_normalize(name)
    name_validate(normal)
    if name_is_reserved(normal):
        raise name_error(NameFault.RESERVED)
    if name_is_taken(normal) or _is_blocked(normal):
        raise name_error(NameFault.TAKEN)
    return normal


def address_claim_check(address: str) -> str:
    """Give the e-mail address; raise ValidationError with a sentence while that of a banned, deleted account."""
    if BlockedName.objects.filter(digest=_address_digest(address), until__gt=timezone.now()).exists():
        raise ValidationError(_("This e-mail address cannot be used here."), code="blocked")
    return address


def name_is_taken(name: str) -> bool:
    """Say whether an account has this name or one that looks like it."""
    alike = Q(name_folded=name_fold(name)) | Q(name_skeleton=name_skeleton(name))
    return User.objects.filter(alike).exists()


def sessions_end(user_id: int, *, keep: str | None = None) -> None:
    """End all sessions of an account, but for the one with the key `keep`, and tell who holds its sockets."""
    AccountSession.objects.filter(account_id=user_id).exclude(session_key=keep or "").delete()
    events.tell_sessions_ended(user_id)


def session_end(user_id: int, session_key: str | None) -> None:
    """End one session (a logout) and tell who holds sockets of the account."""
    AccountSession.objects.filter(account_id=user_id, session_key=session_key or "").delete()
    events.tell_sessions_ended(user_id)


def account_ban(user: User) -> None:
    """Close an account for its owner: logged out everywhere, no login. Matches and name stay."""
    with transaction.atomic():
        User.objects.filter(pk=user.pk).update(is_active=False)
        sessions_end(user.pk)
    user.is_active = False


def account_unban(user: User) -> None:
    """Open a banned account again; a deleted one stays deleted."""
    User.objects.filter(pk=user.pk, deleted_at=None).update(is_active=True)
    user.refresh_from_db(fields=["is_active"])


def account_delete(user: User) -> None:
    """Forget a person: one transaction, all or nothing.

    Running matches are forfeited and finished ones hidden by the subscribers of `events.account_deleted`. Name,
    e-mail address, password, rights and sessions go; the name stays blocked for a year, and the address of a banned
    account as well: forgetting ends no ban. A row without anything that
    tells who it was remains, for what counts people (ratings). Deleting twice changes nothing.
    """
    with transaction.atomic():
        # no_key: a service that seats this account under a match's lock need not wait for us (deadlock).
        account = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if account.deleted_at is not None:
            return
        _name_block(account.username)
        if not account.is_active:
            _addresses_block(account)
        events.tell_account_deleted(account.pk)
        EmailAddress.objects.filter(user=account).delete()
        account.groups.clear()
        account.user_permissions.clear()
        _admin_log_forget(account)
        _clear(account)
        sessions_end(account.pk)
    user.refresh_from_db()


def blocked_names_purge() -> int:
    """Drop names whose time is over; give how many."""
    count, _by_table = BlockedName.objects.filter(until__lte=timezone.now()).delete()
    return count


def _clear(account: User) -> None:
    account.username = f"{DELETED_NAME} {account.pk}"
    account.email = ""
    account.set_unusable_password()
    account.is_active = account.is_staff = account.is_superuser = False
    account.last_login = None
    account.statistics = None
    account.language = ""
    account.deleted_at = timezone.now()
    account.save()


def _admin_log_forget(account: User) -> None:
    """The admin's own history names the accounts it touched."""
    kind = ContentType.objects.get_for_model(User)
    LogEntry.objects.filter(content_type=kind, object_id=str(account.pk)).update(object_repr=DELETED_NAME)


def _is_blocked(name: str) -> bool:
    return BlockedName.objects.filter(digest=_digest(name), until__gt=timezone.now()).exists()


def _name_block(name: str) -> None:
    until = timezone.now() + NAME_BLOCKED_FOR
    BlockedName.objects.update_or_create(digest=_digest(name), defaults={"until": until})


def _addresses_block(account: User) -> None:
    until = timezone.now() + NAME_BLOCKED_FOR
    known = EmailAddress.objects.filter(user=account).values_list("email", flat=True)
    for address in {*known, account.email} - {""}:
        BlockedName.objects.update_or_create(digest=_address_digest(address), defaults={"until": until})


def _address_digest(address: str) -> str:
    """Hash an e-mail address as names are hashed; never equal to the hash of a name."""
    return salted_hmac("bgsite.accounts.BlockedAddress", address.casefold(), algorithm="sha256").hexdigest()


def _digest(name: str) -> str:
    """Hash the skeleton with the site's secret key, so that the table alone does not give names away."""
    return salted_hmac("bgsite.accounts.BlockedName", name_skeleton(name), algorithm="sha256").hexdigest()
