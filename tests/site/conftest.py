"""For the tests of the site: whoever counts attempts asks for `fresh_limits`."""

from __future__ import annotations

import pytest
from django.core.cache import cache


@pytest.fixture
def fresh_limits() -> None:
    """Forget the attempts of other tests."""
    cache.clear()
