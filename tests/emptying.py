"""How the tables are emptied after a test that commits.

Django truncates every table, which costs some milliseconds each, however empty it is, and then writes the content types
and permissions anew. Here only tables that have rows are emptied, by DELETE, in one transaction, so that deferred
foreign keys do not care about the order; what migrations wrote is left where it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.core.management.commands import flush
from django.db import connection

_WRITTEN_BY_MIGRATIONS = frozenset({"django_content_type", "auth_permission", "auth_group", "auth_group_permissions"})


def empty_cheaply() -> None:
    """From now on `flush` deletes from the tables that have rows, and no more."""
    connection.ops.sql_flush = _deletes  # type: ignore[assignment]
    flush.emit_post_migrate_signal = _nothing_is_to_be_written_anew  # type: ignore[attr-defined]


def _deletes(_style: Any, tables: Iterable[str], **_options: Any) -> list[str]:
    quoted = [connection.ops.quote_name(table) for table in tables if table not in _WRITTEN_BY_MIGRATIONS]
    looks = " UNION ALL ".join(
        f"SELECT {number} WHERE EXISTS (SELECT FROM {table})"  # noqa: S608 - names of our own tables
        for number, table in enumerate(quoted)
    )
    with connection.cursor() as cursor:
        cursor.execute(looks)
        return [f"DELETE FROM {quoted[number]};" for (number,) in cursor.fetchall()]  # noqa: S608 - as above


def _nothing_is_to_be_written_anew(*_words: Any, **_options: Any) -> None:
    """In place of the signal that makes content types and permissions."""
