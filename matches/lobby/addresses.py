"""The network address that a page or a socket comes from, for limits. It is never kept as it is (`services.quota`)."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest


def request_address(request: HttpRequest) -> str:
    """Where a request comes from."""
    return _address(request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_X_FORWARDED_FOR", ""))


def socket_address(scope: Any) -> str:
    """Where a socket comes from."""
    headers = [value.decode("latin-1") for name, value in scope["headers"] if name.lower() == b"x-forwarded-for"]
    peer = scope.get("client")
    return _address(peer[0] if peer else "", ",".join(headers))


def _address(peer: str, forwarded: str) -> str:
    """The peer's, or, behind our own proxy, the last one that it wrote: earlier ones can be made up."""
    last = forwarded.rpartition(",")[2].strip()
    return last if settings.HTTPS and last else peer
