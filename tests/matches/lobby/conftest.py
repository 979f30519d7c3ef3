"""Two registered players who meet in the lobby."""

from __future__ import annotations

import pytest

from bgsite.accounts.models import User
from tests.matches.matchmaking import person


@pytest.fixture
def anna() -> User:
    return person("anna")


@pytest.fixture
def bart() -> User:
    return person("bart")
