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
def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What the server did not understand. Under a foreign host name no form of ours would be taken: there is none."""
    context = {} if isinstance(exception, DisallowedHost) else _with_switch(request)
    return HttpResponse(render_to_string("400.html", context), status=HTTPStatus.BAD_REQUEST)


@requires_csrf_token
def server_error(request: HttpRequest) -> HttpResponse:
    """What is the server's own mistake."""
    return HttpResponse(render_to_string("500.html", _with_switch(request)), status=HTTPStatus.INTERNAL_SERVER_ERROR)


def _with_switch(request: HttpRequest) -> dict[str, Any]:
    return {"request": request, "csrf_token": get_token(request)}
