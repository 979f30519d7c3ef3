"""The dice of the server are fair."""

from __future__ import annotations

import itertools
from collections import Counter

from matches.dice import SystemDice, random_side

THROWS = 100_000
LIMIT_35 = 88.0
"""Chi-square with 35 degrees of freedom is above this once in a million runs."""


def chi_square(counts: Counter[object], cells: int) -> float:
    expected = sum(counts.values()) / cells
    return sum((count - expected) ** 2 / expected for count in counts.values()) + expected * (cells - len(counts))


def test_all_36_throws_are_equally_likely() -> None:
    dice = SystemDice()
    counts: Counter[object] = Counter(dice.throw() for _ in range(THROWS))
    assert len(counts) == 36
    assert chi_square(counts, 36) < LIMIT_35


def test_a_throw_says_nothing_about_the_next() -> None:
    dice = SystemDice()
    first = [dice.throw()[0] for _ in range(THROWS)]
    counts: Counter[object] = Counter(itertools.pairwise(first))
    assert chi_square(counts, 36) < LIMIT_35


def test_both_sides_are_drawn_evenly() -> None:
    counts: Counter[object] = Counter(random_side() for _ in range(10_000))
    assert len(counts) == 2
    assert chi_square(counts, 2) < 24  # once in a million runs
