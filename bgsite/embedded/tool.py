"""Run one of PostgreSQL's own tools against the private server: `python -m bgsite.embedded.tool pg_dump barpoint`.

The server of a running `serve` is used; else it is started for the moment.
"""

from __future__ import annotations

import os
import subprocess
import sys

from bgsite.embedded.binaries import postgres_binaries
from bgsite.embedded.pair import running_pair
from bgsite.embedded.places import PORT, SUPERUSER
from bgsite.environment import SettingError, var_folder


def main(words: list[str]) -> int:
    """Run it with our own standard input and output; give its exit code."""
    try:
        program = _find(words)
        with running_pair(var_folder(os.environ), words[0]) as places:
            variables = {"PGHOST": str(places.postgres_sockets), "PGPORT": PORT, "PGUSER": SUPERUSER}
            command = [program, *words[1:]]
            return subprocess.run(command, check=False, env={**os.environ, **variables}).returncode  # noqa: S603
    except SettingError as error:
        sys.stderr.write(f"{error}\n")
        return 2


def _find(words: list[str]) -> str:
    program = postgres_binaries() / words[0] if words else None
    if program is None or not program.is_file():
        raise SettingError("Name a tool of PostgreSQL, for example pg_dump, pg_restore or psql.")
    return str(program)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
