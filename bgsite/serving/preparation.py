"""What runs once before the programs: tables, front end, static files."""

from __future__ import annotations

import asyncio
import sys

from bgsite.embedded.postgres import Postgres
from bgsite.environment import ROOT, SettingError
from bgsite.serving.frontend import build_if_stale
from bgsite.serving.lines import SITE, say
from bgsite.serving.programs import Program


async def prepare_database(postgres: Postgres | None) -> None:
    """Bring the tables up to date, in a database that is made first if it is our own. Raises SettingError."""
    if postgres is not None:
        await asyncio.to_thread(postgres.create_database)
    await _manage("migrate", "--no-input", "--verbosity", "0")
    say(SITE, "the tables are up to date")


async def prepare_files() -> None:
    """Build the front end and collect the static files. Raises SettingError."""
    await asyncio.to_thread(build_if_stale)
    await _manage("collectstatic", "--no-input", "--verbosity", "0")
    say(SITE, "the static files are up to date")


async def _manage(*words: str) -> None:
    program = Program(words[0], ("manage.py", *words), "preparation", {}, ())
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *program.arguments,
        cwd=ROOT,
        env=program.environment(),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    output, _ = await process.communicate()
    for line in output.decode(errors="replace").splitlines():
        say(program.name, line)
    if process.returncode != 0:
        raise SettingError(f"`manage.py {' '.join(words)}` failed: the lines above say why.")
