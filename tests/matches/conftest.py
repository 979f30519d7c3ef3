"""For the tests of matches: quick passwords, a living web process, a clean channel layer."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from channels.layers import get_channel_layer
from pytest_django import Settings

from matches.hub import Hub


@pytest.fixture(autouse=True)
def quick_passwords(settings: Settings) -> None:
    """Use a hasher that is not meant to be slow."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
async def hub() -> AsyncIterator[Hub]:
    """What the sockets of this test share, where the consumer runs in the test's own process."""
    made = Hub()
    yield made
    await made.close()
    await get_channel_layer().flush()
