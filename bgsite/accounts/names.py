"""Which names people may have, and when two names look alike.

Follows Unicode's UTS 39 (confusables; single-script names) with the data of the `confusable_homoglyphs` package;
why this and not less is in docs/decisions/accounts-names.md. Nothing here asks the database.
"""

from __future__ import annotations

import enum
import itertools
import re
import unicodedata
from collections import Counter, defaultdict
from functools import cache
from typing import TYPE_CHECKING, Final

from confusable_homoglyphs.categories import alias as script_of
from confusable_homoglyphs.confusables import confusables_data
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

MIN_LENGTH: Final = 3
MIN_LENGTH_EAST_ASIAN: Final = 2
"""Most Chinese and many Korean names have two characters."""
MAX_LENGTH: Final = 24
MAX_MARKS_IN_A_ROW: Final = 2
DELETED_NAME: Final = "deleted player"

SEPARATORS: Final = frozenset(" -_.'’·・")
"""May stand between letters, one at a time; two names that differ only in them look alike."""

_EAST_ASIAN: Final = frozenset({"HAN", "HIRAGANA", "KATAKANA", "BOPOMOFO", "HANGUL"})
_ONE_WRITING: Final = (
    frozenset({"HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"HAN", "BOPOMOFO"}),
    frozenset({"HAN", "HANGUL"}),
)
_NO_SCRIPT: Final = frozenset({"COMMON", "INHERITED"})
_UNKNOWN_SCRIPT: Final = "Unknown"
_LONG_VOWEL: Final = "ー"
_LETTERS: Final = frozenset({"Lu", "Ll", "Lt", "Lo", "Lm"})
_MARKS: Final = frozenset({"Mn", "Mc"})
_NEVER: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"  # invisible
    "|[\u01c0-\u01c3]"  # look like | and !
    "|[\u0334-\u0338]",  # strike the letter through
)
_PILE: Final = re.compile("[\u0300-\u036f]{2}")
"""Two accents that do not melt with their letter; no living language needs them."""
_DIACRITICS: Final = re.compile("[\u0300-\u036f]")
_WORD_END: Final = re.compile(r"[0-9 \-_.'’·・]")
_LEFT_TO_RIGHT_MARK: Final = "\u200e"
_ALSO_ALIKE: Final = (("vv", "w"), ("i", "l"))
"""Beside Unicode's list: in lower case 1, l and I are one already, and i is what people read there."""

_RESERVED: Final = (
    "abuse", "admin", "administrator", "anonymous", "anybody", "backgammon", "barpoint", "black", "bot", "computer",
    "daemon", "everyone", "guest", "help", "host", "info", "mod", "moderator", "nobody", "null", "official", "operator",
    "opponent", "owner", "player", "postmaster", "robot", "root", "security", "server", "somebody", "spectator",
    "staff", "superuser", "support", "sysadmin", "sysop", "system", "undefined", "unknown", "user", "webmaster",
    "white", "you",
)  # fmt: skip
GUEST_BEGINNING: Final = "guest-"
"""Technical names of guests begin so (`guest_services`)."""
_RESERVED_BEGINNINGS: Final = ("admin", "administrator", "barpoint", DELETED_NAME, "moderator")
"""Nobody may be "Barpoint Support" or "deleted player 7"."""


class NameFault(enum.Enum):
    """Why a name is refused; the value is the code of the validation error."""

    TOO_SHORT = "too_short"
    TOO_LONG = "too_long"
    CHARACTER = "character"
    SEPARATOR = "separator"
    MARKS = "marks"
    MIXED_SCRIPTS = "mixed_scripts"
    RESERVED = "reserved"
    TAKEN = "taken"


_SENTENCES: Final[dict[NameFault, _StrPromise]] = {
    NameFault.TOO_SHORT: _(
        "This name is too short: take at least 3 characters (2 in Chinese, Japanese or Korean).",
    ),
    NameFault.TOO_LONG: _("This name is too long: take at most 24 characters."),
    NameFault.CHARACTER: _("A name may have letters, digits, blanks and - _ . ' only."),
    NameFault.SEPARATOR: _(
        "A name begins and ends with a letter or a digit, and has only one blank or - _ . ' at a time.",
    ),
    NameFault.MARKS: _("This name has too many accents or marks on one letter."),
    NameFault.MIXED_SCRIPTS: _("This name mixes letters of different scripts. Take all letters from one script."),
    NameFault.RESERVED: _("This name is kept for the site itself. Please choose another one."),
    NameFault.TAKEN: _("This name is in use, or looks too much like a name in use. Please choose another one."),
}


def name_error(fault: NameFault) -> ValidationError:
    """Give the error, with its sentence, that a form shows for `fault`."""
    return ValidationError(_SENTENCES[fault], code=fault.value)


def name_normalize(name: str) -> str:
    """Write a name in the one way in which it is stored and looked up (NFKC: full-width letters become plain)."""
    return unicodedata.normalize("NFKC", name)


def name_fold(name: str) -> str:
    """Give what is equal for names that differ in upper and lower case only."""
    return name_normalize(name_normalize(name).casefold())


def name_validate(name: str) -> None:
    """Check length, characters and scripts of a normalised name.

    Raises ValidationError with the sentence for people. Says nothing about reserved and taken names.
    """
    fault = _find_fault(name)
    if fault is not None:
        raise name_error(fault)


def name_is_reserved(name: str) -> bool:
    """Say whether the site keeps this name, or one that looks like it, for itself."""
    reserved, beginnings = _reserved()
    found = name_skeleton(name)
    return found in reserved or found.startswith(beginnings) or _is_like_guest(name)


def name_skeleton(name: str) -> str:
    """Give a text that is equal for names that look alike. It is for comparing only, never for showing.

    1. Full-width and other compatibility letters become plain ones (NFKC), separators go.
    2. Accents go: "Zoë" and "Zoe" are alike.
    3. Each letter becomes the letter that Unicode lists as its look-alike (Cyrillic а → a, 0 → o, 1 → l, m → rn).
    4. Upper case becomes lower case; as that can make new look-alikes (M → m), 2 and 3 are done again.
    5. What Unicode's list lacks (`_ALSO_ALIKE`).
    """
    text = "".join(character for character in name_normalize(name) if character not in SEPARATORS)
    text = _prototype(_prototype(text).casefold()).casefold()
    for found, instead in _ALSO_ALIKE:
        text = text.replace(found, instead)
    return text


def _is_like_guest(name: str) -> bool:
    """Say whether it is "guest" with a number or a second word, as technical names of guests are."""
    first = _WORD_END.split(name_normalize(name), maxsplit=1)[0]
    return name_skeleton(first) == name_skeleton("guest")


def _find_fault(name: str) -> NameFault | None:
    scripts = _scripts(name)
    if not all(_is_allowed(character) for character in name):
        return NameFault.CHARACTER
    if len(name) < (MIN_LENGTH_EAST_ASIAN if scripts and scripts <= _EAST_ASIAN else MIN_LENGTH):
        return NameFault.TOO_SHORT
    if len(name) > MAX_LENGTH:
        return NameFault.TOO_LONG
    if not _separators_are_well(name):
        return NameFault.SEPARATOR
    if _PILE.search(name) or _longest_run_of_marks(name) > MAX_MARKS_IN_A_ROW:
        return NameFault.MARKS
    if not _is_one_writing(scripts):
        return NameFault.MIXED_SCRIPTS
    return None


def _is_allowed(character: str) -> bool:
    if character in SEPARATORS or character == _LONG_VOWEL:
        return True
    if _NEVER.match(character):
        return False
    category = unicodedata.category(character)
    if category == "Nd":
        return character.isascii()
    script = script_of(character)
    if category in _LETTERS:
        return script not in _NO_SCRIPT and script != _UNKNOWN_SCRIPT
    return category in _MARKS and script != _UNKNOWN_SCRIPT


def _separators_are_well(name: str) -> bool:
    """No separator at an end, none beside another; no mark at the beginning (it would sit on what stands before)."""
    if name[0] in SEPARATORS or name[-1] in SEPARATORS or unicodedata.category(name[0]) in _MARKS:
        return False
    return not any(
        one in SEPARATORS and (two in SEPARATORS or unicodedata.category(two) in _MARKS)
        for one, two in itertools.pairwise(name)
    )


def _longest_run_of_marks(name: str) -> int:
    longest = run = 0
    for character in unicodedata.normalize("NFD", name):
        run = run + 1 if unicodedata.category(character) in _MARKS else 0
        longest = max(longest, run)
    return longest


def _scripts(name: str) -> set[str]:
    return {script_of(character) for character in name} - _NO_SCRIPT


def _is_one_writing(scripts: set[str]) -> bool:
    return len(scripts) <= 1 or any(scripts <= together for together in _ONE_WRITING)


def _prototype(text: str) -> str:
    plain = _DIACRITICS.sub("", unicodedata.normalize("NFD", text))
    table = _prototypes()
    alike = "".join(table.get(character, character) for character in plain)
    return _DIACRITICS.sub("", unicodedata.normalize("NFD", alike))


@cache
def _reserved() -> tuple[frozenset[str], tuple[str, ...]]:
    """Give the skeletons of reserved names and of reserved beginnings."""
    return (
        frozenset(name_skeleton(name) for name in _RESERVED),
        tuple(name_skeleton(beginning) for beginning in _RESERVED_BEGINNINGS),
    )


@cache
def _prototypes() -> dict[str, str]:
    """Give, for each character with look-alikes, the one text that stands for all of them.

    The package keeps Unicode's "source → prototype" pairs in both directions. Prototypes have no prototype
    themselves, so the pairs form stars, and the middle of a star (most neighbours) is the prototype.
    """
    pairs = {
        (one, other["c"].strip(_LEFT_TO_RIGHT_MARK))
        for one, others in ((one.strip(_LEFT_TO_RIGHT_MARK), others) for one, others in confusables_data.items())
        for other in others
    }
    neighbours: defaultdict[str, set[str]] = defaultdict(set)
    for one, other in pairs:
        neighbours[one].add(other)
    weight = Counter({one: len(others) for one, others in neighbours.items()})
    return {one: _star_middle(one, others, weight) for one, others in neighbours.items() if len(one) == 1}


def _star_middle(one: str, others: set[str], weight: Counter[str]) -> str:
    sequences = [other for other in others if len(other) > 1]
    if sequences:
        return min(sequences)
    return max(others | {one}, key=lambda text: (weight[text], -ord(text)))
