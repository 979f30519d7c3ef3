"""For the tests of matches: people, a match of two of them, a clean channel layer."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from channels.layers import get_channel_layer

from bgsite.accounts.models import User
from matches.hub import Hub
from matches.models import Match
from tests.factories import running_match
from tests.matches.matchmaking import person


@pytest.fixture
async def hub() -> AsyncIterator[Hub]:
    """What the sockets of this test share, where the consumer runs in the test's own process."""
    made = Hub()
    yield made
    await made.close()
    await get_channel_layer().flush()


@pytest.fixture
def alice() -> User:
    return person("alice")


@pytest.fixture
def bob() -> User:
    return person("bob")


@pytest.fixture
def charlie() -> User:
    return person("charlie")


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    """A running public match: alice has White, bob Black."""
    return running_match(alice, bob, is_public=True)
