"""The web process: pages over HTTP, tables over WebSockets."""

from __future__ import annotations

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import WebsocketDenier
from django.core.asgi import get_asgi_application
from django.urls import re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bgsite.settings")
_pages = get_asgi_application()  # loads the apps: what follows needs them

from django.conf import settings  # noqa: E402

from bgsite.accounts.guests import SocketPerson  # noqa: E402
from bgsite.origin import OwnOrigin  # noqa: E402
from bgsite.patience import Patience  # noqa: E402
from matches.heart import start_heart  # noqa: E402
from matches.routing import websocket_urlpatterns  # noqa: E402

_nowhere = re_path("", WebsocketDenier.as_asgi())
"""Any other address: refused with 403, where Channels would raise and fill the log."""

application = ProtocolTypeRouter(
    {
        "http": _pages,
        "websocket": OwnOrigin(
            Patience(AuthMiddlewareStack(SocketPerson(URLRouter([*websocket_urlpatterns, _nowhere]))))
        ),
    },
)

if settings.ROLE == "web":
    start_heart()  # while no web process lives, nobody is flagged
