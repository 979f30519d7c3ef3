"""Accounts in the administration: look up, ban, delete as the person would; e-mail addresses need their own right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from allauth.account.decorators import secure_admin_login
from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from bgsite.accounts import guest_services, services
from bgsite.accounts.events import AccountBusyError
from bgsite.accounts.models import User
from bgsite.accounts.names import NameFault, name_error

admin.site.site_header = _("Barpoint administration")
admin.site.site_title = _("Barpoint administration")
admin.site.index_title = _("Administration")
# The site's own login page has the limits; the admin's would let anybody try passwords without end.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
# For the same reason, and because a new password must end the other sessions.
admin.site.password_change = lambda *_, **__: redirect("account_change_password")  # type: ignore[method-assign,assignment]

if TYPE_CHECKING:
    _Creation = AdminUserCreationForm[User]
    _Change = UserChangeForm[User]
    _Admin = UserAdmin[User]
else:
    _Creation, _Change, _Admin = AdminUserCreationForm, UserChangeForm, UserAdmin

_RIGHTS = ("is_staff", "is_superuser", "groups", "user_permissions")


class AccountCreationForm(_Creation):
    """Make an account; the admin may take reserved names, but none that looks like another."""

    class Meta:
        model = User
        fields = ("username",)

    def clean_username(self) -> str:
        """Say here what the database would refuse."""
        name: str = super().clean_username()
        if services.name_is_taken(name):
            raise name_error(NameFault.TAKEN)
        return name


class AccountChangeForm(_Change):
    """Change rights and the ban; the name stays."""

    class Meta:
        model = User
        fields = ("is_active", *_RIGHTS)


class PeopleFilter(admin.SimpleListFilter):
    """Accounts, guests, or both; accounts where nothing is chosen."""

    title = _("kind")
    parameter_name = "people"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """What can be chosen beside accounts."""
        del request, model_admin
        return [("guests", _("Guests")), ("all", _("Accounts and guests"))]

    def choices(self, changelist: Any) -> Iterator[Any]:
        """Call the first choice by what it shows."""
        for choice in super().choices(changelist):
            yield choice if choice["display"] != gettext("All") else {**choice, "display": _("Accounts")}

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        """Leave out who was not asked for."""
        del request
        match self.value():
            case "all":
                return queryset
            case "guests":
                return queryset.filter(is_guest=True)
            case _:
                return queryset.filter(is_guest=False)


@admin.register(User)
class AccountAdmin(_Admin):
    """Accounts."""

    form = AccountChangeForm
    add_form = AccountCreationForm
    list_display = ("display_name", "is_active", "is_staff", "date_joined", "deleted_at")
    list_filter = (PeopleFilter, "is_active", "is_staff", ("deleted_at", admin.EmptyFieldListFilter), "date_joined")
    search_fields = ("username", "name_folded")
    ordering = ("-date_joined",)
    date_hierarchy = "date_joined"
    actions = ("ban", "unban", "forget")
    readonly_fields = ("username", "email", "date_joined", "last_login", "deleted_at")
    filter_horizontal = ("groups", "user_permissions")
    fieldsets = (
        (None, {"fields": ("username", "password", "is_active")}),
        (_("Dates"), {"fields": ("date_joined", "last_login", "deleted_at")}),
        (_("Private"), {"fields": ("email",)}),
        (_("Rights"), {"fields": _RIGHTS}),
    )
    add_fieldsets = ((None, {"fields": ("username", "usable_password", "password1", "password2")}),)

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Leave out the e-mail address for staff without the right to see it, and the password where none is set."""
        fieldsets = super().get_fieldsets(request, obj)
        if obj is not None and not self.has_change_permission(request, obj):
            fieldsets = ((None, {"fields": ("username", "is_active")}), *fieldsets[1:])
        if request.user.has_perm("accounts.view_email"):
            return fieldsets
        return tuple(part for part in fieldsets if "email" not in part[1]["fields"])

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        """The name is chosen once; only superusers give rights."""
        if obj is None:
            return tuple(field for field in self.readonly_fields if field != "username")
        return self.readonly_fields if _is_superuser(request) else (*self.readonly_fields, *_RIGHTS)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Guests and deleted accounts stay as they are; only superusers change staff: a password hands over rights."""
        if not super().has_change_permission(request, obj):
            return False
        if obj is None:
            return True
        return obj.deleted_at is None and not obj.is_guest and (not _has_rights(obj) or _is_superuser(request))

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Rows are never removed (matches point to them): the action "forget" deletes as the person would."""
        del request, obj
        return False

    def has_forget_permission(self, request: HttpRequest) -> bool:
        """Whoever may delete accounts may forget people."""
        return request.user.has_perm("accounts.delete_user")

    def save_model(self, request: HttpRequest, obj: User, form: forms.ModelForm[User], change: bool) -> None:
        """Save; a ban set here logs the person out."""
        super().save_model(request, obj, form, change)
        if change and "is_active" in form.changed_data and not obj.is_active:
            services.account_ban(obj)

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:  # noqa: A002
        """Give a new password; a changed one logs the person out everywhere."""
        response = super().user_change_password(request, id, form_url)
        if request.method == "POST" and response.status_code == 302:
            services.sessions_end(int(id))
        return response

    @admin.action(description=_("Ban: log out and close the account"), permissions=["change"])
    def ban(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Close the chosen accounts; one's own is left out."""
        accounts = list(_others(request, queryset.filter(is_active=True)))
        for account in accounts:
            services.account_ban(account)
            self.log_change(request, account, "ban")
        count = len(accounts)
        text = ngettext("%(count)d account is closed.", "%(count)d accounts are closed.", count)
        self.message_user(request, text % {"count": count}, messages.SUCCESS)

    @admin.action(description=_("Lift the ban"), permissions=["change"])
    def unban(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Open the chosen accounts again; deleted ones stay deleted."""
        accounts = list(_others(request, queryset.filter(is_active=False, deleted_at=None)))
        for account in accounts:
            services.account_unban(account)
            self.log_change(request, account, "unban")
        count = len(accounts)
        text = ngettext("%(count)d account is open again.", "%(count)d accounts are open again.", count)
        self.message_user(request, text % {"count": count}, messages.SUCCESS)

    @admin.action(description=_("Forget: delete as the person would"), permissions=["forget"])
    def forget(self, request: HttpRequest, queryset: QuerySet[User]) -> HttpResponse | None:
        """Ask once more, then delete the chosen accounts; one's own is left out."""
        accounts = list(_others(request, queryset.filter(deleted_at=None)))
        if "confirmed" not in request.POST:
            context = {
                **self.admin_site.each_context(request),
                "title": _("Forget these people?"),
                "accounts": accounts,
                "action_checkbox_name": ACTION_CHECKBOX_NAME,
                "opts": self.model._meta,  # noqa: SLF001 - Django's public name for it
            }
            return TemplateResponse(request, "admin/accounts/user/forget.html", context)
        count = sum(self._forget(request, account) for account in accounts)
        text = ngettext("%(count)d account is deleted.", "%(count)d accounts are deleted.", count)
        self.message_user(request, text % {"count": count}, messages.SUCCESS)
        return None

    def _forget(self, request: HttpRequest, account: User) -> bool:
        """Delete one account; say so when a match of it is busy, and leave it whole."""
        try:
            _delete(account)
        except AccountBusyError:
            text = _("%(name)s was not deleted: a match is busy. Try again.") % {"name": account.display_name}
            self.message_user(request, text, messages.ERROR)
            return False
        if not account.is_guest:
            self.log_change(request, account, "forget")
        return True


def _delete(account: User) -> None:
    if account.is_guest:
        guest_services.guest_forget(account.pk)
    else:
        services.account_delete(account)


def _others(request: HttpRequest, accounts: QuerySet[User]) -> QuerySet[User]:
    """Leave out one's own account (nobody locks oneself out by mistake) and, unless a superuser asks, all staff."""
    others = accounts.exclude(pk=request.user.pk or 0)
    return others if _is_superuser(request) else others.filter(is_staff=False, is_superuser=False)


def _has_rights(account: User) -> bool:
    return account.is_staff or account.is_superuser


def _is_superuser(request: HttpRequest) -> bool:
    return isinstance(request.user, User) and request.user.is_superuser
