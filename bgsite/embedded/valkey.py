"""A private Valkey."""

from __future__ import annotations

import os
import signal
import socket
from dataclasses import dataclass, field
from pathlib import Path

from bgsite.embedded import binaries
from bgsite.embedded.identity import Identity
from bgsite.embedded.places import Places
from bgsite.embedded.server import StopStep, bound_to_us, make_private

_SETTINGS = {
    "port": "0",
    "databases": "64",
    "unixsocketperm": "700",
    "daemonize": "no",
    "loglevel": "warning",
    "logfile": "../log/valkey.log",
    "appendonly": "yes",
    "appendfsync": "everysec",
    "save": "",
    "maxmemory": "256mb",
    "maxmemory-policy": "noeviction",
}


@dataclass(frozen=True, slots=True)
class Valkey:
    """One Valkey: `name`, `folder` and the rest are `server.Server`'s."""

    places: Places
    program: Path
    name: str = "valkey"
    stop_steps: tuple[StopStep, ...] = field(default=(StopStep(signal.SIGTERM, 10),))

    @property
    def folder(self) -> Path:
        """The folder to start it in: its files go there."""
        return self.places.valkey_data

    def prepare(self) -> None:
        """Make its folders. Raises SettingError."""
        self.places.log.mkdir(parents=True, exist_ok=True)
        self.places.valkey_data.mkdir(mode=0o700, exist_ok=True)
        make_private(self.places.valkey_sockets, Identity.OURSELVES)

    def clear_leftovers(self) -> None:
        """Remove the socket of a killed server."""
        self.places.valkey_socket.unlink(missing_ok=True)

    def command(self) -> list[str]:
        """The command that runs it in the foreground and dies with this process."""
        options = ["--unixsocket", str(self.places.valkey_socket)]
        for key, value in _SETTINGS.items():
            options += [f"--{key}", value]
        return bound_to_us([str(self.program), *options], self.stop_steps, Identity.OURSELVES)

    def environment(self) -> dict[str, str]:
        """The environment to run it in."""
        return {**os.environ, "LC_ALL": "C", "TZ": "UTC"}

    def is_ready(self) -> bool:
        """Say whether it answers; one that is still loading its data does not."""
        try:
            with socket.socket(socket.AF_UNIX) as connection:
                connection.settimeout(2)
                connection.connect(str(self.places.valkey_socket))
                connection.sendall(b"PING\r\n")
                return connection.recv(64).startswith(b"+PONG")
        except OSError:
            return False


def make_valkey(places: Places) -> Valkey:
    """Choose the program for the Valkey of `places`. Raises SettingError."""
    return Valkey(places, binaries.valkey_server())
