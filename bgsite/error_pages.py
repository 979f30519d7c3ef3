"""The pages for what the server did not understand (400) and for its own mistakes (500).

They ask nothing of what may just have failed: no session, no account, no database. So of the request they take its
address and its form token only, for the switch of the language.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.views.decorators.csrf import requires_csrf_token


# What was refused before the form tokens' own middleware has seen it needs a token of the reader's cookie all the same.
@requires_csrf_token
def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 - Django names it
    """What the server did not understand."""
    return HttpResponse(render_to_string("400.html", _switch_for(request)), status=HTTPStatus.BAD_REQUEST)


@requires_csrf_token
def server_error(request: HttpRequest) -> HttpResponse:
    """What is the server's own mistake."""
    return HttpResponse(render_to_string("500.html", _switch_for(request)), status=HTTPStatus.INTERNAL_SERVER_ERROR)


def _switch_for(request: HttpRequest) -> dict[str, Any]:
    """What the switch of the language needs; nothing under a foreign host name, where no form of ours is taken."""
    try:
        request.get_host()
    except DisallowedHost:
        return {}
    return {"request": request, "csrf_token": get_token(request)}
