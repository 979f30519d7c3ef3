"""What a director rules about a match: values alone; ``directing`` judges them and says what follows.

A ruling is stored with its reason in the log (``RulingGiven``) and shown to both players. It is never an edit: the
log before it stays as it was.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.clock import DAY, SECOND, Millis
from games.rules.score import Crawford, MatchScore, ResultKind
from games.rules.sides import Side

MAX_REASON = 300
"""Characters of a reason, without the blanks around it."""
MIN_ADDED: Millis = SECOND
MAX_ADDED: Millis = DAY
MAX_SCORE = 1_000_000
"""The most points a side of a session can be given; in a match it is the length less one."""


@dataclass(frozen=True, slots=True)
class AwardGame:
    """``winner`` wins the running game as ``kind``, at the cube's value before any offer."""

    winner: Side
    kind: ResultKind


@dataclass(frozen=True, slots=True)
class AwardMatch:
    """``winner`` wins the match where it stands; ``rated``: whether it counts for the rating (rules.md 8.1)."""

    winner: Side
    rated: bool


@dataclass(frozen=True, slots=True)
class VoidAll:
    """The whole match or session counts for nothing."""


@dataclass(frozen=True, slots=True)
class AdjustScore:
    """The score is ``score`` from now on (rules.md 4.2)."""

    score: MatchScore
    crawford: Crawford
    """Of the running game; between games of the next one."""


@dataclass(frozen=True, slots=True)
class AddTime:
    """``by`` milliseconds more in ``side``'s reserve."""

    side: Side
    by: Millis


@dataclass(frozen=True, slots=True)
class Hold:
    """Play stops, and no player can go on before Release."""


@dataclass(frozen=True, slots=True)
class Release:
    """The end of a Hold: the players can go on from the pause that is left (rules.md 3.7).

    No clock starts while they are away.
    """


Ruling = AwardGame | AwardMatch | VoidAll | AdjustScore | AddTime | Hold | Release
