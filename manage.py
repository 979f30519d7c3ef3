#!/usr/bin/env python
"""Barpoint's command line: `python manage.py serve`, `migrate`, `createsuperuser` and Django's others."""

import os
import sys

from bgsite.environment import SettingError


def main() -> None:
    """Run one management command; a wrong setting ends in one sentence and exit code 2."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bgsite.settings")
    from django.core.management import execute_from_command_line  # noqa: PLC0415

    try:
        execute_from_command_line(sys.argv)
    except SettingError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(2)


if __name__ == "__main__":
    main()
