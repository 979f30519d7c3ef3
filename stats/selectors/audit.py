"""Are the dice fair? Every throw of the server, counted and weighed (chi-square), with a sentence that reads it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, TypeVar, assert_never

from django.utils.translation import gettext as _

from stats.chance import chi_square, p_value
from stats.models import DiceTotal, ThrowKind, ThrownAfter, ThrownBy

LEAST_EXPECTED: Final = 20
"""Throws of each outcome to be expected before it is weighed: chi-square needs some, and few are not shown."""
UNUSUAL: Final = 1e-3
UNFAIR: Final = 1e-6
"""The totals are looked at again and again, for years: only what chance almost never does is held against the dice."""

_FACES: Final = range(1, 7)
_ROLLS: Final = tuple((high, low) for high in _FACES for low in range(1, high + 1))

Key = TypeVar("Key")


class Reading(IntEnum):
    """What an answer says of the dice; the greatest counts."""

    TOO_FEW = 0
    FAIR = 1
    UNUSUAL = 2
    UNFAIR = 3


@dataclass(frozen=True, slots=True)
class Count:
    """One outcome: how often it came, and how often it should have."""

    name: str
    count: int
    expected: float
    is_rest: bool = False
    """Everything that was not asked for: so much more that it would dwarf the others in a chart."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question to the totals, and the answer."""

    slug: str
    title: str
    counts: tuple[Count, ...]
    """Empty: too few throws to be shown."""
    chi: float
    freedom: int
    p: float
    sentence: str
    reading: Reading


@dataclass(frozen=True, slots=True)
class Audit:
    """All of it: faces, doubles, the 21 rolls, what follows a double, persons beside computers, opening throws."""

    throws: int
    questions: tuple[Question, ...]
    sentence: str
    reading: Reading


@dataclass(frozen=True, slots=True)
class _Throws:
    """Throws that were alike."""

    kind: str
    by: str
    after: str
    first: int
    second: int
    count: int

    @property
    def roll(self) -> tuple[int, int]:
        return max(self.first, self.second), min(self.first, self.second)

    @property
    def is_double(self) -> bool:
        return self.first == self.second


def audit() -> Audit:
    """Weigh the totals."""
    columns = ("kind", "by", "after", "first", "second", "count")
    throws = [_Throws(*row) for row in DiceTotal.objects.filter(count__gt=0).order_by("pk").values_list(*columns)]
    questions = tuple(ask(throws) for ask in _QUESTIONS)
    total = sum(one.count for one in throws)
    worst = max(one.reading for one in questions)
    return Audit(total, questions, _sentence_of_all(worst), worst)


def _faces(throws: Sequence[_Throws]) -> Question:
    counted = _tally((face, one.count) for one in throws for face in (one.first, one.second))
    total = counted.total()
    counts = [Count(str(face), counted[face], total / 6) for face in _FACES]
    return _weighed("faces", _("How often each number came, of both dice"), counts, freedom=5)


def _doubles(throws: Sequence[_Throws]) -> Question:
    counted = _tally((one.first if one.is_double else 0, one.count) for one in throws)
    total = counted.total()
    counts = [Count(f"{face}-{face}", counted[face], total / 36) for face in _FACES]
    counts.append(Count(_("No doubles"), counted[0], total * 30 / 36, is_rest=True))
    return _weighed("doubles", _("How often each of the doubles came"), counts, freedom=6)


def _rolls(throws: Sequence[_Throws]) -> Question:
    counted = _tally((one.roll, one.count) for one in throws)
    total = counted.total()
    counts = [Count(_name(roll), counted[roll], total * _ways(roll) / 36) for roll in _ROLLS]
    return _weighed("rolls", _("How often each of the 21 rolls came"), counts, freedom=20)


def _serial(throws: Sequence[_Throws]) -> Question:
    """What came before in the same match must not matter."""
    words = {
        (ThrownAfter.DOUBLE, True): _("Doubles after doubles"),
        (ThrownAfter.DOUBLE, False): _("No doubles after doubles"),
        (ThrownAfter.PLAIN, True): _("Doubles after another roll"),
        (ThrownAfter.PLAIN, False): _("No doubles after another roll"),
    }
    counted = _tally(((one.after, one.is_double), one.count) for one in throws)
    counts = [
        Count(name, counted[after, is_double], _of_after(counted, after) * (1 if is_double else 5) / 6)
        for (after, is_double), name in words.items()
    ]
    return _weighed("serial", _("What came after doubles"), counts, freedom=2)


def _of_after(counted: Counter[tuple[str, bool]], after: str) -> int:
    return counted[after, True] + counted[after, False]


def _computers(throws: Sequence[_Throws]) -> Question:
    """Persons and computers must get the same, whatever that is."""
    words = {ThrownBy.PERSON: _("Person %(roll)s"), ThrownBy.COMPUTER: _("Computer %(roll)s")}
    counted = _tally(((one.by, one.roll), one.count) for one in throws if one.by in words)
    of_one = _tally((by, count) for (by, _roll), count in counted.items())
    of_roll = _tally((roll, count) for (_by, roll), count in counted.items())
    total = counted.total() or 1
    counts = [
        Count(name % {"roll": _name(roll)}, counted[by, roll], of_one[by] * of_roll[roll] / total)
        for roll in _ROLLS
        for by, name in words.items()
    ]
    return _weighed("computers", _("Persons beside computers"), counts, freedom=20)


def _openings(throws: Sequence[_Throws]) -> Question:
    """At an opening throw White's die and Black's must be alike."""
    words = {1: _("White’s number is higher"), 0: _("Both are the same"), -1: _("Black’s number is higher")}
    counted = _tally(
        ((one.first > one.second) - (one.first < one.second), one.count)
        for one in throws
        if one.kind == ThrowKind.OPENING
    )
    total = counted.total()
    counts = [Count(name, counted[which], total * (15 if which else 6) / 36) for which, name in words.items()]
    return _weighed("openings", _("Who begins"), counts, freedom=2)


_QUESTIONS: Final[tuple[Callable[[Sequence[_Throws]], Question], ...]] = (
    _faces,
    _doubles,
    _rolls,
    _serial,
    _computers,
    _openings,
)


def _name(roll: tuple[int, int]) -> str:
    return f"{roll[0]}-{roll[1]}"


def _ways(roll: tuple[int, int]) -> int:
    """In how many of the 36 throws it comes."""
    return 1 if roll[0] == roll[1] else 2


def _tally(counted: Iterable[tuple[Key, int]]) -> Counter[Key]:
    tally: Counter[Key] = Counter()
    for key, count in counted:
        tally[key] += count
    return tally


def _weighed(slug: str, title: str, counts: Sequence[Count], *, freedom: int) -> Question:
    if min(one.expected for one in counts) < LEAST_EXPECTED:
        sentence = _("There are too few throws yet to say anything.")
        return Question(slug, title, (), 0.0, freedom, 1.0, sentence, Reading.TOO_FEW)
    chi = chi_square([one.count for one in counts], [one.expected for one in counts])
    p = p_value(chi, freedom)
    reading = _reading(p)
    return Question(slug, title, tuple(counts), chi, freedom, p, _sentence(p, reading), reading)


def _reading(p: float) -> Reading:
    """Counts can be too even as well: as from dice that take turns."""
    oddness = min(p, 1 - p)
    if oddness < UNFAIR:
        return Reading.UNFAIR
    return Reading.UNUSUAL if p < UNUSUAL else Reading.FAIR


def _sentence(p: float, reading: Reading) -> str:
    match reading:
        case Reading.FAIR:
            words = _(
                "Fair dice come out this uneven, or more so, in %(cases)s cases. Nothing speaks against these dice."
            )
        case Reading.UNUSUAL:
            words = _(
                "Fair dice come out this uneven, or more so, in %(cases)s cases only. That is unusual, but who looks"
                " often will see it now and then."
            )
        case Reading.UNFAIR if p < 1 / 2:
            words = _("Fair dice come out this uneven less than once in 1,000,000 cases. These dice are not fair.")
        case Reading.UNFAIR:
            words = _(
                "Fair dice come out this even less than once in 1,000,000 cases. These dice are not left to chance."
            )
        case Reading.TOO_FEW:
            words = _("There are too few throws yet to say anything.")
        case _:
            assert_never(reading)
    return words % {"cases": _cases(p)}


def _cases(p: float) -> str:
    """A probability as a reader counts it: such as "43 of 100"."""
    whole = next((one for one in (100, 1_000, 10_000) if p * one >= 1), 1_000_000)
    return _("%(n)s of %(whole)s") % {"n": round(p * whole), "whole": f"{whole:,}"}


def _sentence_of_all(reading: Reading) -> str:
    match reading:
        case Reading.TOO_FEW:
            return _("The server has thrown too seldom yet to say anything of its dice.")
        case Reading.FAIR:
            return _("All answers are as fair dice give them.")
        case Reading.UNUSUAL:
            return _("One answer is unusual for fair dice, but not impossible. It is worth another look later.")
        case Reading.UNFAIR:
            return _("These are not the counts of fair dice. Tell whoever runs this server.")
        case _:
            assert_never(reading)
