"""What the two private servers have in common."""

from __future__ import annotations

import os
import signal
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from bgsite.embedded.identity import Identity, hand_over, shimmed
from bgsite.embedded.shim import NOBODY
from bgsite.environment import SettingError


@dataclass(frozen=True, slots=True)
class StopStep:
    """One attempt to stop a process: the signal, and how many seconds it gets."""

    signal: signal.Signals
    seconds: float


class Server(Protocol):
    """A private server, as whoever runs it sees it."""

    @property
    def name(self) -> str:
        """Its name in messages."""

    @property
    def folder(self) -> Path:
        """The folder to start it in."""

    @property
    def stop_steps(self) -> tuple[StopStep, ...]:
        """How to stop it, in order; what is alive after the last step is killed."""

    def prepare(self) -> None:
        """Make what must exist before the first start. Raises SettingError."""

    def clear_leftovers(self) -> None:
        """Remove what a killed server left and would hinder the next. Only the owner may, with nobody listening."""

    def command(self) -> list[str]:
        """The command that runs it in the foreground and dies with this process."""

    def environment(self) -> dict[str, str]:
        """The environment to run it in."""

    def is_ready(self) -> bool:
        """Say whether it answers."""


def bound_to_us(command: list[str], steps: tuple[StopStep, ...], identity: Identity) -> list[str]:
    """Let a server's command end with this process, by the signal of its first stop step."""
    return shimmed(command, steps[0].signal, identity)


def make_private(folder: Path, identity: Identity) -> None:
    """Make a folder that only we (and the server) can enter; refuse one of somebody else. Raises SettingError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    status = folder.lstat()
    owners = {os.geteuid(), NOBODY} if os.geteuid() == 0 else {os.geteuid()}
    if not stat.S_ISDIR(status.st_mode) or status.st_uid not in owners or status.st_mode & 0o077:
        raise SettingError(f"{folder} is not a private folder of this user: remove it and start again.")
    hand_over(folder, identity)
