"""Become a single one of the programs, where something else supervises them: containers, systemd.

`python -m bgsite.serving.one web|worker-clock|worker-engine|beat`; `web` listens on HOST and PORT.
"""

from __future__ import annotations

import os
import sys

from bgsite.environment import SettingError
from bgsite.serving import programs
from bgsite.serving.checks import parse_port
from bgsite.serving.programs import Program


def choose(name: str) -> Program:
    """Give the program of that name. Raises SettingError."""
    match name:
        case "web":
            return programs.web(os.environ.get("HOST") or "127.0.0.1", parse_port(os.environ.get("PORT") or "8000"), {})
        case "worker-clock":
            return programs.worker("clock", 1, {})
        case "worker-engine":
            return programs.worker("engine", programs.ENGINE_PROCESSES, {})
        case "beat":
            return programs.beat({})
        case _:
            raise SettingError(f"There is no program {name!r}: choose web, worker-clock, worker-engine or beat.")


def main(words: list[str]) -> None:
    """Become the program."""
    try:
        program = choose(words[0] if words else "")
    except SettingError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(2)
    os.chdir(program.folder)
    os.execve(sys.executable, [sys.executable, *program.arguments], program.environment())  # noqa: S606


if __name__ == "__main__":
    main(sys.argv[1:])
