#!/usr/bin/env python
"""Barpoint's command line: `python manage.py serve`, `migrate`, `createsuperuser` and Django's others."""

import contextlib
import os
import sys
from collections.abc import Iterator

from bgsite.embedded.pair import running_pair
from bgsite.environment import SettingError, var_folder

# These need no database, or care for the servers themselves.
_ALONE = {
    "check",
    "collectstatic",
    "compilemessages",
    "help",
    "makemessages",
    "serve",
    "version",
    "--help",
    "--version",
}


def main() -> None:
    """Run one management command; a wrong setting ends in one sentence and exit code 2."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bgsite.settings")
    from django.core.management import execute_from_command_line  # noqa: PLC0415 - after the line above
    from django.db import OperationalError  # noqa: PLC0415

    try:
        with _servers(sys.argv[1] if len(sys.argv) > 1 else "help"):
            execute_from_command_line(sys.argv)
    except SettingError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(2)
    except OperationalError as error:
        reason = str(error).strip().splitlines()[0]
        sys.stderr.write(f"The database does not answer ({reason}): start it or correct DATABASE_URL.\n")
        sys.exit(2)


@contextlib.contextmanager
def _servers(command: str) -> Iterator[None]:
    """Have the private servers running, if the command needs them: those of a running `serve`, or for the moment."""
    given = os.environ.get("DATABASE_URL") or os.environ.get("BARPOINT_ROLE")
    if given or command in _ALONE:
        yield
        return
    with running_pair(var_folder(os.environ), f"manage.py {command}"):
        yield


if __name__ == "__main__":
    main()
