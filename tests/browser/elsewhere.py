"""Work with the database beside a browser.

Sync Playwright keeps an event loop running in the test's thread, and services that publish refuse to run beside one.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import connections

T = TypeVar("T")


def elsewhere(work: Callable[[], T]) -> T:
    """Do it in a thread of its own, and give what it gives. What it commits is there afterwards."""

    def done() -> T:
        try:
            return work()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(max_workers=1) as pool:
        return pool.submit(done).result()
