"""A web process whose sockets send back what they hear, and do nothing else: what Daphne and Channels cost alone."""

from __future__ import annotations

from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter


class Echo(AsyncWebsocketConsumer):  # type: ignore[misc]
    """Sends every text frame back."""

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """One frame."""
        await self.send(text_data, bytes_data)


application = ProtocolTypeRouter({"websocket": Echo.as_asgi()})
