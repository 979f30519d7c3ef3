"""A private PostgreSQL cluster."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from bgsite.embedded import binaries
from bgsite.embedded.identity import Identity, choose_identity, hand_over, may_enter, shimmed
from bgsite.embedded.places import DATABASE, PORT, SUPERUSER, Places
from bgsite.embedded.server import StopStep, bound_to_us, make_private
from bgsite.environment import SettingError

DURABLE: Mapping[str, str] = MappingProxyType({})
"""A server that keeps every commit: PostgreSQL's own defaults."""

THROWAWAY: Mapping[str, str] = MappingProxyType(
    {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "autovacuum": "off"}
)
"""A server for tests, twice as fast, whose data nobody wants after a crash."""

_ALWAYS = {
    "listen_addresses": "",
    "max_connections": "100",
    "unix_socket_permissions": "0777",  # the folder around the socket is private
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_min_messages": "fatal",  # the level "log" ranks below it: no news of starts and stops
    "log_checkpoints": "off",
    # No statements and no row contents in the log: they hold names.
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
}
_NO_ANSWER = 2  # of pg_isready: nobody listens


@dataclass(frozen=True, slots=True)
class Postgres:
    """One cluster: `name`, `folder` and the rest are `server.Server`'s."""

    places: Places
    settings: Mapping[str, str]
    binaries: Path
    identity: Identity
    name: str = "postgres"
    # fast shutdown, immediate shutdown
    stop_steps: tuple[StopStep, ...] = field(default=(StopStep(signal.SIGINT, 15), StopStep(signal.SIGQUIT, 5)))

    @property
    def folder(self) -> Path:
        """The folder to start it in."""
        return self.places.base

    def prepare(self) -> None:
        """Make the cluster and the socket folder where missing. Raises SettingError."""
        data = self.places.postgres_data
        data.parent.mkdir(parents=True, exist_ok=True)
        if not may_enter(data.parent, self.identity):
            raise SettingError(
                f"PostgreSQL may not run as root, and the user `nobody` may not enter {data.parent}: start as a normal "
                "user, move the project to a folder that others may enter, or set DATABASE_URL."
            )
        if not (data / "PG_VERSION").exists():
            self._create_cluster(data)
        self._check_version(data)
        make_private(self.places.postgres_sockets, self.identity)

    def clear_leftovers(self) -> None:
        """Remove the socket of a killed server, and a `postmaster.pid` that names a stranger, a zombie or nobody.

        PostgreSQL takes any living process of that number for a running server, and an empty file for damage.
        """
        for file in self.places.postgres_sockets.glob(".s.PGSQL.*"):
            file.unlink(missing_ok=True)
        pid_file = self.places.postgres_data / "postmaster.pid"
        try:
            first = pid_file.read_text(encoding="ascii", errors="replace").partition("\n")[0].strip()
        except FileNotFoundError:
            return
        if not first.isdigit() or not _is_running_postgres(int(first)):
            pid_file.unlink(missing_ok=True)

    def command(self) -> list[str]:
        """The command that runs it in the foreground and dies with this process."""
        options = ["-D", str(self.places.postgres_data), "-k", str(self.places.postgres_sockets), "-p", PORT]
        for key, value in {**_ALWAYS, **self.settings}.items():
            options += ["-c", f"{key}={value}"]
        return bound_to_us([str(self.binaries / "postgres"), *options], self.stop_steps, self.identity)

    def environment(self) -> dict[str, str]:
        """The environment to run it in: messages in English, no PG… variables of ours."""
        kept = {key: value for key, value in os.environ.items() if not key.startswith("PG")}
        return {**kept, "LC_ALL": "C", "TZ": "UTC"}

    def is_ready(self) -> bool:
        """Say whether it accepts connections.

        It writes so into its pid file; asking earlier would make it log a refusal each time.
        """
        try:
            lines = (self.places.postgres_data / "postmaster.pid").read_text(encoding="ascii", errors="replace")
        except OSError:
            return False
        return lines.rstrip().endswith("ready") and self._answer() == 0

    def is_absent(self) -> bool:
        """Say whether nobody listens at all; a server that starts or stops still listens."""
        return self._answer() == _NO_ANSWER

    def create_database(self) -> None:
        """Make the site's database in a running server; nothing happens where it exists. Raises SettingError."""
        import psycopg  # noqa: PLC0415 - the only place that needs it, and it takes time
        from psycopg import errors, sql  # noqa: PLC0415

        with psycopg.connect(self.places.database_url("postgres"), autocommit=True) as connection:
            try:
                connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(DATABASE)))
            except errors.DuplicateDatabase:
                return

    def _answer(self) -> int:
        where = ["-h", str(self.places.postgres_sockets), "-p", PORT, "-U", SUPERUSER]
        command = [str(self.binaries / "pg_isready"), "-q", "-t", "2", *where]
        asked = subprocess.run(command, check=False, stdin=subprocess.DEVNULL, capture_output=True)  # noqa: S603
        return asked.returncode

    def _create_cluster(self, data: Path) -> None:
        """Make it under another name and rename it: a half-made cluster never looks finished."""
        draft = Path(tempfile.mkdtemp(prefix=".initdb-", dir=data.parent))
        hand_over(draft, self.identity)
        locale = ["--locale=C.UTF-8"]
        if binaries.major_version(self.binaries) >= 17:
            locale.insert(0, "--locale-provider=builtin")
        options = ["-D", str(draft), "-U", SUPERUSER, "-A", "trust", "-E", "UTF8", "--no-instructions", *locale]
        if self.settings is THROWAWAY:
            options.append("--no-sync")
        command = shimmed([str(self.binaries / "initdb"), *options], signal.SIGKILL, self.identity)
        made = subprocess.run(  # noqa: S603
            command,
            check=False,
            cwd=data.parent,
            env=self.environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if made.returncode != 0:
            shutil.rmtree(draft, ignore_errors=True)
            lines = made.stdout.strip().splitlines() or ["no message"]
            raise SettingError(f"PostgreSQL could not make its data folder {data}: {lines[-1]}")
        draft.rename(data)

    def _check_version(self, data: Path) -> None:
        made_by = (data / "PG_VERSION").read_text(encoding="ascii").strip()
        ours = binaries.major_version(self.binaries)
        if made_by != str(ours):
            raise SettingError(
                f"The data in {data} was made by PostgreSQL {made_by} and this is PostgreSQL {ours}: "
                "move it over with pg_dump as docs/deployment.md says, or start with another BARPOINT_VAR."
            )


def make_postgres(places: Places, settings: Mapping[str, str] = DURABLE) -> Postgres:
    """Choose program and identity for the cluster of `places`. Raises SettingError."""
    identity = choose_identity()
    found = binaries.postgres_binaries()
    if not may_enter(found, identity):
        found = binaries.copied_to(found, places.base / "postgres-program")
    return Postgres(places, settings, found, identity)


def _is_running_postgres(pid: int) -> bool:
    command = ["ps", "-o", "stat=,comm=", "-p", str(pid)]
    asked = subprocess.run(command, check=False, stdin=subprocess.DEVNULL, capture_output=True, text=True)  # noqa: S603
    answer = asked.stdout.strip()
    return bool(answer) and not answer.startswith("Z") and "postgres" in answer
