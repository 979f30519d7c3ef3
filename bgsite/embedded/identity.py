"""As whom a server runs. PostgreSQL refuses to run as root, containers often are root."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from enum import Enum
from pathlib import Path

from bgsite.embedded import shim

_SHIM = Path(shim.__file__).resolve()


class Identity(Enum):
    """As whom: ourselves; user 65534 of a namespace in which the files are still root's; the user `nobody`."""

    OURSELVES = "ourselves"
    NAMESPACE = "namespace"
    NOBODY = "nobody"


def choose_identity() -> Identity:
    """Choose for a server that refuses root. A namespace is better: it also works below folders closed to others."""
    if os.geteuid() != 0:
        return Identity.OURSELVES
    probe = [*shimmed([sys.executable, "-I", "-S", "-c", ""], signal.SIGKILL, Identity.NAMESPACE)]
    tried = subprocess.run(probe, check=False, stdin=subprocess.DEVNULL, capture_output=True)  # noqa: S603
    return Identity.NAMESPACE if tried.returncode == 0 else Identity.NOBODY


def shimmed(command: list[str], last_signal: signal.Signals, identity: Identity) -> list[str]:
    """Put the shim before a command: it gets `last_signal` when this process dies."""
    arguments = [str(int(last_signal)), identity.value, str(os.getpid())]
    return [sys.executable, "-I", "-S", str(_SHIM), *arguments, *command]


def hand_over(path: Path, identity: Identity) -> None:
    """Give a file or folder to whom the server runs as."""
    if identity is Identity.NOBODY:
        os.chown(path, shim.NOBODY, shim.NOBODY)


def may_enter(path: Path, identity: Identity) -> bool:
    """Say whether a server with this identity can reach what lies in `path`."""
    if identity is not Identity.NOBODY:
        return True
    return all(_open_to_nobody(folder) for folder in (path, *path.parents))


def _open_to_nobody(folder: Path) -> bool:
    status = folder.stat()
    return bool(status.st_mode & 0o001) or (status.st_uid == shim.NOBODY and bool(status.st_mode & 0o100))
