"""One migrated database in a run of tests, for each process to copy: to migrate its own would take seconds."""

from __future__ import annotations

import os

import psycopg
from django.conf import settings
from django.db import connection
from psycopg import sql

from tests.prepared import made_once


def copy_of_template() -> None:
    """From now on Django makes its test database as a copy of the run's template, which the first to come migrates."""
    name = _name()
    with made_once(name) as is_missing:
        if is_missing:
            _make(name)
    connection.settings_dict["TEST"]["TEMPLATE"] = name


def drop_template() -> None:
    """For servers that live on after the run."""
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as session:
        session.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(_name())))


def _name() -> str:
    return f"{os.environ['BARPOINT_TEST_DATABASE']}_template"


def _make(name: str) -> None:
    own = connection.settings_dict["NAME"]
    test = connection.settings_dict["TEST"]
    before = test["NAME"]
    test["NAME"] = name
    try:
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    finally:
        connection.close()
        test["NAME"] = before
        settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = own
