"""Addresses of sockets."""

from __future__ import annotations

from django.urls import URLPattern, re_path

from matches.consumers import TableConsumer
from matches.hub import Hub
from matches.lobby.consumer import LobbyConsumer
from matches.lobby.hub import LobbyHub


def routes(hub: Hub, lobby: LobbyHub | None = None) -> list[URLPattern]:
    """The sockets of one process, which share `hub`; those of the lobby share `lobby` as well."""
    return [
        re_path(r"^ws/match/(?P<code>[A-Za-z0-9]{1,32})/$", TableConsumer.as_asgi(hub=hub)),
        re_path(r"^ws/lobby/$", LobbyConsumer.as_asgi(hub=lobby or LobbyHub(hub))),
    ]


websocket_urlpatterns = routes(Hub())
