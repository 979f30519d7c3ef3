"""Data folders for the private servers of tests: new ones, and copies of one that was made and migrated before.

Who shows how a site starts takes a new one. Who shows something else would only wait for `initdb` and the tables.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.serving import run_manage

_MEMORY = Path("/dev/shm")  # noqa: S108 - mkdtemp makes private folders there
_MEMORY_BYTES = 2**30


@contextlib.contextmanager
def open_folder(prefix: str) -> Iterator[Path]:
    """A folder open to others, unlike pytest's own, in which root's PostgreSQL could run as anybody.

    In memory, where there is enough: a server that is killed leaves its files there just as on a disk.
    """
    folder = Path(tempfile.mkdtemp(prefix=prefix, dir=_in_memory()))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def copy_prepared(var: Path) -> None:
    """Put into `var`, which need not exist, the data of a site that `manage.py migrate` made on its first start."""
    _copy(_prepared(), var)


@contextlib.contextmanager
def made_once(name: str) -> Iterator[bool]:
    """Say whether this is still to be made, for all processes of the run; others wait until that is done.

    What fails is to be made again by the next one.
    """
    run = Path(os.environ["BARPOINT_VAR"])
    with (run / f"{name}.lock").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = lock.seek(0, os.SEEK_END) > 0
        yield not done
        if not done:
            lock.write("made")


def _prepared() -> Path:
    """Made once for all processes of the run of tests, in its own folder."""
    prepared = Path(os.environ["BARPOINT_VAR"]) / "prepared"
    with made_once("prepared") as is_missing:
        if is_missing:
            with open_folder("barpoint-prepared-") as folder:
                made = run_manage(folder, "migrate", "--verbosity", "0")
                assert made.returncode == 0, made.stderr
                _copy(folder, prepared)
    return prepared


def _copy(source: Path, target: Path) -> None:
    """Copy with the owners, who may be others than we; under another name at first, so that no half of it is taken."""
    draft = target.with_name(f"{target.name}.draft")
    subprocess.run(["cp", "-a", f"{source}/.", str(draft)], check=True)
    draft.rename(target)


def _in_memory() -> Path | None:
    """The folder in memory, unless it is small or, as in many containers, runs no programs."""
    if not os.access(_MEMORY, os.W_OK) or os.statvfs(_MEMORY).f_flag & os.ST_NOEXEC:
        return None
    return _MEMORY if shutil.disk_usage(_MEMORY).free > _MEMORY_BYTES else None
