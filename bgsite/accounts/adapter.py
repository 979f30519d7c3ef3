"""Where django-allauth asks us: names and the sentences of its refusals."""

from __future__ import annotations

from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.urls import reverse
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from bgsite.accounts.models import User
from bgsite.accounts.names import name_validate
from bgsite.accounts.services import address_claim_check, name_claim_check
from bgsite.languages.choice import language_for

_NO_MATCH = _("This name and this password do not belong together. Check both, or reset your password.")


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Our rules for names, our words."""

    error_messages: ClassVar[dict[str, str | Promise]] = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": _("This account is closed."),
        "email_password_mismatch": _NO_MATCH,
        "email_taken": _("Another account uses this e-mail address already."),
        "enter_current_password": _("This is not your present password."),
        "incorrect_password": _("This is not your password."),
        "rate_limited": _("Too many attempts. Please wait a few minutes, then try again."),
        "too_many_login_attempts": _(
            "Too many attempts to log in. Please wait five minutes, then try again, or reset your password.",
        ),
        "username_password_mismatch": _NO_MATCH,
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Give the name as it will be stored, or raise ValidationError; `shallow` asks nothing of the database."""
        if shallow:
            name_validate(username)
            return username
        return name_claim_check(username)

    def clean_email(self, email: str) -> str:
        """Give the address, or raise ValidationError while it is that of a banned account which was deleted."""
        return address_claim_check(super().clean_email(email))

    def render_mail(
        self, template_prefix: str, email: str, context: dict[str, Any], headers: dict[str, str] | None = None
    ) -> EmailMessage:
        """Write it in the language of whoever gets it, not of whoever asked for it; theirs is the page's at first."""
        user = context.get("user") or User.objects.filter(emailaddress__email=email).first()
        with translation.override(language_for(user)):
            letter: EmailMessage = super().render_mail(template_prefix, email, context, headers)
        return letter

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """After a new password people are back at their account."""
        del request
        return reverse("accounts:home")
