"""The games of a match in words, and the table of a money session: points and stake after each game (rules.md 3.5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.rules.rulecard import PlayKind, RuleCard, Stake
from games.rules.score import ResultKind, Termination
from games.rules.sides import Pair, Side
from matches.models import GameRecord, Match
from matches.wording.cards import balance_words
from matches.wording.moves import result_words
from matches.wording.names import SIDES


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game of a match as a line of its list."""

    record: GameRecord
    result: str
    """Such as "White wins 4 points by a gammon (resignation)."; empty while it runs."""


@dataclass(frozen=True, slots=True)
class SessionRow:
    """One finished game of a session."""

    number: int
    result: str
    cube: int
    points: int
    """What the winner got by the result; what was paid for a refused beaver is in the score."""
    score: Pair[int]
    """After the game, payments included."""
    balance: str
    """Such as "White +6 points · 30 coffee"."""


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """A session that is over."""

    games: int
    won: Pair[int]
    score: Pair[int]
    balance: str
    highest_cube: int


@dataclass(frozen=True, slots=True)
class Session:
    """A money session so far."""

    rows: list[SessionRow]
    score: Pair[int]
    """Now: with what was paid in the running game."""
    balance: str
    summary: SessionSummary | None
    """None while it goes on."""


def session_of(match: Match, card: RuleCard, names: Mapping[Side, str]) -> Session | None:
    """The table of a money session; None for anything else. ``match.games`` is read once, in order."""
    if card.kind is not PlayKind.MONEY:
        return None
    records = list(match.games.all())
    score = Pair(match.score_white, match.score_black)
    rows = [
        _session_row(record, _score_before(following, score), card.stake, names)
        for record, following in zip(records, [*records[1:], None], strict=True)
        if record.last_event is not None
    ]
    is_over = match.status == Match.Status.FINISHED
    return Session(rows, score, _balance(score, card.stake), _summary(records, score, card.stake) if is_over else None)


def game_row(record: GameRecord, names: Mapping[Side, str]) -> GameRow:
    """The record with its result in words."""
    return GameRow(record, "" if record.last_event is None else _result(record, names))


def _result(record: GameRecord, names: Mapping[Side, str]) -> str:
    return result_words(
        Side(record.winner) if record.winner else None,
        ResultKind(record.result_kind) if record.result_kind else None,
        record.points or 0,
        Termination(record.termination),
        names,
    )


def _score_before(record: GameRecord | None, now: Pair[int]) -> Pair[int]:
    """The score before a game; without one, as it stands now."""
    return now if record is None else Pair(record.score_white, record.score_black)


def _session_row(record: GameRecord, after: Pair[int], stake: Stake | None, names: Mapping[Side, str]) -> SessionRow:
    return SessionRow(
        number=record.number,
        result=_result(record, names),
        cube=record.cube_value,
        points=record.points or 0,
        score=after,
        balance=_balance(after, stake),
    )


def _summary(records: list[GameRecord], score: Pair[int], stake: Stake | None) -> SessionSummary:
    over = [record for record in records if record.last_event is not None]
    return SessionSummary(
        games=len(over),
        won=Pair(*(sum(record.winner == side.value for record in over) for side in Side)),
        score=score,
        balance=_balance(score, stake),
        highest_cube=max((record.cube_value for record in over), default=1),
    )


def _balance(score: Pair[int], stake: Stake | None) -> str:
    return balance_words(score.white - score.black, SIDES, stake)
