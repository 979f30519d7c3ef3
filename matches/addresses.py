"""Where a request comes from, for limits only: nothing of it is stored."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from django.http import HttpRequest


def address_of(request: HttpRequest) -> str:
    """The network address of the browser; behind the site's own proxies it is what they report."""
    return str(get_adapter().get_client_ip(request))
