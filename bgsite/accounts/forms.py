"""The forms of accounts: allauth's, with labels and hints in our words and no placeholders, and our own."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth_forms
from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bgsite.accounts.guest_services import guest_name_check
from bgsite.accounts.models import User
from bgsite.accounts.names import MAX_LENGTH, name_normalize
from bgsite.accounts.services import name_claim_check

_PASSWORD_HINT = _("At least 8 characters, not only digits, and not a common password.")


class _PlainFields(forms.Form):
    """Takes placeholders away (labels say it) and gives fields the labels and hints of `words`."""

    words: dict[str, tuple[Any, Any]] = {}
    """Field name → (label, hint)."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)
        for name, (label, hint) in self.words.items():
            self.fields[name].label = label
            self.fields[name].help_text = hint


class SignupForm(_PlainFields, allauth_forms.SignupForm):  # type: ignore[misc]  # allauth has no types
    """Register."""

    words = {
        "username": (
            _("Name"),
            _("Other players see it. 3 to 24 letters or digits of one script; it cannot be changed."),
        ),
        "email": (
            _("E-mail address (optional)"),
            _("Nobody sees it. Without it a forgotten password cannot be reset."),
        ),
        "password1": (_("Password"), _PASSWORD_HINT),
        "password2": (_("Password again"), ""),
    }

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Make the account; when somebody took the name since it was checked, say so and ask again."""
        name = self.cleaned_data["username"]
        try:
            with transaction.atomic():
                user, response = super().try_save(request)
        except IntegrityError:
            try:
                name_claim_check(name)
            except ValidationError as refusal:
                messages.error(request, " ".join(refusal.messages))
                return None, redirect("account_signup")
            raise
        return user, response


class LoginForm(_PlainFields, allauth_forms.LoginForm):  # type: ignore[misc]  # allauth has no types
    """Log in by name or e-mail address."""

    words = {"login": (_("Name or e-mail address"), ""), "password": (_("Password"), "")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs["autocomplete"] = "username"
        self.fields["login"].widget.attrs["autocapitalize"] = "none"

    def clean_login(self) -> str:
        """Read the name as it was stored: full-width letters are plain ones."""
        return name_normalize(super().clean_login())


class ChangePasswordForm(_PlainFields, allauth_forms.ChangePasswordForm):  # type: ignore[misc]  # allauth has no types
    """A new password, knowing the old one."""

    words = {
        "oldpassword": (_("Present password"), ""),
        "password1": (_("New password"), _PASSWORD_HINT),
        "password2": (_("New password again"), ""),
    }


class SetPasswordForm(_PlainFields, allauth_forms.SetPasswordForm):  # type: ignore[misc]  # allauth has no types
    """A first password, for an account that was made without."""

    words = {"password1": (_("New password"), _PASSWORD_HINT), "password2": (_("New password again"), "")}


class ResetPasswordForm(_PlainFields, allauth_forms.ResetPasswordForm):  # type: ignore[misc]  # allauth has no types
    """Ask for the mail with the link."""

    words = {"email": (_("E-mail address"), _("The address that you gave to your account."))}


class ResetPasswordKeyForm(_PlainFields, allauth_forms.ResetPasswordKeyForm):  # type: ignore[misc]  # allauth has no types
    """A new password, by the link of the mail."""

    words = {"password1": (_("New password"), _PASSWORD_HINT), "password2": (_("New password again"), "")}


class AddEmailForm(_PlainFields, allauth_forms.AddEmailForm):  # type: ignore[misc]  # allauth has no types
    """Give or change the e-mail address."""

    words = {
        "email": (
            _("E-mail address"),
            _("Nobody sees it. It serves to reset a forgotten password, and to tell you of your turn if you wish."),
        )
    }


class ReauthenticateForm(_PlainFields, allauth_forms.ReauthenticateForm):  # type: ignore[misc]  # allauth has no types
    """The password once more."""

    words = {"password": (_("Password"), "")}


class AccountDeleteForm(forms.Form):
    """Delete my account: the password shows that it is really its owner who asks."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._user = user

    def clean_password(self) -> str:
        """Refuse a wrong password."""
        password: str = self.cleaned_data["password"]
        if not self._user.check_password(password):
            raise ValidationError(gettext("This is not your password. Nothing was deleted."), code="password")
        return password


class GuestNameForm(forms.Form):
    """How a guest wants to be called."""

    name = forms.CharField(
        label=_("Your name (optional)"),
        required=False,
        max_length=200,
        help_text=_("Others read it with “(guest)” behind it. It need not be your real one."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "maxlength": MAX_LENGTH, "spellcheck": "false"}),
    )

    def clean_name(self) -> str:
        """Refuse what no account could be called, and the names of accounts."""
        return guest_name_check(self.cleaned_data["name"])
