"""For the tests of the site: passwords are hashed quickly, so that hundreds of logins take seconds.

Whoever counts attempts asks for `fresh_limits`.
"""

from __future__ import annotations

import pytest
from django.core.cache import cache


@pytest.fixture
def fresh_limits() -> None:
    """Forget the attempts of other tests."""
    cache.clear()
