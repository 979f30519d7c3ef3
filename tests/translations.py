"""Are the catalogues complete and whole? Part of `make lint`; `make messages` brings in what is missing.

Each language of the site but English must have every text of the sources and no other, translated and not fuzzy, in its
own script, with the placeholders, tags and plural forms that the text needs. A translation that only copies the
English is refused, unless `COPIES` says why it may. Needs GNU gettext for finding the texts.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message

from bgsite.environment import SettingError
from bgsite.languages.compiling import read_catalogue
from bgsite.languages.known import SIMPLIFIED, TRADITIONAL
from tests.extracting import DOMAINS, LOCALES, ROOT, ExtractionError, is_gettext_there, templates

FOLDERS: Final = {SIMPLIFIED: "zh_Hans", TRADITIONAL: "zh_Hant"}
SHOWN: Final = 15
"""Faults of a kind that are shown of one catalogue; of the others only how many there are."""
_NAMES: Final = "a name that is the same everywhere"
COPIES: Final = {
    "4 GB": "a number with its unit",
    "Android": _NAMES,
    "Barpoint": _NAMES,
    "CSV": _NAMES,
    "Chromium": _NAMES,
    "Firefox": _NAMES,
    "JSON": _NAMES,
    "Linux": _NAMES,
    "Safari": _NAMES,
    "Windows": _NAMES,
    "XGID": _NAMES,
    "iOS": _NAMES,
    "macOS": _NAMES,
}
"""Texts that are the same in every language, and why."""

_SCRIPTS: Final = {"zh_Hans": "gb2312", "zh_Hant": "cp950"}
"""The old character sets have the characters of one script only."""
_PLURALS: Final = 1
"""Chinese has one form for all numbers."""

_PERCENT: Final = re.compile(r"%(?:\(\w+\))?[#0\- +]*\d*(?:\.\d+)?[sdifgexXr]|%%")
_BRACES: Final = re.compile(r"\{\w*(?:[.\[!:][^{}]*)?\}")
_TAG: Final = re.compile(r"</?[a-zA-Z][^<>]*>")
_LETTERS: Final = re.compile(r"[A-Za-z]{2,}")
_HAN: Final = re.compile(r"[\u4e00-\u9fff]")

Key = tuple[str | None, str]
"""A text's context and the text, of plural texts the singular."""


def main() -> int:
    """Check all catalogues; give 1 if one has a fault."""
    if not is_gettext_there():
        return 2
    try:
        with templates() as found:
            wanted = {domain: _messages(read_template(template)) for domain, template in found.items()}
    except (ExtractionError, SettingError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    worst = 0
    for folder in FOLDERS.values():
        for domain in DOMAINS:
            file = LOCALES / folder / "LC_MESSAGES" / f"{domain}.po"
            worst = max(worst, _report(file, list(faults(file, folder, wanted[domain]))))
    return worst


def read_template(template: Path) -> Catalog:
    """What was extracted; nothing where a domain has no texts at all."""
    return read_catalogue(template) if template.stat().st_size else Catalog()


def faults(file: Path, folder: str, wanted: dict[Key, Message]) -> Iterator[tuple[str, str]]:
    """Give each fault of a catalogue: its kind, and the text that has it."""
    if not file.exists():
        yield "missing", f"there is no {file.name} in {folder}"
        return
    broken = _broken(file)
    if broken:
        yield "broken", broken
        return
    catalogue = read_catalogue(file)
    if catalogue.num_plurals != _PLURALS or str(catalogue.locale) != folder:
        yield "wrong header", f"Language: {catalogue.locale}, nplurals={catalogue.num_plurals}"
    there = _messages(catalogue)
    for key in wanted.keys() - there.keys():
        yield "missing (make messages)", key[1]
    for key in there.keys() - wanted.keys():
        yield "no text of the sources (make messages)", key[1]
    for message in catalogue.obsolete.values():
        yield "obsolete", _ids(message)[0]
    for key in wanted.keys() & there.keys():
        for kind in _faults_of(there[key], wanted[key], folder):
            yield kind, key[1]


def _broken(file: Path) -> str:
    """Why the file cannot be read; empty when it can."""
    asked = ["msgfmt", "--check-format", "-o", os.devnull, str(file)]
    finished = subprocess.run(asked, check=False, capture_output=True, text=True)
    if finished.returncode != 0:
        return finished.stderr
    try:
        read_catalogue(file)
    except SettingError as error:
        return str(error)
    return ""


def _faults_of(message: Message, wanted: Message, folder: str) -> Iterator[str]:
    texts, source = _strings(message), _ids(wanted)
    if message.fuzzy:
        yield "fuzzy"
    if len(_ids(message)) != len(source):
        yield "plural and singular mixed up"
        return
    if len(texts) != _PLURALS or not all(texts):
        yield "untranslated"
        return
    for text in texts:
        yield from _faults_in(text, source, folder)


def _faults_in(text: str, source: tuple[str, ...], folder: str) -> Iterator[str]:
    """`source` has the plural form last: its number stands in the text, where the singular may spell it out."""
    if placeholders(text) != placeholders(source[-1]):
        yield "other placeholders"
    if Counter(_TAG.findall(text)) != Counter(_TAG.findall(source[-1])):
        yield "other tags"
    if text in source and text not in COPIES and _LETTERS.search(bare(text)):
        yield "copy of the English (COPIES in tests/translations.py)"
    if any(not _is_in(character, _SCRIPTS[folder]) for character in _HAN.findall(text)):
        yield f"characters of the other script: {''.join(_foreign(text, folder))}"


def placeholders(text: str) -> Counter[str]:
    """What is filled into a text, and how often: `%(name)s`, `%s`, `{name}`, `{}`."""
    return Counter(_PERCENT.findall(text)) + Counter(_BRACES.findall(text))


def bare(text: str) -> str:
    """The text without placeholders and tags."""
    return _TAG.sub("", _BRACES.sub("", _PERCENT.sub("", text)))


def _foreign(text: str, folder: str) -> list[str]:
    return [character for character in _HAN.findall(text) if not _is_in(character, _SCRIPTS[folder])]


def _is_in(character: str, encoding: str) -> bool:
    try:
        character.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _messages(catalogue: Catalog) -> dict[Key, Message]:
    return {(message.context, _ids(message)[0]): message for message in catalogue if message.id}


def _ids(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def _strings(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def _report(file: Path, found: list[tuple[str, str]]) -> int:
    kinds = Counter(kind for kind, _text in found)
    for kind, count in kinds.items():
        sys.stdout.write(f"{file.relative_to(ROOT)}: {count} {kind}\n")
        texts = [text for other, text in found if other == kind]
        for text in sorted(texts)[:SHOWN]:
            sys.stdout.write(f"    {text!r}\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
