"""The switch: a form with one button a language, on every page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods

from bgsite.accounts.models import User
from bgsite.languages.choice import choose, is_language, keep
from matches.reader import reader_of


@require_http_methods(["GET", "HEAD", "POST"])
def switch(request: HttpRequest) -> HttpResponse:
    """Take the language for this browser and the account that is logged in, and go back to the page.

    Whoever only looks (the address stays there when the form was too old) is sent to the front page.
    """
    if request.method != "POST":
        return redirect("pages:home")
    code = request.POST.get("language", "")
    if not is_language(code):
        return HttpResponseBadRequest()
    choose(request, code)
    person = reader_of(request).registered
    if isinstance(person, User):
        keep(person, code)
    return HttpResponseRedirect(_back(request))


def _back(request: HttpRequest) -> str:
    """The page that was being read; the front page, where that cannot be told or is not ours."""
    wished = request.POST.get("next", "")
    if wished.startswith("/") and url_has_allowed_host_and_scheme(wished, allowed_hosts=None):
        return wished
    return reverse("pages:home")
