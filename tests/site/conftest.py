"""For the tests of the site: passwords are hashed quickly, so that hundreds of logins take seconds.

Whoever counts attempts asks for `fresh_limits`.
"""

from __future__ import annotations

import pytest
from django.core.cache import cache
from pytest_django import Settings


@pytest.fixture(autouse=True)
def quick_passwords(settings: Settings) -> None:
    """Use a hasher that is not meant to be slow."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def fresh_limits() -> None:
    """Forget the attempts of other tests."""
    cache.clear()
