"""A socket that cannot be opened because the database is away: one line in the log, and the page comes back."""

from __future__ import annotations

import logging

from asgiref.typing import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, Scope, WebSocketCloseEvent
from django.db import Error as DatabaseError

from matches.protocol import CloseCode

logger = logging.getLogger(__name__)


class Patience:
    """ASGI middleware around everything of a socket that asks the database before the consumer does.

    Who a socket belongs to is read from the session. With the database away that read raises, and Daphne would log a
    traceback for every page that tries again. Here the handshake is closed instead; pages come back by themselves.
    """

    def __init__(self, application: ASGI3Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        """Pass the socket on; close it when the database is away."""
        try:
            await self._application(scope, receive, send)
        except DatabaseError as error:
            logger.warning("a socket was not opened: %s", str(error).strip())
            close: WebSocketCloseEvent = {"type": "websocket.close", "code": CloseCode.RESTARTING, "reason": None}
            await send(close)
