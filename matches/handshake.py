"""What the handshake of a socket says about who is there: the language, and the address for limits."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils.translation import get_language_from_request

from matches.addresses import address_of


def language_of(scope: Any) -> str:
    """The code of one of the site's languages: as for their pages, from the cookie, else from the browser's wishes."""
    return get_language_from_request(_request(scope))


def socket_address(scope: Any) -> str:
    """The network address of the browser, as for a page; empty when there is none that can be trusted."""
    try:
        return address_of(_request(scope))
    except PermissionDenied:
        return ""


def _request(scope: Any) -> HttpRequest:
    """The handshake as Django writes a request."""
    request = HttpRequest()
    request.COOKIES = scope.get("cookies", {})
    peer = scope.get("client")
    request.META["REMOTE_ADDR"] = peer[0] if peer else ""
    for name, value in scope["headers"]:
        request.META[f"HTTP_{name.decode('latin-1').upper().replace('-', '_')}"] = value.decode("latin-1")
    return request
