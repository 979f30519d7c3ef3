"""The languages, each named in itself, and the tags that mean them.

Django's own table leads `zh-CN`, `zh-SG`, `zh-MY` to the simplified script and `zh-TW`, `zh-HK`, `zh-MO` to the
traditional one; a script in the tag (`zh-Hant-CN`) is stronger than the country, and bare `zh` is simplified.
"""

from __future__ import annotations

from typing import Any, Final

SOURCE: Final = "en"
"""The language of the texts in the code."""
SIMPLIFIED: Final = "zh-hans"
TRADITIONAL: Final = "zh-hant"

LANGUAGES: Final = [(SOURCE, "English"), (SIMPLIFIED, "简体中文"), (TRADITIONAL, "繁體中文")]
"""Django's codes, and the names that people look for."""

PSEUDO: Final = "en-xa"
"""The language of tests (`bgsite.languages.pseudo`); programmers use this code for such."""
PSEUDO_INFO: Final = {"bidi": False, "code": PSEUDO, "name": "Pseudo", "name_local": "Pseudo"}
"""Its entry in Django's table of languages."""

_TAGS: Final = {SIMPLIFIED: "zh-Hans", TRADITIONAL: "zh-Hant", PSEUDO: "en-XA"}

_FURTHER_TAGS: Final = {
    SIMPLIFIED: ("cmn", "cmn-cn", "cmn-hans", "cmn-hans-cn", "cmn-sg", "zh-cmn-hans"),
    TRADITIONAL: (
        "cmn-hant",
        "cmn-hant-tw",
        "cmn-tw",
        "hak",
        "hak-tw",
        "nan",
        "nan-tw",
        "yue",
        "yue-hant",
        "yue-hant-hk",
        "yue-hk",
        "zh-cmn-hant",
        "zh-min-nan",
        "zh-yue",
    ),
}


def tag_of(code: str) -> str:
    """The language as HTML writes it (BCP 47): `zh-Hant` for `zh-hant`."""
    return _TAGS.get(code, code)


def further_tags(known: dict[str, Any]) -> dict[str, dict[str, list[str]]]:
    """Entries for Django's table of languages, `known`: the languages of Chinese under codes of their own."""
    return {tag: {"fallback": [code]} for code, tags in _FURTHER_TAGS.items() for tag in tags if tag not in known}
