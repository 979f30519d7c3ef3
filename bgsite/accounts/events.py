"""What accounts tell others; `bgsite.wiring` connects who listens.

A subscriber is a module-level function (signals hold weak references) `f(*, user_id: int, **_) -> None`.
"""

from __future__ import annotations

from typing import Any, Final

from django.db import transaction
from django.dispatch import Signal

account_deleted: Final = Signal()
"""An account is being deleted. Sent inside the transaction that deletes it: what a subscriber writes is kept or
undone together with it, and an exception keeps the account (`AccountBusyError` where trying again may help). The
person's matches end here."""

guest_leaves: Final = Signal()
"""A guest is about to become an account. Sent inside the transaction, with both rows held; a subscriber moves what is
theirs, or answers False: they are two people, and the guest stays. Subscribers get `guest_id` and `account_id`."""

guests_asked: Final = Signal()
"""Which of the guests with the numbers `guest_ids` have something worth keeping? A subscriber answers a set of them."""

sessions_ended: Final = Signal()
"""Some or all sessions of an account ended (logout, new password, ban, deletion). Sent after the commit: whoever
holds an open socket of this account closes it, and the page connects again if its own session still lives."""


class AccountBusyError(Exception):
    """The account cannot be deleted at this moment; nothing has changed."""


def tell_account_deleted(user_id: int) -> None:
    """Tell that this account is being deleted. Call inside the transaction."""
    account_deleted.send(sender=None, user_id=user_id)


def tell_guest_leaves(guest_id: int, account_id: int) -> bool:
    """Ask everybody to move what is the guest's to the account. Call inside the transaction; False: undo it."""
    answers: list[tuple[Any, Any]] = guest_leaves.send(sender=None, guest_id=guest_id, account_id=account_id)
    return all(answer is not False for _receiver, answer in answers)


def ask_worth_keeping(guest_ids: list[int]) -> set[int]:
    """Give those of the guests who have something worth keeping, such as a seat."""
    answers: list[tuple[Any, Any]] = guests_asked.send(sender=None, guest_ids=guest_ids)
    return set().union(*(answer for _receiver, answer in answers))


def tell_sessions_ended(user_id: int) -> None:
    """Tell, once the running transaction has committed, that sessions of this account ended.

    A failing subscriber is logged and changes nothing for the person: the sessions have ended by then.
    """
    transaction.on_commit(lambda: _send_sessions_ended(user_id), robust=True)


def _send_sessions_ended(user_id: int) -> None:
    sessions_ended.send(sender=None, user_id=user_id)
