"""Where the private servers keep their data and their sockets. They are created elsewhere."""

from __future__ import annotations

import hashlib
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

DATABASE = "barpoint"
SUPERUSER = "postgres"
PORT = "5432"


@dataclass(frozen=True, slots=True)
class Places:
    """The folders of one pair of servers.

    Sockets lie in a private folder with a short path, because a socket's path ends at 107 characters
    and the project may lie deeper. The name is made of the user id and a hash of the data folder, so every
    process of one user finds the same pair without asking anybody.
    """

    base: Path

    @property
    def postgres_data(self) -> Path:
        """The cluster's folder."""
        return self.base / "postgres"

    @property
    def valkey_data(self) -> Path:
        """The folder with Valkey's append-only files."""
        return self.base / "valkey"

    @property
    def log(self) -> Path:
        """The folder of what the servers have to say."""
        return self.base / "log"

    @property
    def owner_lock(self) -> Path:
        """The file whose lock is held by the process that owns the pair."""
        return self.base / "owner.lock"

    @property
    def postgres_sockets(self) -> Path:
        """The folder of PostgreSQL's socket."""
        return self._short("pg")

    @property
    def valkey_sockets(self) -> Path:
        """The folder of Valkey's socket."""
        return self._short("vk")

    @property
    def valkey_socket(self) -> Path:
        """Valkey's socket itself."""
        return self.valkey_sockets / "s"

    def database_url(self, name: str = DATABASE) -> str:
        """Say how to reach the named database of the pair."""
        return f"postgresql://{SUPERUSER}@/{name}?host={self.postgres_sockets}&port={PORT}"

    def redis_url(self) -> str:
        """Say how to reach the pair's Valkey."""
        return f"unix://{self.valkey_socket}?db=0"

    def remove_socket_folders(self) -> None:
        """Leave nothing outside of `base`. For the owner, after the servers have stopped."""
        for folder in (self.postgres_sockets, self.valkey_sockets):
            shutil.rmtree(folder, ignore_errors=True)

    def _short(self, kind: str) -> Path:
        digest = hashlib.sha256(os.fsencode(self.base)).hexdigest()[:10]
        return Path("/tmp") / f"barpoint-{os.getuid()}-{digest}-{kind}"  # noqa: S108 - checked to be private
