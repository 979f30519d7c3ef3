"""Sockets that come while the database is away."""

from __future__ import annotations

from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.db import OperationalError

from bgsite.patience import Patience
from matches.protocol import CloseCode


async def test_a_socket_that_comes_while_the_database_is_away_is_closed_in_one_line(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def away(_scope: Any, _receive: Any, _send: Any) -> None:
        raise OperationalError("the server is starting\n")

    socket = WebsocketCommunicator(Patience(away), "/ws/match/abc/")
    assert await socket.connect() == (False, CloseCode.RESTARTING)
    assert caplog.messages == ["a socket was not opened: the server is starting"]
    assert caplog.records[0].exc_info is None


async def test_a_fault_of_the_site_is_not_hidden() -> None:
    async def broken(_scope: Any, _receive: Any, _send: Any) -> None:
        raise ZeroDivisionError

    socket = WebsocketCommunicator(Patience(broken), "/ws/match/abc/")
    with pytest.raises(ZeroDivisionError):
        await socket.connect()
