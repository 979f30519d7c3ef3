"""One process owns the pair of servers. A lock says who: the kernel releases it when its holder dies."""

from __future__ import annotations

import fcntl
import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class OwnerLock:
    """The held lock. Keep it as long as the servers run."""

    descriptor: int

    def release(self) -> None:
        """Let another process own the pair."""
        os.close(self.descriptor)


def try_to_own(lock_file: Path, who: str) -> OwnerLock | None:
    """Take the lock and write who holds it, or give None while another process has it."""
    lock_file.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(lock_file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, who.encode(), 0)
    return OwnerLock(descriptor)


def current_owner(lock_file: Path) -> str:
    """Say who wrote the lock file last; empty where nobody did."""
    try:
        return lock_file.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return ""
