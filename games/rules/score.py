"""Scores, the Crawford state, what a game is worth and how it ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import assert_never

from games.rules.sides import Pair, Side


class Crawford(StrEnum):
    """The stored Crawford state of a match (rules.md 4.2)."""

    NONE = "none"
    """The rule is not in use: money play, a one-point match, or switched off."""
    PENDING = "pending"
    ACTIVE = "active"
    EXPIRED = "expired"


class ResultKind(IntEnum):
    """How big a win is, before cube, Jacoby and multipliers (rules.md 1.7)."""

    SINGLE = 1
    GAMMON = 2
    BACKGAMMON = 3


class Termination(StrEnum):
    """How a game or match ended (rules.md 5.10)."""

    BORNE_OFF = "borne_off"
    DROPPED = "dropped"
    RESIGNED = "resigned"
    TIMED_OUT = "timed_out"
    SETTLED = "settled"
    DRAWN = "drawn"
    CLAIMED = "claimed"
    FORFEITED = "forfeited"
    AWARDED = "awarded"
    VOIDED = "voided"


@dataclass(frozen=True, slots=True)
class GameResult:
    """What a finished game was worth."""

    winner: Side | None
    """None: a draw, a settlement at 0, or a voided game."""
    kind: ResultKind | None
    """None where no size applies (drop, settlement, draw, void)."""
    points: int
    """Points the winner gets, raw: cube x multiplier (rules.md 4.4)."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How the whole match or session ended; ``winner`` None for sessions, draws and voids."""

    winner: Side | None
    termination: Termination


MatchScore = Pair[int]
"""Points won by each side, raw (not capped)."""


def away(score: MatchScore, length: int, side: Side) -> int:
    """Points ``side`` still needs, at least 0."""
    return max(0, length - score.of(side))


def is_double_match_point(score: MatchScore, length: int) -> bool:
    """Both sides need one point."""
    return all(length - points == 1 for points in score)


def first_crawford(*, crawford: bool, length: int | None) -> Crawford:
    """The state before the first game: a one-point match has no Crawford game (rules.md 4.2)."""
    return Crawford.PENDING if crawford and length is not None and length > 1 else Crawford.NONE


def next_crawford(now: Crawford, score: MatchScore, length: int | None) -> Crawford:
    """The state for the game that starts at ``score``, given the one before it (rules.md 4.2).

    PENDING becomes ACTIVE when exactly one side needs one point, and ACTIVE is over after one game.
    """
    if now is Crawford.ACTIVE:
        return Crawford.EXPIRED
    if now is Crawford.PENDING and length is not None:
        one_away = [away(score, length, side) == 1 for side in Side]
        return Crawford.ACTIVE if one_away.count(True) == 1 else Crawford.PENDING
    return now


def crawford_fits(now: Crawford, score: MatchScore, length: int) -> bool:
    """Whether a game that begins at ``score`` can have this state (rules.md 4.2)."""
    one_away = sum(away(score, length, side) == 1 for side in Side)
    match now:
        case Crawford.NONE:
            return True
        case Crawford.PENDING:
            return one_away != 1
        case Crawford.ACTIVE:
            return one_away == 1
        case Crawford.EXPIRED:
            return one_away > 0
        case _ as never:
            assert_never(never)
