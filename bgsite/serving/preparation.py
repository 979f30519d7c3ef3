"""What runs once before the programs: tables, languages, front end, static files.

Django's commands run in threads of this very process: another Python would need longer to load than they take.
"""

from __future__ import annotations

import asyncio

from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connections

from bgsite.embedded.postgres import Postgres
from bgsite.environment import SettingError
from bgsite.languages.compiling import compile_if_stale
from bgsite.languages.pseudo import make_pseudo_if_stale
from bgsite.serving.frontend import build_if_stale
from bgsite.serving.lines import SITE, say


async def prepare_database(postgres: Postgres | None) -> None:
    """Bring the tables up to date, in a database that is made first if it is our own. Raises SettingError."""
    await asyncio.to_thread(_migrate, postgres)
    say(SITE, "the tables are up to date")


async def prepare_files() -> None:
    """Compile the languages, build the front end and collect the static files. Raises SettingError."""
    await asyncio.to_thread(_collect)
    say(SITE, "the static files are up to date")


def _migrate(postgres: Postgres | None) -> None:
    if postgres is not None:
        postgres.create_database()
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except (CommandError, DatabaseError) as error:
        raise SettingError(f"The tables could not be brought up to date ({_first_line(error)}).") from error
    finally:
        connections.close_all()


def _collect() -> None:
    compile_if_stale()
    if settings.PSEUDO:
        make_pseudo_if_stale()
    build_if_stale()
    try:
        call_command("collectstatic", interactive=False, verbosity=0)
    except (CommandError, OSError, ValueError) as error:
        raise SettingError(f"The static files could not be collected ({_first_line(error)}).") from error


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
