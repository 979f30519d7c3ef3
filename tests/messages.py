"""Bring the catalogues up to date with the sources: `make messages`.

New texts come in untranslated, texts that are gone go, nothing is guessed. Sorted by text and without line numbers, so
that a difference shows what was translated and nothing else.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.extracting import LOCALES, ExtractionError, is_gettext_there, templates

LANGUAGES: Final = ("zh_Hans", "zh_Hant")
_HEADER: Final = """msgid ""
msgstr ""
"Project-Id-Version: Barpoint\\n"
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=1; plural=0;\\n"
"""
_NOISE: Final = re.compile(
    r'^"(?:POT-Creation-Date|PO-Revision-Date|Last-Translator|Language-Team|Report-Msgid-Bugs-To|X-Generator):.*\n',
    re.MULTILINE,
)


def main() -> int:
    """Merge what the sources say into each catalogue."""
    if not is_gettext_there():
        return 2
    try:
        with templates() as found:
            for language in LANGUAGES:
                for domain, template in found.items():
                    _merge(LOCALES / language / "LC_MESSAGES" / f"{domain}.po", language, template)
    except ExtractionError as error:
        sys.stderr.write(str(error))
        return 1
    return 0


def _merge(catalogue: Path, language: str, template: Path) -> None:
    if not catalogue.exists():
        catalogue.parent.mkdir(parents=True, exist_ok=True)
        catalogue.write_text(_HEADER.format(language=language), encoding="utf-8")
    alike = ("--no-wrap", "--sort-output", "--no-location")
    merged = _run("msgmerge", "--quiet", "--no-fuzzy-matching", *alike, str(catalogue), str(template))
    kept = _run("msgattrib", "--no-obsolete", *alike, "-", given=merged)
    text = _NOISE.sub("", kept)
    if text != catalogue.read_text(encoding="utf-8"):
        catalogue.write_text(text, encoding="utf-8")
        sys.stdout.write(f"{catalogue.relative_to(LOCALES)}: {_statistics(catalogue)}\n")


def _statistics(catalogue: Path) -> str:
    asked = ["msgfmt", "--statistics", "-o", "/dev/null", str(catalogue)]
    finished = subprocess.run(
        asked, check=False, capture_output=True, text=True, env={"LC_ALL": "C", "PATH": "/usr/bin:/bin:/usr/local/bin"}
    )
    return finished.stderr.strip()


def _run(*words: str, given: str | None = None) -> str:
    finished = subprocess.run(list(words), check=False, input=given, capture_output=True, text=True)
    if finished.returncode != 0:
        raise ExtractionError(finished.stderr)
    return finished.stdout


if __name__ == "__main__":
    sys.exit(main())
