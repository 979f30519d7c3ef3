"""What allauth and Django tell us: sessions end when somebody logs out or has a new password; guests log in."""

from __future__ import annotations

from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from django.contrib import messages
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.http import HttpRequest
from django.utils.translation import gettext

from bgsite.accounts import guest_services, services
from bgsite.accounts.guests import PageReader
from bgsite.accounts.models import User
from bgsite.languages.choice import on_login


def connect() -> None:
    """Connect the receivers; called once, when the app is loaded."""
    user_logged_in.connect(_take_language, dispatch_uid="accounts.language")
    user_logged_in.connect(_on_login, dispatch_uid="accounts.guest")
    user_logged_out.connect(_on_logout, dispatch_uid="accounts.logout")
    for signal in (password_changed, password_set):
        signal.connect(_on_new_password, dispatch_uid="accounts.new_password")
    password_reset.connect(_on_password_reset, dispatch_uid="accounts.password_reset")


def _take_language(*, request: HttpRequest | None, user: User, **_others: Any) -> None:
    """The account's language is that of the browser now; the words of what follows are in it already."""
    if request is not None:
        on_login(request, user)


def _on_login(*, request: HttpRequest | None, user: User, **_others: Any) -> None:
    """Whoever logs in or registers in a browser with a guest takes the guest's games along."""
    reader = getattr(request, "reader", None)
    if request is None or not isinstance(reader, PageReader) or reader.guest is None:
        return
    if guest_services.guest_adopt(reader.guest.pk, user.pk):
        reader.forget_guest()
        messages.success(request, gettext("The games that you played here as a guest are yours now."))


def _on_logout(*, request: HttpRequest, user: User | None, **_others: Any) -> None:
    # Django sends this before it flushes the session: the row must be gone before pages connect again.
    if user is not None:
        services.session_end(user.pk, request.session.session_key)


def _on_new_password(*, request: HttpRequest, user: User, **_others: Any) -> None:
    services.sessions_end(user.pk, keep=request.session.session_key)


def _on_password_reset(*, user: User, **_others: Any) -> None:
    services.sessions_end(user.pk)
