"""Sending on the channel layer, where Valkey does not answer."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from time import monotonic

import pytest
from pytest_django import Settings

from matches import publish


@pytest.fixture
def silent() -> Iterator[str]:
    """The address of a Valkey that takes connections and says nothing: it hangs, or its machine does."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"redis://127.0.0.1:{server.getsockname()[1]}/0"


def test_a_valkey_that_hangs_is_waited_for_once(
    silent: str, settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(publish, "SEND_SECONDS", 0.4)
    settings.REDIS_URL = silent
    began = monotonic()
    publish.send_advice("hint.nobody", "{}")
    assert monotonic() - began < 0.75
    assert "not sent to hint.nobody" in caplog.text
