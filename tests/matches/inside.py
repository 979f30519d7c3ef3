"""The consumer inside the test's own process: sockets that speak frames, and what they need."""

from __future__ import annotations

import asyncio
import json
from typing import Any, Self
from uuid import uuid4

from channels.db import database_sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.contrib.sessions.backends.base import SessionBase
from django.test import Client

from bgsite.accounts.models import User
from games.rules.sides import Side
from games.rules.state import to_act
from matches.hub import Hub
from matches.models import Match
from matches.routing import routes
from tests.factories import running_match
from tests.matches.doing import some_play, state_now
from tests.people import alice, bob

Frame = dict[str, Any]

db = database_sync_to_async


class InnerSocket:
    """A communicator that speaks frames."""

    def __init__(self, router: URLRouter, path: str, person: User | None, session_key: str | None) -> None:
        self._communicator = WebsocketCommunicator(router, path)
        self._communicator.scope["person"] = person
        self._communicator.scope["person_session_key"] = session_key

    async def __aenter__(self) -> Self:
        await self._communicator.connect(timeout=10)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._communicator.disconnect(timeout=10)

    async def send(self, frame: Frame) -> None:
        await self._communicator.send_to(text_data=json.dumps(frame))

    async def output(self, seconds: float = 5) -> Frame:
        """What the consumer said to the server: `websocket.send` or `websocket.close`."""
        answer: Frame = await self._communicator.receive_output(seconds)
        return answer

    async def until(self, name: str, seconds: float = 5) -> Frame:
        async with asyncio.timeout(seconds):
            while True:
                frame: Frame = json.loads((await self.output(seconds))["text"])
                self.note(frame)
                if frame["t"] == name:
                    return frame

    def note(self, frame: Frame) -> None:
        """Keep what a frame says on the way to the one asked for."""

    async def silence(self, seconds: float) -> None:
        assert await self._communicator.receive_nothing(seconds)


class Socket(InnerSocket):
    """At a table."""

    def __init__(self, hub: Hub, code: str, person: User | None, session: SessionBase | None = None) -> None:
        key = None if session is None else session.session_key
        super().__init__(URLRouter(routes(hub)), f"/ws/match/{code}/", person, key)


async def a_match() -> tuple[Match, User, Side]:
    """A match, who must act there, and for which side."""
    match = await db(running_match)()
    side = to_act(await db(state_now)(match))
    assert side is not None
    return match, await db(alice if side is Side.WHITE else bob)(), side


def session_of(user: User) -> SessionBase:
    """A session in which the person is logged in."""
    client = Client()
    client.force_login(user)
    return client.session


async def frame_for(match: Match, side: Side) -> Frame:
    state = await db(state_now)(match)
    steps = [[move.from_, move.to, move.die] for move in some_play(state).moves]
    return {"t": "play", "id": str(uuid4()), "side": side.value, "decision": state.decision, "steps": steps}
