"""Addresses of sockets."""

from __future__ import annotations

from django.urls import URLPattern, re_path

from matches.consumers import TableConsumer
from matches.hub import Hub


def routes(hub: Hub) -> list[URLPattern]:
    """The sockets of one process, which share `hub`."""
    return [re_path(r"^ws/match/(?P<code>[A-Za-z0-9]{1,32})/$", TableConsumer.as_asgi(hub=hub))]


websocket_urlpatterns = routes(Hub())
