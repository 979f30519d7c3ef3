"""Who may open a socket: only pages of this very site."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from asgiref.typing import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, Scope
from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

_PORTS = {"http": "80", "https": "443"}


class OwnOrigin:
    """ASGI middleware that refuses a handshake whose Origin is not the site itself.

    Browsers send cookies with every handshake, whichever page opened the socket, and they do not apply the
    same-origin rule to it. So scheme, host and port of `Origin` must be those that the handshake itself is
    addressed to (`Host`, one of ALLOWED_HOSTS), or be listed in CSRF_TRUSTED_ORIGINS. No `Origin`: no socket.
    """

    def __init__(self, application: ASGI3Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        """Pass the handshake on, or answer it with 403."""
        if scope["type"] == "websocket" and not is_own_origin(scope["headers"]):
            await WebsocketDenier()(scope, receive, send)
            return
        await self._application(scope, receive, send)


def is_own_origin(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Say whether the handshake's Origin is the site that it is addressed to."""
    found = [(name.lower(), value.decode("latin-1")) for name, value in headers]
    origins = [value for name, value in found if name == b"origin"]
    hosts = [value for name, value in found if name == b"host"]
    if len(origins) != 1 or len(hosts) != 1:
        return False
    if origins[0] in settings.CSRF_TRUSTED_ORIGINS:
        return True
    host, _ = split_domain_port(hosts[0])
    if not (host and validate_host(host, settings.ALLOWED_HOSTS)):
        return False
    scheme = "https" if settings.HTTPS else "http"
    expected = _place(f"{scheme}://{hosts[0]}")
    return expected is not None and _place(origins[0]) == expected


def _place(address: str) -> tuple[str, str, str] | None:
    """Give scheme, host and port of an address with the default port written out; None if it is not one."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return None
    more = parts.path or parts.query or parts.fragment or "@" in parts.netloc
    if parts.scheme not in _PORTS or not parts.hostname or more:
        return None
    return parts.scheme, parts.hostname, str(port or _PORTS[parts.scheme])
