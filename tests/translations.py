"""Are the catalogues complete? Extract every text from a copy of the sources and compare.

For each language below `bgsite/locale`: every text is there, translated, not fuzzy, with the same placeholders.
Without languages the extraction alone is tried. Needs GNU gettext.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_PACKAGES = ("games", "matches", "stats", "bgsite")
_LOCALES = Path("bgsite", "locale")
_DOMAINS = {"django": ("html", "txt", "py"), "djangojs": ("ts",)}
_SOURCE_LANGUAGE = "en"


def main() -> int:
    """Check all languages; give 1 if one is not complete."""
    if shutil.which("msgcmp") is None:
        sys.stderr.write("GNU gettext is missing: install it (Debian and Ubuntu: apt install gettext).\n")
        return 2
    with tempfile.TemporaryDirectory(prefix="barpoint-texts-") as folder:
        copy = Path(folder)
        _copy_sources(copy)
        return _compare(copy)


def _copy_sources(copy: Path) -> None:
    ignored = shutil.ignore_patterns("node_modules", "dist", "__pycache__", "locale")
    for package in _PACKAGES:
        shutil.copytree(ROOT / package, copy / package, ignore=ignored)
    shutil.copy(ROOT / "manage.py", copy)
    (copy / _LOCALES).mkdir()


def _compare(copy: Path) -> int:
    worst = 0
    for domain, extensions in _DOMAINS.items():
        template = _extract(copy, domain, extensions)
        if template is None:
            return 1
        for language in sorted((ROOT / _LOCALES).glob("*/LC_MESSAGES")):
            catalogue = language / f"{domain}.po"
            for command in (
                ["msgfmt", "--check", "-o", os.devnull, str(catalogue)],
                ["msgcmp", str(catalogue), str(template)],
            ):
                worst = max(worst, subprocess.run(command, check=False).returncode)
    return worst


def _extract(copy: Path, domain: str, extensions: tuple[str, ...]) -> Path | None:
    """Give the catalogue of all texts of a domain, or None where the extraction fails."""
    words = ["makemessages", "-v0", "-d", domain, "-l", _SOURCE_LANGUAGE, "--no-location"]
    for extension in extensions:
        words += ["-e", extension]
    command = [sys.executable, "manage.py", *words]
    environment = {**os.environ, "BARPOINT_VAR": str(copy / "var"), "PYTHONDONTWRITEBYTECODE": "1"}
    finished = subprocess.run(command, check=False, cwd=copy, env=environment, capture_output=True, text=True)
    catalogue = copy / _LOCALES / _SOURCE_LANGUAGE / "LC_MESSAGES" / f"{domain}.po"
    if finished.returncode != 0:
        sys.stderr.write(finished.stderr)
        return None
    if not catalogue.exists():
        catalogue.parent.mkdir(parents=True, exist_ok=True)
        catalogue.touch()
    return catalogue


if __name__ == "__main__":
    sys.exit(main())
