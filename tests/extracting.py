"""Every text of the sources, found by Django and xgettext in a copy of the tree. Needs GNU gettext.

For `make messages` and the check of texts.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
LOCALES: Final = ROOT / "bgsite" / "locale"
DOMAINS: Final = {"django": ("html", "txt", "py"), "djangojs": ("ts",)}
"""Each domain and the endings of its sources."""
_PACKAGES: Final = ("games", "matches", "stats", "bgsite")
_SOURCE_LANGUAGE: Final = "en"


class ExtractionError(Exception):
    """The sources could not be read; the text is what the tools said."""


def is_gettext_there() -> bool:
    """Say whether GNU gettext is installed; tell how to get it where not."""
    if shutil.which("msgmerge") is None:
        sys.stderr.write("GNU gettext is missing: install it (Debian and Ubuntu: apt install gettext).\n")
        return False
    return True


@contextmanager
def templates() -> Iterator[dict[str, Path]]:
    """The catalogue of all texts of each domain, untranslated, for as long as the context lasts."""
    with tempfile.TemporaryDirectory(prefix="barpoint-texts-") as folder:
        copy = Path(folder)
        _copy_sources(copy)
        yield {domain: _extract(copy, domain, endings) for domain, endings in DOMAINS.items()}


def _copy_sources(copy: Path) -> None:
    ignored = shutil.ignore_patterns("node_modules", "dist", "build", "__pycache__", "locale")
    for package in _PACKAGES:
        shutil.copytree(ROOT / package, copy / package, ignore=ignored)
    (copy / "locale").mkdir()


def _extract(copy: Path, domain: str, endings: tuple[str, ...]) -> Path:
    """Without our settings: texts are found while some module cannot be loaded, too."""
    words = ["makemessages", "-v0", "-d", domain, "-l", _SOURCE_LANGUAGE, "--no-location", "--no-wrap"]
    for ending in endings:
        words += ["-e", ending]
    command = [sys.executable, "-m", "django", *words]
    environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    finished = subprocess.run(command, check=False, cwd=copy, env=environment, capture_output=True, text=True)
    catalogue = copy / "locale" / _SOURCE_LANGUAGE / "LC_MESSAGES" / f"{domain}.po"
    if finished.returncode != 0:
        raise ExtractionError(finished.stderr)
    if not catalogue.exists():
        catalogue.parent.mkdir(parents=True, exist_ok=True)
        catalogue.touch()
    return catalogue
