"""A language for tests: every text in letters that English does not have, a third longer, between brackets.

What shows plain letters in it is not translated; what breaks its page has no room for a longer language. It is there
where BARPOINT_PSEUDO is set, under the code `known.PSEUDO`, and in no switch.

This module knows no Django: it makes the catalogues before they are read, from the texts of the Chinese ones, of
Django's and of allauth's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message

from bgsite.languages.compiling import LOCALES, make_if_stale, read_catalogue

OPENING, CLOSING = "⟦", "⟧"
_TAIL: Final = "~~~~~~ "
"""Six letters and a blank: a line can break there as it can between words."""
_FOLDER: Final = "en_XA"
_TEXTS_OF: Final = "zh_Hans"
_FURTHER: Final = (
    ("django", "conf/locale/zh_Hans"),
    ("django", "contrib/admin/locale/zh_Hans"),
    ("django", "contrib/auth/locale/zh_Hans"),
    ("allauth", "locale/zh_Hans"),
)

_PLAIN: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ACCENTED: Final = "áƀćďéƒǵĥíĵķłɱńóƥɋŕśťúνŵҳýźÁɃĆĎÉƑǴĤÍĴĶŁḾŃÓƤɊŔŚŤÚѴŴҲÝŹ"
_TABLE: Final = str.maketrans(_PLAIN, _ACCENTED)
_KEPT: Final = re.compile(r"%(?:\(\w+\))?[#0\- +]*\d*(?:\.\d+)?[sdifgexXr]|%%|\{[^{}]*\}|<[^<>]*>|&#?\w+;|https?://\S+")
"""What is filled in, markup, entities and addresses stay as they are."""


def pseudo(text: str) -> str:
    """The text as the pseudo-language has it."""
    body = text.strip()
    if not body:
        return text
    tails, rest = divmod(max(1, len(body) * 3 // 10), len(_TAIL))
    longer = "".join([_TAIL * tails, _TAIL[:rest]]).strip()
    begin, end = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{begin}{OPENING}{_accented(body)} {longer}{CLOSING}{end}"


def _accented(text: str) -> str:
    parts, position = [], 0
    for kept in _KEPT.finditer(text):
        parts += [text[position : kept.start()].translate(_TABLE), kept[0]]
        position = kept.end()
    return "".join([*parts, text[position:].translate(_TABLE)])


def make_pseudo_if_stale(locales: Path = LOCALES) -> None:
    """Make the catalogues if a source of theirs changed. Raises SettingError for a source that is broken."""
    make_if_stale(locales / _FOLDER, _sources(locales), _catalogue)


def _sources(locales: Path) -> dict[str, list[Path]]:
    """The catalogues whose texts are taken, for each domain."""
    ours = {domain: locales / _TEXTS_OF / "LC_MESSAGES" / f"{domain}.po" for domain in ("django", "djangojs")}
    theirs = [folder / "LC_MESSAGES" / "django.po" for folder in _further_folders()]
    return {
        "django": [file for file in [*theirs, ours["django"]] if file.exists()],
        "djangojs": [file for file in [ours["djangojs"]] if file.exists()],
    }


def _further_folders() -> Iterator[Path]:
    for package, folder in _FURTHER:
        spec = find_spec(package)
        for place in (spec.submodule_search_locations or []) if spec else []:
            yield Path(place) / folder


def _catalogue(sources: list[Path]) -> Catalog:
    made = Catalog(locale="en")
    for source in sources:
        for message in read_catalogue(source):
            if message.id:
                made.add(message.id, _texts(message), context=message.context)
    return made


def _texts(message: Message) -> str | tuple[str, ...]:
    return pseudo(message.id) if isinstance(message.id, str) else tuple(pseudo(text) for text in message.id)
