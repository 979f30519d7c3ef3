"""Servers of a benchmark's own, which keep every commit, with the tables of the site in them."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def migrated_database() -> Iterator[None]:
    """Inside the block Django is set up on them."""
    from bgsite.embedded.pair import running_pair

    with tempfile.TemporaryDirectory(prefix="barpoint-bench-") as folder:
        Path(folder).chmod(0o755)
        with running_pair(Path(folder), "bench") as places:
            os.environ |= {
                "BARPOINT_VAR": folder,
                "DATABASE_URL": places.database_url(),
                "REDIS_URL": places.redis_url(),
                "DJANGO_SETTINGS_MODULE": "bgsite.settings",
            }
            import django
            from django.core.management import call_command

            django.setup()
            call_command("migrate", verbosity=0)
            yield
