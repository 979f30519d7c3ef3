"""The words for what the summary counts: columns, and the values in them, in the order in which they are shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.rules.score import ResultKind
from matches.facts import DURATION_EDGES, MOST_CUBE_TURNS, MOST_TURNS, TURNS_IN_A_BUCKET
from matches.wording.facts import PLAYS
from matches.wording.names import PRESETS, RESULT_KINDS, TERMINATIONS, Words
from stats.models import Board, BrowserFamily, Cores, Frame, Memory, SystemFamily

NONE: Final = "none"
"""The code of an empty column."""
OTHERS: Final = "others"
"""The code of all buckets together that are not shown one by one."""

_YES_NO: Final[Mapping[str, Words]] = {"yes": gettext_lazy("Yes"), "no": gettext_lazy("No")}

_WORDS: Final[Mapping[str, Mapping[str, Words]]] = {
    "play": {play.value: words for play, words in PLAYS.items()},
    "preset": {preset.value: words for preset, words in PRESETS.items()},
    "ending": {ending.value: words for ending, words in TERMINATIONS.items()},
    "result": {str(kind.value): RESULT_KINDS[kind] for kind in ResultKind},
    "connection": {
        "0": gettext_lazy("Both there, nobody had to come back"),
        "1": gettext_lazy("Both there, 1 reconnection"),
        "2": gettext_lazy("Both there, 2 reconnections"),
        "3": gettext_lazy("Both there, 3 and more reconnections"),
        "no": gettext_lazy("Never both there"),
    },
    "board": dict(Board.choices),
    "frame": dict(Frame.choices),
    "is_phone": _YES_NO,
    "memory": dict(Memory.choices),
    "cores": dict(Cores.choices),
    "browser": dict(BrowserFamily.choices),
    "system": dict(SystemFamily.choices),
}

_INSIDE_SENTENCES: Final = frozenset({"ending", "result", "frame"})
"""Words that begin small, as they stand in sentences elsewhere."""

_QUESTIONS: Final[Mapping[str, Words]] = {
    "board": gettext_lazy("Board"),
    "frame": gettext_lazy("Time of a frame"),
    "is_phone": gettext_lazy("Phone"),
    "memory": gettext_lazy("Memory"),
    "cores": gettext_lazy("Processor cores"),
    "browser": gettext_lazy("Browser"),
    "system": gettext_lazy("System"),
}


def question_words(question: str) -> str:
    """What was asked of a game or of a browser."""
    return str(_QUESTIONS[question])


def others_words() -> str:
    """What stands for the buckets that are not shown one by one."""
    return _("All others together")


def words_of(field: str, code: str | int) -> str:
    """The words for a value of a column."""
    if code == OTHERS:
        return others_words()
    known = _WORDS.get(field, {}).get(str(code))
    if known is not None:
        return _capital(str(known)) if field in _INSIDE_SENTENCES else str(known)
    if code == NONE:
        return _("No length") if field == "length" else _("Not known")
    return _number_words(field, int(code))


def in_order(field: str, codes: Iterable[str | int]) -> list[str | int]:
    """The values as they are shown: as they are listed, else by size; what is empty and all others last."""
    listed = list(_WORDS.get(field, {}))
    return sorted(codes, key=lambda code: (*_last(field, code), _place(listed, code)))


def _last(field: str, code: str | int) -> tuple[bool, bool]:
    return code == OTHERS, code == NONE and NONE not in _WORDS.get(field, {})


def _place(listed: list[str], code: str | int) -> int:
    if str(code) in listed:
        return listed.index(str(code))
    return code if isinstance(code, int) else len(listed)


def _number_words(field: str, number: int) -> str:
    match field:
        case "length":
            return ngettext("%(n)s point", "%(n)s points", number) % {"n": number}
        case "duration":
            return _duration_words()[number]
        case "turns":
            return _turns_words(number)
        case "cube_turns":
            return _("%(n)s and more") % {"n": number} if number == MOST_CUBE_TURNS else str(number)
        case _:
            return str(number)


def _turns_words(bucket: int) -> str:
    first = bucket * TURNS_IN_A_BUCKET
    if bucket == MOST_TURNS:
        return _("%(n)s and more") % {"n": first}
    return f"{first}–{first + TURNS_IN_A_BUCKET - 1}"


def _duration_words() -> list[str]:
    """The words for the buckets of duration, in their order."""
    first, *_more, last = DURATION_EDGES
    between = [
        _("%(from)s to %(to)s") % {"from": _time(one), "to": _time(two)} for one, two in pairwise(DURATION_EDGES)
    ]
    return [
        _("Under %(time)s") % {"time": _time(first)},
        *between,
        _("%(time)s and more") % {"time": _time(last)},
    ]


def _time(minutes: int) -> str:
    return _("%(n)s min") % {"n": minutes} if minutes < 60 else _("%(n)s h") % {"n": minutes // 60}


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
