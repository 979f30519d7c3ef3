"""Whether people let their games be counted. The site answers (`bgsite.wiring`); matches know this protocol only."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol


class Consent(Protocol):
    """Who knows what people chose."""

    def __call__(self, person_ids: Collection[int]) -> bool:
        """Say whether every one of them agrees. Computers and emptied seats are nobody, and have no say."""


def _nobody(person_ids: Collection[int]) -> bool:
    """Without an answer nothing is counted."""
    del person_ids
    return False


_asked: list[Consent] = [_nobody]


def consent_ask(asker: Consent) -> None:
    """From now on `asker` answers."""
    _asked[:] = [asker]


def all_agree(person_ids: Collection[int]) -> bool:
    """Say whether every one of them lets the game be counted; unwired: nobody does."""
    return _asked[0](person_ids)
