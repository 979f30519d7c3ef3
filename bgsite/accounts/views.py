"""The account's own pages; registering, logging in and passwords are allauth's views in our templates."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from bgsite.accounts import services
from bgsite.accounts.events import AccountBusyError
from bgsite.accounts.forms import AccountDeleteForm
from bgsite.accounts.models import User


@require_safe
@login_required
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """Show people what is kept of them and where to change it."""
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
