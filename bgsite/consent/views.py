"""The switch."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from bgsite.accounts.models import User
from bgsite.consent.choice import COOKIE, COOKIE_AGE, OFF, ON, choose
from matches.reader import reader_of


@require_POST
def switch(request: HttpRequest) -> HttpResponse:
    """Turn statistics on or off for the person and the browser, and go back to `next` on this site."""
    chosen = request.POST.get("statistics")
    if chosen not in {ON, OFF}:
        return HttpResponseBadRequest()
    person = reader_of(request).person
    if isinstance(person, User):
        choose(person, on=chosen == ON)
    response = redirect(_next(request))
    response.set_cookie(COOKIE, chosen, max_age=COOKIE_AGE, samesite="Lax", secure=settings.HTTPS)
    return response


def _next(request: HttpRequest) -> str:
    wished = request.POST.get("next", "")
    hosts = {request.get_host()}
    if url_has_allowed_host_and_scheme(wished, allowed_hosts=hosts, require_https=request.is_secure()):
        return wished
    return resolve_url("pages:privacy")
