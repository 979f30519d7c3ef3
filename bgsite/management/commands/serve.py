"""`manage.py serve`: the whole site on this machine, until Ctrl-C."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from bgsite.serving.checks import parse_port
from bgsite.serving.site import Address, serve


class Command(BaseCommand):
    """Start servers, tables, front end, web process, workers and beat; keep them running."""

    help = "Run the whole site on this machine until Ctrl-C. PORT and HOST in the environment change the address."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the address from the command line, too."""
        parser.add_argument("--host", default=os.environ.get("HOST") or "127.0.0.1")
        parser.add_argument("--port", default=os.environ.get("PORT") or "8000")

    def handle(self, *args: Any, **options: Any) -> None:
        """Serve; a SettingError goes to manage.py, which prints it."""
        del args
        serve(Address(options["host"], parse_port(options["port"])), os.environ)
