"""The database engine of the settings: Django's own, with one change to how its pool looks at connections.

Before it gives a connection away the pool checks it. After PostgreSQL died every connection of the pool is dead, and
the pool would find that out one by one, waiting 1, 2, 4 … seconds in between: the first callers would time out although
the server is back. So the first dead connection makes the pool throw all of them away.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db.backends.postgresql import base
from psycopg import Connection, OperationalError
from psycopg_pool import ConnectionPool


class DatabaseWrapper(base.DatabaseWrapper):
    """See the module's docstring."""

    @property
    def pool(self) -> ConnectionPool | None:
        """The pool of this process, or None where the settings want none."""
        pool: ConnectionPool | None = super().pool
        if pool is not None:
            pool._check = partial(_check_or_drain, pool)  # noqa: SLF001 - Django lets no other check through
        return pool


def _check_or_drain(pool: ConnectionPool, connection: Connection[Any]) -> None:
    """Check a connection that is about to be given away; raises OperationalError, with the pool drained."""
    try:
        pool.check_connection(connection)
    except OperationalError:
        pool.drain()
        raise
