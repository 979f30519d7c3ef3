"""Makes the `.mo` files that Django reads of the `.po` files that people write, when one of these changed.

GNU gettext is not needed: Babel compiles. `python -m bgsite.languages.compiling` does it from the command line;
`serve`, the tests and the image do it by themselves. This module knows no Django: it runs before catalogues are read.
"""

from __future__ import annotations

import fcntl
import hashlib
import io
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import version
from inspect import getfile
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

from bgsite.environment import ROOT, SettingError

LOCALES: Final = ROOT / "bgsite" / "locale"
_STAMP: Final = ".compiled"


def compile_if_stale(locales: Path = LOCALES) -> None:
    """Compile all catalogues of which one changed. Raises SettingError for one that is broken."""
    for language in sorted({source.parent.parent for source in locales.glob("*/LC_MESSAGES/*.po")}):
        sources = {source.stem: [source] for source in sorted(language.glob("LC_MESSAGES/*.po"))}
        make_if_stale(language, sources, lambda files: read_catalogue(files[0]))


def make_if_stale(language: Path, sources: Mapping[str, list[Path]], read: Callable[[list[Path]], Catalog]) -> None:
    """Make the `.mo` files of a language's folder, one for each domain, if one of their sources changed.

    `read` gives the catalogue of some sources. One process at a time, and each file at once or not at all.
    """
    language.mkdir(parents=True, exist_ok=True)
    stamp, made = language / _STAMP, {domain: language / "LC_MESSAGES" / f"{domain}.mo" for domain in sources}
    with _alone(language):
        digest = _digest([*(file for files in sources.values() for file in files), Path(getfile(read))])
        if _is_current(stamp, digest) and all(file.exists() for file in made.values()):
            return
        for domain, files in sources.items():
            _write(made[domain], _as_mo(read(files)))
        _write(stamp, f"{digest}\n".encode())


def read_catalogue(source: Path) -> Catalog:
    """The texts of a `.po` file. Raises SettingError with the place where it is broken."""
    language = source.parent.parent.name
    try:
        with source.open("rb") as file:
            return read_po(file, locale=language, abort_invalid=True)
    except (PoFileError, ValueError) as error:
        raise SettingError(f"The catalogue {_short(source)} is broken: {error}.") from error


def _as_mo(catalogue: Catalog) -> bytes:
    made = io.BytesIO()
    write_mo(made, catalogue)
    return made.getvalue()


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Two sites of one checkout would write into each other's files."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _digest(sources: list[Path]) -> str:
    total = hashlib.sha256(version("babel").encode())
    for source in sources:
        total.update(f"{source.name}\0".encode())
        total.update(hashlib.sha256(source.read_bytes()).digest())
    return total.hexdigest()


def _is_current(stamp: Path, digest: str) -> bool:
    return stamp.exists() and stamp.read_text(encoding="ascii").strip() == digest


def _write(file: Path, content: bytes) -> None:
    """Write it at once or not at all: other processes may be reading."""
    file.parent.mkdir(exist_ok=True)
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    beside.write_bytes(content)
    beside.replace(file)


def _short(file: Path) -> str:
    return str(file.relative_to(ROOT)) if file.is_relative_to(ROOT) else str(file)


def main() -> int:
    """Compile; give the exit code."""
    try:
        compile_if_stale()
    except SettingError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
