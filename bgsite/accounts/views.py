"""The account's own pages; registering, logging in and passwords are allauth's views in our templates."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bgsite.accounts import guest_services, services
from bgsite.accounts.events import AccountBusyError
from bgsite.accounts.forms import AccountDeleteForm, GuestNameForm
from bgsite.accounts.guests import PageReader
from bgsite.accounts.models import User


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """Show people, guests too, what is kept of them and where to change it."""
    reader = _reader(request)
    if reader.registered is None:
        return _guest_page(request, reader)
    addresses = EmailAddress.objects.filter(user_id=request.user.pk).order_by("-primary", "pk")
    return render(request, "accounts/home.html", {"addresses": addresses})


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def delete(request: HttpRequest) -> HttpResponse:
    """Say what deleting the account does, and do it when the password is right."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101 - login_required has seen to it
    if request.method != "POST":
        return render(request, "accounts/delete.html", {"form": AccountDeleteForm(user=user)})
    refused = ratelimit.consume_or_429(request, action="reauthenticate", user=user)
    if isinstance(refused, HttpResponse):
        return refused
    form = AccountDeleteForm(request.POST, user=user)
    if not form.is_valid():
        return render(request, "accounts/delete.html", {"form": form})
    try:
        services.account_delete(user)
    except AccountBusyError:
        form.add_error(None, gettext("One of your matches is busy at this moment. Nothing was deleted; try again."))
        return render(request, "accounts/delete.html", {"form": form})
    logout(request)
    messages.success(request, gettext("Your account is deleted. Thank you for having played here."))
    return redirect("pages:home")


@require_POST
def guest_rename(request: HttpRequest) -> HttpResponse:
    """Call the browser's guest so from now on."""
    reader = _reader(request)
    form = GuestNameForm(request.POST)
    if reader.registered is not None or reader.guest is None:
        return redirect("accounts:home")
    if not form.is_valid():
        return render(request, "accounts/guest.html", {"form": form, "guest": reader.guest})
    reader.rename(form.cleaned_data["name"])
    messages.success(request, gettext("Others read “%(name)s” now.") % {"name": reader.guest})
    return redirect("accounts:home")


@require_POST
def guest_forget(request: HttpRequest) -> HttpResponse:
    """Forget the browser's guest: games and cookie. Twice is as once."""
    reader = _reader(request)
    if reader.guest is not None:
        try:
            guest_services.guest_forget(reader.guest.pk)
        except AccountBusyError:
            messages.error(
                request, gettext("One of your matches is busy at this moment. Nothing was deleted; try again.")
            )
            return redirect("accounts:home")
    reader.forget_guest()
    messages.success(request, gettext("This browser is forgotten: there is no guest any more."))
    return redirect("pages:home")


def _guest_page(request: HttpRequest, reader: PageReader) -> HttpResponse:
    if reader.guest is None:
        return redirect_to_login(request.get_full_path())
    form = GuestNameForm(initial={"name": reader.guest.guest_name})
    return render(request, "accounts/guest.html", {"form": form, "guest": reader.guest})


def _reader(request: HttpRequest) -> PageReader:
    reader: PageReader = request.reader  # type: ignore[attr-defined]
    return reader
