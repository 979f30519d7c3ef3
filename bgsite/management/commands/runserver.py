"""`manage.py runserver`: Django's development server, with sockets. The site itself is run by `manage.py serve`.

Daphne brings the command; as an installed app it would make every worker and command import Twisted.
"""

from __future__ import annotations

from daphne.management.commands.runserver import Command

__all__ = ["Command"]
