"""How the tables are emptied after a test that commits.

Django truncates every table, which costs some milliseconds each, however empty it is, and then writes the content types
and permissions anew. Here only tables that have rows are emptied, by DELETE, in one transaction, so that deferred
foreign keys do not care about the order; what migrations wrote is left where it is.

A running site may still write: a socket that closes late, a beat. So all tables are locked before anybody looks for
rows. The lock waits for transactions that write or hold rows, whose rows are then emptied, too; who begins to write
meanwhile waits for the end. Readers notice nothing. The locks are taken all at once or not at all, and nothing is held
between two attempts: the site can never wait for us while we wait for the site.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from django.core.management.commands import flush
from django.db import OperationalError, connection, transaction
from django.db.backends.postgresql.operations import DatabaseOperations
from psycopg.errors import LockNotAvailable

_WRITTEN_BY_MIGRATIONS = frozenset({"django_content_type", "auth_permission", "auth_group", "auth_group_permissions"})
_PATIENCE_SECONDS = 10
"""How long a transaction of somebody else may hold us up; those of the site last for milliseconds."""
_PAUSE_SECONDS = 0.005


def empty_cheaply() -> None:
    """From now on `flush` deletes from the tables that have rows, and no more.

    On any connection: a thread in which Playwright keeps a loop has another one than before the loop began.
    """
    DatabaseOperations.sql_flush = _tables  # type: ignore[assignment]
    DatabaseOperations.execute_sql_flush = _empty  # type: ignore[assignment]
    flush.emit_post_migrate_signal = _nothing_is_to_be_written_anew  # type: ignore[attr-defined]


def _tables(self: DatabaseOperations, _style: Any, tables: Iterable[str], **_options: Any) -> list[str]:
    """Give the names of the tables to empty in place of statements: which are needed is seen under the lock."""
    return [self.quote_name(table) for table in tables if table not in _WRITTEN_BY_MIGRATIONS]


def _empty(_self: DatabaseOperations, tables: list[str]) -> None:
    end = time.monotonic() + _PATIENCE_SECONDS
    while True:
        try:
            with transaction.atomic():
                _empty_locked(tables)
        except OperationalError as error:
            if not isinstance(error.__cause__, LockNotAvailable) or time.monotonic() > end:
                raise
            time.sleep(_PAUSE_SECONDS)
        else:
            return


def _empty_locked(tables: list[str]) -> None:
    looks = " UNION ALL ".join(
        f"SELECT {number} WHERE EXISTS (SELECT FROM {table})"  # noqa: S608 - names of our own tables
        for number, table in enumerate(tables)
    )
    with connection.cursor() as cursor:
        cursor.execute(f"LOCK TABLE {', '.join(tables)} IN EXCLUSIVE MODE NOWAIT")
        cursor.execute(looks)
        deletes = [f"DELETE FROM {tables[number]}" for (number,) in cursor.fetchall()]  # noqa: S608 - as above
        if deletes:
            cursor.execute("; ".join(deletes))


def _nothing_is_to_be_written_anew(*_words: Any, **_options: Any) -> None:
    """In place of the signal that makes content types and permissions."""
