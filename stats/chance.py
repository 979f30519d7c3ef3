"""Chi-square: how far counts are from what was expected, and how often chance alone goes so far. Plain arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, lgamma, log
from typing import Final

_STEPS: Final = 10_000
_CLOSE: Final = 1e-15
_TINY: Final = 1e-300


def chi_square(counts: Sequence[int], expected: Sequence[float]) -> float:
    """Give Pearson's sum of (count − expected)² / expected. Raises ValueError where nothing was expected."""
    if any(one <= 0 for one in expected):
        raise ValueError("every outcome must be expected at least a little")
    return sum((count - one) ** 2 / one for count, one in zip(counts, expected, strict=True))


def p_value(chi: float, freedom: int) -> float:
    """Give the probability that chance alone gives `chi` or more, with `freedom` degrees of freedom.

    It is the regularised upper incomplete gamma function Q(freedom / 2, chi / 2).
    """
    if freedom < 1 or chi < 0:
        raise ValueError(f"no such chi-square: {chi} with {freedom} degrees of freedom")
    shape, x = freedom / 2, chi / 2
    if x == 0:
        return 1.0
    if x < shape + 1:
        return 1 - _lower_by_series(shape, x)
    return _upper_by_fraction(shape, x)


def _lower_by_series(shape: float, x: float) -> float:
    """P(shape, x): quick where x is small."""
    term = total = 1 / shape
    for step in range(1, _STEPS):
        term *= x / (shape + step)
        total += term
        if term < total * _CLOSE:
            break
    return total * exp(shape * log(x) - x - lgamma(shape))


def _upper_by_fraction(shape: float, x: float) -> float:
    """Q(shape, x) as a continued fraction (Lentz): quick where x is large."""
    b = x + 1 - shape
    c, d = 1 / _TINY, 1 / b
    fraction = d
    for step in range(1, _STEPS):
        a = step * (shape - step)
        b += 2
        d = 1 / _not_zero(a * d + b)
        c = _not_zero(b + a / c)
        fraction *= c * d
        if abs(c * d - 1) < _CLOSE:
            break
    return exp(shape * log(x) - x - lgamma(shape)) * fraction


def _not_zero(number: float) -> float:
    return number if abs(number) > _TINY else _TINY
